'use client'

import type { readAlerts } from '@salama/domain/alerts/contract'
import { tryCall } from '@salama/http/call'
import { useEffect } from 'react'
import { noteRead } from './follows.ts'

/** Marks the alerts that are shown as read, once the page is seen. */
export function MarkRead() {
  useEffect(() => {
    tryCall<typeof readAlerts>('POST /api/alerts/read').then((result) => result.ok && noteRead())
  }, [])
  return null
}
