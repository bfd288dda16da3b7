'use client'

import { remembered } from '@salama/outbox/account.ts'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { hasFollowed, readFollows, useFollows } from './follows.ts'

/** After what the page itself needs. */
const LATER_MS = 1_500
const AGAIN_MS = 60_000

/** The number of unread alerts, beside their link on every page. Needs the messages `alertsLink`. */
export function AlertsBadge() {
  const t = useTranslations('alertsLink')
  const unread = useFollows()?.unread ?? 0
  useUnread()
  return (
    unread > 0 && (
      <span className="absolute top-1 start-1/2 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-semibold text-paper">
        <span aria-hidden="true">{unread > 9 ? '9+' : unread}</span>
        <span className="sr-only">{t('new', { count: unread })}</span>
      </span>
    )
  )
}

/** Reads the number when the page is idle, and again when somebody comes back to it; not where nothing was followed. */
function useUnread(): void {
  useEffect(() => {
    let readMs = 0
    const read = () => {
      if (document.visibilityState !== 'visible' || Date.now() - readMs < AGAIN_MS) return
      if (!hasFollowed() && remembered() === null) return
      readMs = Date.now()
      void readFollows()
    }
    const timer = setTimeout(read, LATER_MS)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [])
}
