'use client'

import { remembered } from '@salama/outbox/account.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link, usePathname } from '@salama/ui/i18n/navigation.ts'
import { Bell } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { hasFollowed, readFollows, useFollows } from './follows.ts'

/** After what the page itself needs. */
const LATER_MS = 1_500
const AGAIN_MS = 60_000

/** The link to alerts with the number of unread ones, in the navigation of every page. Needs the messages `alertsLink`. */
export function AlertsLink() {
  const t = useTranslations('alertsLink')
  const isHere = usePathname() === '/alerts'
  const unread = useFollows()?.unread ?? 0
  useUnread()
  return (
    <Link
      href="/alerts"
      prefetch={false}
      aria-current={isHere ? 'page' : undefined}
      aria-label={unread > 0 ? t('unread', { count: unread }) : t('label')}
      className={`relative grid size-touch place-items-center text-xl ${isHere ? 'band-below' : 'text-soft hover:text-ink'}`}
    >
      <Icon as={Bell} />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 end-0 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-bold text-paper"
        >
          {unread > 9 ? '9+' : unread}
        </span>
      )}
    </Link>
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
