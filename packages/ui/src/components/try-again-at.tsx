'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useTimes } from '../i18n/use-times.ts'

const MINUTE_MS = 60_000

/** From when it is worth trying again, to the full minute after it. `afterS` is what Retry-After said when this appeared. */
export function TryAgainAt({ afterS }: { afterS: number }) {
  const t = useTranslations('common')
  const { clock } = useTimes()
  const [at] = useState(() => new Date(Math.ceil((Date.now() + afterS * 1000) / MINUTE_MS) * MINUTE_MS))
  return <p>{t('tryAgainAt', { time: clock(at) })}</p>
}
