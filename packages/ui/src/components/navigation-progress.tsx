'use client'

import { useLinkStatus } from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useSyncExternalStore } from 'react'
import { cx } from './cx.ts'

// What a pressed link says until its page is there. Without it a tap on a slow network looks like a tap that missed.

/** What comes sooner than this needs no words: they would only flicker, and be read out at every step. */
const LATE_MS = 150

/** How many pressed links have waited that long. Links and the bar are far from each other in every app's tree. */
let late = 0
const watchers = new Set<() => void>()

function count(change: 1 | -1) {
  late += change
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

/** Inside of a link: tells the page's bar when the link's page is late. */
export function LinkProgress() {
  const { pending } = useLinkStatus()
  useEffect(() => {
    if (!pending) return
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      count(1)
    }, LATE_MS)
    return () => {
      clearTimeout(timer)
      if (isLate) count(-1)
    }
  }, [pending])
  return null
}

/** Inside of a link that can wear the band: the band grows along an edge of it while its page is on the way. */
export function LinkProgressBand({ className }: { className: string }) {
  return useLinkStatus().pending && <Band className={cx('absolute inset-x-0 h-band', className)} />
}

/** Along the top of the page while a page is late. The region stays, so that its words are read out when they come. */
export function NavigationProgressBar() {
  const t = useTranslations('common')
  const isNavigating = useSyncExternalStore(
    watch,
    () => late > 0,
    () => false,
  )
  return (
    <div role="status">
      {isNavigating && (
        <p className="pointer-events-none fixed inset-x-0 top-0 z-30 h-2 bg-body">
          <span className="sr-only">{t('loading')}</span>
          <Band className="block h-band" />
        </p>
      )}
    </div>
  )
}

const Band = ({ className }: { className: string }) => (
  <span data-going className={cx('origin-left animate-go bg-band', className)} />
)
