import { isDone } from '@salama/outbox/items.ts'
import { startSending } from '@salama/outbox/start-sending.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { BackgroundBar, Waiting } from '@salama/ui/offline/background-bar.tsx'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { pushClient } from '@/alerts/push-client.ts'
import { reportOutbox, tidyOutbox } from '@/outbox/report-outbox.ts'
import { endRides } from '@/ride/tell-endings.ts'
import { saveMainStages } from './saved.ts'

const BUSY = ['/report', '/ride', '/outbox', '/offline']

/** Prefetching for offline use waits until this page is idle. */
const LATER_MS = 5_000

export function Background() {
  const t = useTranslations('outboxBar')
  const locale = useLocale()
  const entries = useOutbox(reportOutbox)
  useEffect(() => {
    tidyOutbox().catch(() => null) // without storage there is nothing to purge
    return startSending(reportOutbox)
  }, [])
  useEffect(endRides, [])
  useEffect(() => {
    const timer = setTimeout(() => {
      void saveMainStages()
      pushClient.followAccount(locale).catch(() => null) // without storage there is no subscription
    }, LATER_MS)
    return () => clearTimeout(timer)
  }, [locale])
  const waiting = Array.isArray(entries) ? entries.filter((entry) => !isDone(entry)).length : 0
  return (
    <BackgroundBar busy={BUSY}>
      {waiting > 0 && <Waiting words={t('waiting', { count: waiting })} see={t('see')} />}
    </BackgroundBar>
  )
}
