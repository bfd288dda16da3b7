'use client'

import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useEffect } from 'react'

/** Reads the page again every two seconds, while something goes on that it tells of. */
export function Again() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), 2_000)
    return () => clearInterval(timer)
  }, [router])
  return null
}
