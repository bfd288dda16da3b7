'use client'

import { useEffect, useState } from 'react'

const MAX_WAIT_MS = 2_000

/** True once the page has loaded and the browser has time: for what is large and not needed to read the page. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    let cancel = () => {}
    const wait = () => {
      // Safari has no requestIdleCallback.
      if ('requestIdleCallback' in window) {
        const handle = window.requestIdleCallback(() => setIsIdle(true), { timeout: MAX_WAIT_MS })
        cancel = () => window.cancelIdleCallback(handle)
      } else {
        const timer = setTimeout(() => setIsIdle(true), 200)
        cancel = () => clearTimeout(timer)
      }
    }
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => {
      window.removeEventListener('load', wait)
      cancel()
    }
  }, [])
  return isIdle
}
