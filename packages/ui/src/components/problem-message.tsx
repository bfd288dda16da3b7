'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { isPageReady } from '../apps/mark-ready.tsx'
import { useTimes } from '../i18n/use-times.ts'
import { Notice } from './notice.tsx'

const PASSING = ['network', 'unavailable', 'rate_limited']

/** Whether the same request may succeed after a while. */
export const isPassing = (code: string) => PASSING.includes(code)

/** An error, announced at once, with the time of the next useful retry; `children`: further text or actions. */
export function ProblemMessage({
  problem: { code, retryAfterS },
  words,
  children,
}: {
  problem: { code: string; retryAfterS: number | null }
  words: string
  children?: ReactNode
}) {
  return (
    <Notice ref={showMessage} tone={isPassing(code) ? 'warn' : 'danger'} announce="assertive">
      <p>{words}</p>
      {retryAfterS !== null && <TryAgainAt afterS={retryAfterS} />}
      {children}
    </Notice>
  )
}

/** Below a form's button it may be out of view. Only as far as needed, so that the button stays there, too. */
const showMessage = (notice: HTMLElement | null) => {
  if (isPageReady()) notice?.scrollIntoView({ block: 'nearest' })
}

const MINUTE_MS = 60_000

/** The time from which to retry, rounded up to the minute. `afterS` is the Retry-After at the time of the error. */
export function TryAgainAt({ afterS }: { afterS: number }) {
  const t = useTranslations('common')
  const { clock } = useTimes()
  const [at] = useState(() => new Date(Math.ceil((Date.now() + afterS * 1000) / MINUTE_MS) * MINUTE_MS))
  // Where the server rendered it, the next minute may begin before hydration.
  return <p suppressHydrationWarning>{t('tryAgainAt', { time: clock(at) })}</p>
}
