'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useTimes } from '../i18n/use-times.ts'
import { Notice } from './notice.tsx'

const PASSING = ['network', 'unavailable', 'rate_limited']

/** Whether what was refused may be taken in a while, as it is. */
export const isPassing = (code: string) => PASSING.includes(code)

/** Why it was not done, spoken at once, and when it is worth trying again. `children` is what else can be said or done. */
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
    <Notice tone={isPassing(code) ? 'warn' : 'danger'} says="now">
      <p>{words}</p>
      {retryAfterS !== null && <TryAgainAt afterS={retryAfterS} />}
      {children}
    </Notice>
  )
}

const MINUTE_MS = 60_000

/** From when it is worth trying again, to the full minute after it. `afterS` is what Retry-After said when this appeared. */
export function TryAgainAt({ afterS }: { afterS: number }) {
  const t = useTranslations('common')
  const { clock } = useTimes()
  const [at] = useState(() => new Date(Math.ceil((Date.now() + afterS * 1000) / MINUTE_MS) * MINUTE_MS))
  return <p>{t('tryAgainAt', { time: clock(at) })}</p>
}
