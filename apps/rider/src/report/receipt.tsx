'use client'

import type { Category } from '@salama/domain/incidents/contract'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LinkButton } from '@salama/ui/components/link-button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { isSensitive } from './draft.ts'
import { QuickExit } from './quick-exit.tsx'
import type { Received } from './send-report.ts'
import { Support } from './support.tsx'

/** The report has arrived: when, and what happens to it now. */
export function Receipt({ received, category }: { received: Received; category: Category }) {
  const t = useTranslations('report.receipt')
  const { clock } = useTimes()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const time = clock(received.receivedAt)
  const sensitive = isSensitive(category)
  return (
    <div className="flex flex-col gap-6 py-4">
      {sensitive && <QuickExit />}
      <section aria-labelledby="receipt" className="flex flex-col gap-3">
        <h1 id="receipt" ref={heading} tabIndex={-1} className="flex items-start gap-3 text-2xl font-bold outline-none">
          <Icon as={CircleCheck} className="mt-0.5 text-ok" />
          {t('received', { time })}
        </h1>
        <p className="max-w-prose text-lg">{t(`kinds.${received.shown}`)}</p>
        {sensitive && <p className="max-w-prose text-soft">{t('erased')}</p>}
      </section>
      {sensitive && <Support />}
      <div className="flex flex-col gap-3 md:flex-row">
        {received.incidentId !== null && (
          <LinkButton look="main" size="large" href={`/incidents/${received.incidentId}`}>
            {t('see')}
          </LinkButton>
        )}
        <LinkButton size="large" href="/">
          {t('nearby')}
        </LinkButton>
      </div>
    </div>
  )
}
