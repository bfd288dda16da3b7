'use client'

import type { ReviewAuthor } from '@salama/domain/review-subjects/contract'
import { useTranslations } from 'next-intl'
import { Part } from './part.tsx'

const COUNTS = ['accepted', 'rejected', 'duplicate', 'returned', 'withdrawn', 'waiting'] as const

/** What whoever sent it sent besides, as counts; never who it is. */
export function AuthorRecord({ author }: { author: ReviewAuthor }) {
  const t = useTranslations('review')
  const counts = COUNTS.filter((name) => (author[name] ?? 0) > 0)
  return (
    <Part title={t('authorTitle')}>
      <p>
        {t(!author.account ? 'authorNone' : author.newAccount ? 'authorNew' : 'authorKnown')}{' '}
        {author.sent === 0 ? t('authorFirst') : t('authorSent', { count: author.sent })}
        {counts.length > 0 &&
          ` ${counts.map((name) => t(`authorCount.${name}`, { count: author[name] ?? 0 })).join(', ')}.`}
        {author.vehicles !== undefined && author.vehicles > 0 && ` ${t('authorVehicles', { count: author.vehicles })}`}
      </p>
    </Part>
  )
}
