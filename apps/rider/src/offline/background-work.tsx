'use client'

import { type ComponentType, useEffect, useState } from 'react'

/**
 * On every page: sends what waits on this phone, keeps the app ready for the time without a line, and says what the
 * person should know of either. All of it comes after the page, so that none of it stands in the page's way.
 */
export function BackgroundWork() {
  const [Work, setWork] = useState<ComponentType | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => {
      // Without a line these files may be missing; then the next page tries again.
      import('./background.tsx').then(({ Background }) => setWork(() => Background)).catch(() => null)
    }, 200)
    return () => clearTimeout(timer)
  }, [])
  return Work && <Work />
}
