'use client'

import type { listReviewQueue } from '@salama/domain/reviews'
import { useTranslations } from 'next-intl'

type Waiting = Awaited<ReturnType<typeof listReviewQueue>>['waiting']

/** The number of open entries by kind, as a sentence. */
export function QueueCounts({ waiting }: { waiting: Waiting }) {
  const t = useTranslations('review')
  const sum = (pick: (each: Waiting[number]) => number) => waiting.reduce((total, each) => total + pick(each), 0)
  const [open, overdue] = [sum((each) => each.open), sum((each) => each.overdue)]
  return (
    <p>
      <strong>{t('waiting', { count: open })}</strong>
      {overdue > 0 && <strong className="text-danger"> {t('overdueCount', { count: overdue })}</strong>}
      <span className="text-soft">
        {' '}
        {waiting
          .filter((each) => each.open > 0)
          .map((each) => t(`count.${each.kind}`, { count: each.open }))
          .join(' · ')}
      </span>
    </p>
  )
}
