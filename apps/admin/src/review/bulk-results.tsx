'use client'

import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { ReviewPreview } from '@salama/domain/reviews/contract'
import { isErrorSlug } from '@salama/domain/shared'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Ban, CheckCheck, CircleAlert, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { KindMark } from './marks.tsx'
import type { Outcome } from './use-bulk.ts'

type Props = {
  entries: readonly ReviewEntry[]
  preview: ReadonlyMap<string, ReviewPreview>
  outcomes: ReadonlyMap<string, Outcome>
}

/** For each entry what will happen to it, or what has. */
export function BulkResults({ entries, preview, outcomes }: Props) {
  const t = useTranslations('review')
  const words = useOutcomeWords()
  return (
    <ul aria-label={t('bulkList')} className="flex flex-col border-y-2 border-line">
      {entries.map((entry) => {
        const { icon, text, isBad } = words(preview.get(entry.id), outcomes.get(entry.id))
        return (
          <li key={entry.id} className="flex flex-col gap-0.5 border-b border-line py-2 last:border-0">
            <span className="flex flex-wrap items-center gap-x-2 font-semibold">
              <KindMark entry={entry} />
              <span className="font-normal text-soft">
                {[entry.about?.plate, entry.about?.placeName].filter(Boolean).join(', ')}
              </span>
            </span>
            <span className={cx('flex items-start gap-1.5', isBad && 'text-danger')}>
              <Icon as={icon} className={cx('mt-0.5', icon === LoaderCircle && 'animate-turn')} />
              {text}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function useOutcomeWords() {
  const t = useTranslations('review')
  const errors = useTranslations('errors')
  const no = (code: string, icon: LucideIcon) => ({
    icon,
    text: errors(isErrorSlug(code) ? code : 'internal'),
    isBad: true,
  })
  return (foreseen: ReviewPreview | undefined, outcome: Outcome | undefined) => {
    if (outcome === 'done') return { icon: CheckCheck, text: t('outcome.done'), isBad: false }
    if (outcome === 'sending') return { icon: LoaderCircle, text: t('outcome.sending'), isBad: false }
    if (outcome === 'network') return { icon: CircleAlert, text: errors('network'), isBad: true }
    if (outcome !== undefined && outcome !== 'waiting') return no(outcome, CircleAlert)
    if (!foreseen) return { icon: Clock, text: t('outcome.waiting'), isBad: false }
    if (foreseen.problem !== null) return no(foreseen.problem, Ban)
    return { icon: Clock, text: becomes(foreseen, t), isBad: false }
  }
}

const STANDINGS = [
  'accepted',
  'linked',
  'rejected',
  'needs_info',
  'duplicate',
  'counted',
  'approved',
  'changes_requested',
  'verified',
  'refuted',
] as const

/** Passed on: what it is about is what it was. */
const STAYS = ['in_review', 'held', 'disputed']

/** Where its subject would stand, and what others would see of it. */
function becomes({ after }: ReviewPreview, t: ReturnType<typeof useTranslations<'review'>>): string {
  if (after?.state && STAYS.includes(after.state)) return t('becomes.stays')
  const standing = STANDINGS.find((known) => known === after?.state)
  const words = standing ? t(`becomes.${standing}`) : t('outcome.waiting')
  if (standing !== 'linked' || !after) return words
  const shown = after.lifecycle === 'active' ? t('becomes.live') : t('becomes.past')
  return [words, t('becomes.incident', { count: after.reports ?? 0 }), shown].join(' ')
}
