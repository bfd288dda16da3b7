'use client'

import { useEffect, useState } from 'react'

/**
 * False until Next watches `window.history`, which it begins to in an effect after hydration: an entry that a tap made
 * before would change the URL, but not the page.
 */
export function useIsRouted(): boolean {
  const [isRouted, setIsRouted] = useState(false)
  useEffect(() => setIsRouted(true), [])
  return isRouted
}
