import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { ReviewPreview } from '@salama/domain/reviews/bulk-contract'
import { isErrorSlug } from '@salama/domain/shared'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { Ban, CheckCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { KindMark } from './marks.tsx'
import { OddityMarks, Thumbnails } from './queue-row.tsx'
import type { Outcome } from './use-bulk.ts'
import { entryPath } from './use-desk-url.ts'

type Props = {
  entries: readonly ReviewEntry[]
  preview: ReadonlyMap<string, ReviewPreview>
  outcomes: ReadonlyMap<string, Outcome>
}

/** The facts of each entry, and its preview or result. What cannot be decided here comes first. */
export function BulkResults({ entries, preview, outcomes }: Props) {
  const t = useTranslations('review')
  const words = useOutcomeWords()
  const isRefused = ({ id }: ReviewEntry) => preview.get(id)?.problem !== null
  return (
    <ul aria-label={t('bulkList')} className="flex flex-col border-y border-line">
      {entries
        .toSorted((a, b) => Number(isRefused(b)) - Number(isRefused(a)))
        .map((entry) => {
          const { icon, text, isBad } = words(preview.get(entry.id), outcomes.get(entry.id))
          const { about } = entry
          return (
            <li
              key={entry.id}
              className="flex flex-col gap-0.5 border-b border-line py-2 [contain-intrinsic-size:auto_6rem] [content-visibility:auto] last:border-0"
            >
              <span className="flex flex-wrap items-center gap-x-2 font-semibold">
                <KindMark entry={entry} />
                {about?.plate && <Plate value={about.plate} />}
                {about?.stars && <span>{t('starsOf', { stars: about.stars })}</span>}
                <span className="font-normal text-soft">
                  {[about?.sacco, about?.placeName, about?.corridor].filter(Boolean).join(' · ')}
                </span>
                <Link href={entryPath(entry.id, {})} prefetch={false} target="_blank" className="ms-auto touch-link">
                  {t('openInTab')}
                </Link>
              </span>
              {about?.excerpt && <span className="break-words">{about.excerpt}</span>}
              <Thumbnails entry={entry} />
              {about && about.oddities.length > 0 && <OddityMarks oddities={about.oddities} />}
              <span className={cx('flex items-start gap-1.5', isBad && 'text-danger')}>
                <Icon as={icon} className="mt-0.5" />
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
    if (outcome === 'network') return { icon: CircleAlert, text: errors('network'), isBad: true }
    if (outcome !== undefined) return no(outcome, CircleAlert)
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

/** Escalated: the subject's state does not change. */
const STAYS = ['in_review', 'held', 'disputed']

/** The state and visibility that the subject would have. */
function becomes({ after }: ReviewPreview, t: ReturnType<typeof useTranslations<'review'>>): string {
  if (after?.state && STAYS.includes(after.state)) return t('becomes.stays')
  const standing = STANDINGS.find((known) => known === after?.state)
  const words = standing ? t(`becomes.${standing}`) : t('outcome.waiting')
  if (standing !== 'linked' || !after) return words
  const shown = after.lifecycle === 'active' ? t('becomes.live') : t('becomes.past')
  return [words, t('becomes.incident', { count: after.reports ?? 0 }), shown].join(' ')
}
