import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { ReviewPreview } from '@salama/domain/reviews/bulk-contract'
import { isErrorSlug } from '@salama/domain/shared'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { Ban } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { KindMark } from './marks.tsx'
import { OddityMarks } from './queue-row.tsx'
import { Thumbnails } from './thumbnails.tsx'
import type { BulkDecision } from './use-bulk.ts'
import { entryPath } from './use-desk-url.ts'

type Props = { entries: readonly ReviewEntry[]; decision: BulkDecision; preview: ReadonlyMap<string, ReviewPreview> }

/** The sums of a decision by its effect, what is held out of it with the reasons, and behind a press what it has. */
export function BulkResults({ entries, decision, preview }: Props) {
  const t = useTranslations('review')
  const isIn = ({ id }: ReviewEntry) => preview.get(id)?.problem === null
  const held = entries.filter((entry) => !isIn(entry))
  const included = entries.filter(isIn)
  const effects = included.flatMap(({ id }) => preview.get(id)?.effects ?? [])
  const sums = EFFECTS.flatMap((effect) => {
    const count = effects.filter((each) => each === effect).length
    return count > 0 ? [{ effect, count }] : []
  })
  return (
    <>
      <p className="flex flex-wrap gap-x-8 gap-y-1">
        <span>
          <strong className="text-2xl">{included.length}</strong> {t(`bulkIn.${decision}`)}
        </span>
        <span className={cx(held.length > 0 && 'text-warn')}>
          <strong className="text-2xl">{held.length}</strong> {t('bulkHeldOut')}
        </span>
      </p>
      {sums.length > 0 && (
        <table>
          <caption className="sr-only">{t('bulkSums')}</caption>
          <tbody>
            {sums.map(({ effect, count }) => (
              <tr key={effect}>
                <td className="w-12 py-0.5 pe-3 text-end font-semibold tabular-nums">{count}</td>
                <th scope="row" className={cx('text-start font-normal', DETAILS.has(effect) && 'ps-6 text-soft')}>
                  {t(`effect.${effect}`)}
                </th>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {held.length > 0 && (
        <section className="flex flex-col gap-1">
          <h3 className="font-semibold">{t('bulkHeldTitle', { count: held.length })}</h3>
          <p className="text-soft">{t('bulkHeldWords')}</p>
          <BulkList label={t('bulkHeldTitle', { count: held.length })} entries={held} preview={preview} />
        </section>
      )}
      {included.length > 0 && (
        <details>
          <summary className="touch-link cursor-pointer">{t('bulkShowAll', { count: included.length })}</summary>
          <BulkList label={t('bulkList')} entries={included} preview={preview} />
        </details>
      )}
    </>
  )
}

/** In the order of the sums; details of the vehicles that change stand below them. */
const EFFECTS = [
  'vehicle_new',
  'vehicle_changed',
  'seats',
  'sacco',
  'fleet_name',
  'routes',
  'sticker',
  'vehicle_seen',
  'incident_new',
  'incident_joined',
  'shown_now',
  'accepted',
  'rejected',
  'needs_info',
  'counted',
  'approved',
  'changes_requested',
  'verified',
  'refuted',
  'in_review',
  'held',
  'submitted',
  'disputed',
] as const
const DETAILS: ReadonlySet<string> = new Set(['seats', 'sacco', 'fleet_name', 'routes', 'sticker'])

type ListProps = { label: string; entries: readonly ReviewEntry[]; preview: ReadonlyMap<string, ReviewPreview> }

function BulkList({ label, entries, preview }: ListProps) {
  const t = useTranslations('review')
  const errors = useTranslations('errors')
  const problemOf = ({ id, about }: ReviewEntry) => {
    const code = preview.get(id)?.problem ?? null
    if (code === null || (code === 'needs_own_review' && about && about.oddities.length > 0)) return null
    return errors(isErrorSlug(code) ? code : 'internal')
  }
  return (
    <ul aria-label={label} className="flex flex-col border-y border-line">
      {entries.map((entry) => {
        const { about } = entry
        const problem = problemOf(entry)
        return (
          <li
            key={entry.id}
            className="flex flex-col gap-0.5 border-b border-line py-2 [contain-intrinsic-size:auto_4rem] [content-visibility:auto] last:border-0"
          >
            <span className="flex flex-wrap items-center gap-x-2 font-semibold">
              {about?.plate ? <Plate value={about.plate} /> : <KindMark entry={entry} />}
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
            {problem && (
              <span className="flex items-start gap-1.5 text-danger">
                <Icon as={Ban} className="mt-0.5" />
                {problem}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
