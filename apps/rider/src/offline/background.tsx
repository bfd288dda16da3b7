'use client'

import { isDone } from '@salama/outbox/items.ts'
import { keepSending } from '@salama/outbox/keep-sending.ts'
import { useOutbox } from '@salama/outbox/use-outbox.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link, usePathname } from '@salama/ui/i18n/navigation.ts'
import { RotateCw, Smartphone } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect } from 'react'
import { reportOutbox, tidyOutbox } from '@/outbox/report-outbox.ts'
import { keepMainStages } from './kept.ts'
import { useWorker } from './use-worker.ts'

/** Pages where a person is in the middle of something: nothing is laid over them and nothing reloads them. */
const BUSY = ['/report', '/outbox', '/offline']

/** What is only for another time waits until this page is done. */
const LATER_MS = 5_000

export function Background() {
  const t = useTranslations('outboxBar')
  const path = usePathname()
  const update = useWorker()
  const entries = useOutbox(reportOutbox)
  useKeptLanguage()
  useEffect(() => {
    tidyOutbox().catch(() => null) // a phone that keeps nothing has nothing to tidy
    return keepSending(reportOutbox)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => keepMainStages().catch(() => null), LATER_MS) // without a line, another time
    return () => clearTimeout(timer)
  }, [])
  const waiting = Array.isArray(entries) ? entries.filter((entry) => !isDone(entry)).length : 0
  if (BUSY.includes(path)) return null
  if (waiting > 0)
    return (
      <Bar>
        <Icon as={Smartphone} />
        <span className="flex-1">{t('waiting', { count: waiting })}</span>
        <Link href="/outbox" className="inline-flex min-h-touch items-center px-2 font-bold text-link underline">
          {t('see')}
        </Link>
      </Bar>
    )
  if (!update) return null
  return (
    <Bar>
      <span className="flex-1">{t('newVersion')}</span>
      <Button onClick={update}>
        <Icon as={RotateCw} />
        {t('reload')}
      </Button>
    </Bar>
  )
}

/** Above the places at the bottom of a phone; it moves nothing that somebody is reading. */
const Bar = ({ children }: { children: ReactNode }) => (
  <aside
    role="status"
    className="fixed inset-x-2 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-10 flex items-center gap-3 rounded-control border-2 border-edge bg-raised px-3 py-1 md:inset-x-auto md:right-4 md:bottom-4 md:max-w-md"
  >
    {children}
  </aside>
)

const YEAR_MS = 365 * 24 * 3600 * 1000

/** The proxy keeps the choice of language; it does not see the pages that come from this phone. */
function useKeptLanguage() {
  const locale = useLocale()
  useEffect(() => {
    const cookie = { name: 'NEXT_LOCALE', value: locale, expires: Date.now() + YEAR_MS, sameSite: 'lax' as const }
    window.cookieStore?.set(cookie).catch(() => null) // then the address still says it
  }, [locale])
}
