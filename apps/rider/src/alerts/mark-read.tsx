'use client'

import type { readAlerts } from '@salama/domain/alerts/contract'
import { tryCall } from '@salama/http/call'
import { useEffect } from 'react'

/** Marks the alerts that are shown as read, once the page is seen. */
export function MarkRead() {
  useEffect(() => {
    void tryCall<typeof readAlerts>('POST /api/alerts/read')
  }, [])
  return null
}
