'use client'

import { currentAccount } from '@salama/outbox/account.ts'
import { keepSending } from '@salama/outbox/keep-sending.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link, usePathname } from '@salama/ui/i18n/navigation.ts'
import { BackgroundBar } from '@salama/ui/offline/background-bar.tsx'
import { Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { QUIZ } from '@/courses/steps.ts'
import { markOutbox, tidyOutbox } from '@/outbox/mark-outbox.ts'
import { refreshProgress } from './kept.ts'

const BUSY = ['/outbox', '/offline']

export function Background() {
  const t = useTranslations('outboxBar')
  const path = usePathname()
  const entries = useOutbox(markOutbox)
  useEffect(() => {
    tidyOutbox().catch(() => null) // a phone that keeps nothing has nothing to tidy
    return keepSending(markOutbox)
  }, [])
  useEffect(() => {
    currentAccount()
      .then(refreshProgress)
      .catch(() => null)
  }, [])
  // What has just been done is on its way, and the page that it was done on says so.
  const stuck = Array.isArray(entries)
    ? entries.filter(({ item }) => item.state !== 'received' && (item.attempts > 0 || item.state !== 'waiting')).length
    : 0
  return (
    <BackgroundBar busy={path.endsWith(`/${QUIZ}`) ? [path] : BUSY}>
      {stuck > 0 && (
        <>
          <Icon as={Smartphone} />
          <span className="flex-1">{t('waiting', { count: stuck })}</span>
          <Link href="/outbox" className="inline-flex min-h-touch items-center px-2 font-bold text-link underline">
            {t('see')}
          </Link>
        </>
      )}
    </BackgroundBar>
  )
}
