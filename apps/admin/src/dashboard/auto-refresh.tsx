'use client'

import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useEffect } from 'react'

const EVERY_MS = 60_000

/** Reloads the figures every minute while the page is visible, and when it becomes visible again. */
export function AutoRefresh() {
  const router = useRouter()
  useEffect(() => {
    let last = Date.now()
    const refresh = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < EVERY_MS - 1000) return
      last = Date.now()
      router.refresh()
    }
    const timer = setInterval(refresh, EVERY_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [router])
  return null
}
