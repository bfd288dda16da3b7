'use client'

import { useEffect, useState } from 'react'
import { IS_DEVELOPMENT } from './env.ts'

/**
 * Registers the service worker. Returns what lets a new version in and loads the page anew, once there is one; until the
 * person wants that, the old one goes on.
 */
export function useWorker(): (() => void) | null {
  const [update, setUpdate] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (IS_DEVELOPMENT || !('serviceWorker' in navigator)) return
    let left = false
    import('@serwist/window')
      .then(async ({ Serwist }) => {
        const worker = new Serwist('/serwist/sw.js', { scope: '/' })
        worker.addEventListener('waiting', () => {
          if (left) return
          setUpdate(() => () => {
            worker.addEventListener('controlling', () => window.location.reload())
            worker.messageSkipWaiting()
          })
        })
        await worker.register()
      })
      .catch(() => null) // an app without it works as long as there is a line
    return () => {
      left = true
    }
  }, [])
  return update
}
