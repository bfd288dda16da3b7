'use client'

import { isDone } from '@salama/outbox/items.ts'
import { keepSending } from '@salama/outbox/keep-sending.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { BackgroundBar } from '@salama/ui/offline/background-bar.tsx'
import { Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { reportOutbox, tidyOutbox } from '@/outbox/report-outbox.ts'
import { keepMainStages } from './kept.ts'

const BUSY = ['/report', '/outbox', '/offline']

/** What is only for another time waits until this page is done. */
const LATER_MS = 5_000

export function Background() {
  const t = useTranslations('outboxBar')
  const entries = useOutbox(reportOutbox)
  useEffect(() => {
    tidyOutbox().catch(() => null) // a phone that keeps nothing has nothing to tidy
    return keepSending(reportOutbox)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => keepMainStages().catch(() => null), LATER_MS) // without a line, another time
    return () => clearTimeout(timer)
  }, [])
  const waiting = Array.isArray(entries) ? entries.filter((entry) => !isDone(entry)).length : 0
  return (
    <BackgroundBar busy={BUSY}>
      {waiting > 0 && (
        <>
          <Icon as={Smartphone} />
          <span className="flex-1">{t('waiting', { count: waiting })}</span>
          <Link href="/outbox" className="inline-flex min-h-touch items-center px-2 font-bold text-link underline">
            {t('see')}
          </Link>
        </>
      )}
    </BackgroundBar>
  )
}
