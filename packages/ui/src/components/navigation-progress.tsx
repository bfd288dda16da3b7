'use client'

import { useLinkStatus } from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useSyncExternalStore } from 'react'
import { cx } from './cx.ts'

// Shows that a pressed link is loading. Without it a tap on a slow network looks ignored.

/** Faster responses show nothing: it would flicker and be announced for every navigation. */
const LATE_MS = 150

/** The number of links that have waited that long. In the tree of every app the links are far from the bar. */
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

/** Inside a link: reports to the page's bar when the link's page is slow. */
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

/** Inside a link with a band: the band grows along its edge while the page is loading. */
export function LinkProgressBand({ className }: { className: string }) {
  return useLinkStatus().pending && <Band className={cx('absolute inset-x-0 h-band', className)} />
}

/** A bar at the top of the page while a page is slow. The live region is permanent, so that its text is announced. */
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
  <span data-going className={cx('origin-left animate-go bg-band rtl:origin-right', className)} />
)
