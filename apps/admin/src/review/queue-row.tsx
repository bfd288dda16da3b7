import type { ReviewEntry, ReviewOddity } from '@salama/domain/review-entries/contract'
import { Tick } from '@salama/ui/components/controls.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { Image, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type MouseEvent, memo, useRef } from 'react'
import type { QueueFilter } from './filter.ts'
import { DueShort, KindMark, StateIcon, Viewers } from './marks.tsx'
import { entryPath } from './use-desk-url.ts'

type Props = {
  entry: ReviewEntry
  filter: QueueFilter
  nowMs: number
  isOpen: boolean
  selected: boolean
  /** Null when it cannot be selected: closed, or your own. `range`: with everything from the last one on. */
  onSelect: ((id: string, range: boolean) => void) | null
  onFocus: (id: string) => void
  onOpen: (id: string) => void
}

/** The columns of a row and of the headings above; where there is less room the last ones go, on a phone a second line. */
export const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 @min-[30rem]:grid-cols-[5.5rem_8rem_minmax(0,1fr)] @min-[36rem]:grid-cols-[5.5rem_8rem_5.5rem_minmax(0,1fr)] @min-[42rem]:grid-cols-[5.5rem_8rem_5.5rem_minmax(0,1fr)_6rem_4rem]'
const WIDE = 'hidden @min-[42rem]:block'

/** One line: due, kind, plate, what it says with its flags, place, and its author's record. */
export const QueueRow = memo(function QueueRow({ entry, filter, nowMs, isOpen, selected, ...props }: Props) {
  const t = useTranslations('review')
  const { about } = entry
  const isRange = useRef(false)
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.button !== 0) return // a new tab
    event.preventDefault()
    if (event.shiftKey) props.onSelect?.(entry.id, true)
    else props.onOpen(entry.id)
  }
  return (
    <div
      className={cx(
        'flex items-stretch border-b border-line focus-within:bg-sunken hover:bg-sunken',
        selected ? 'bg-ok-wash' : isOpen && 'bg-sunken',
        isOpen && 'band-beside',
      )}
    >
      <label className="grid w-touch shrink-0 place-items-center lg:w-9">
        <Tick
          type="checkbox"
          checked={selected}
          disabled={props.onSelect === null}
          onClick={(event) => {
            isRange.current = event.shiftKey
          }}
          onChange={() => props.onSelect?.(entry.id, isRange.current)}
          className="size-4.5 accent-body disabled:opacity-30"
        />
        <span className="sr-only">{t('select')}</span>
      </label>
      <Link
        href={entryPath(entry.id, filter)}
        prefetch={false}
        data-entry={entry.id}
        aria-current={isOpen ? 'true' : undefined}
        onClick={follow}
        onFocus={() => props.onFocus(entry.id)}
        className={cx(
          COLUMNS,
          'min-h-touch min-w-0 flex-1 items-center py-1 ps-1.5 pe-2 text-xs -outline-offset-3 *:min-w-0 lg:min-h-[35px] lg:py-0',
        )}
      >
        <span className="truncate @max-[30rem]:order-2">
          <DueShort entry={entry} nowMs={nowMs} />
        </span>
        <strong className="truncate font-semibold @max-[30rem]:order-1">
          <KindMark entry={entry} />
        </strong>
        <span className="hidden truncate font-bold @min-[36rem]:block">
          {about?.plate ? formatPlate(about.plate) : '–'}
        </span>
        <span className="flex items-center gap-2 @max-[30rem]:order-3 @max-[30rem]:col-span-2">
          <Says entry={entry} />
        </span>
        <span className={cx('truncate text-soft', WIDE)}>{about?.placeName ?? about?.corridor}</span>
        <span className={cx('truncate', WIDE)}>
          <RecordMark record={about?.record ?? null} />
        </span>
      </Link>
    </div>
  )
})

/** The beginning of the text, or what a field entry changes in the register; and what stands out. */
function Says({ entry }: { entry: ReviewEntry }) {
  const t = useTranslations('review')
  const { about, viewers } = entry
  const flag = about?.oddities[0] ?? (about?.distanceM == null ? undefined : 'similar')
  const photos = about?.photoIds.length ?? 0
  return (
    <>
      <span className="min-w-0 flex-1 truncate">{useSaid(entry)}</span>
      {flag && (
        <span className="max-w-1/2 truncate rounded-[4px] bg-warn-wash px-1.5 py-0.5 font-semibold text-warn">
          {t(`flag.${flag}`)}
        </span>
      )}
      {photos > 0 && (
        <span className="flex items-center gap-1 text-soft">
          <Icon as={Image} />
          <span className="sr-only">{t('photosCount', { count: photos })}</span>
        </span>
      )}
      <StateIcon entry={entry} />
      {viewers.length > 0 && <Viewers viewers={viewers} isShort />}
    </>
  )
}

function useSaid({ kind, reason, about }: ReviewEntry): string {
  const t = useTranslations('review')
  if (!about) return t(reasonKey(reason))
  const { capacity, known, sacco } = about
  const seats = capacity === null ? null : t('says.seats', { count: capacity })
  const parts =
    kind !== 'collection_entry'
      ? [about.stars && t('starsOf', { stars: about.stars })]
      : known === null
        ? [t('says.new'), seats, sacco]
        : [
            capacity !== null &&
              capacity !== known.capacity &&
              t('says.seatsChange', { from: known.capacity ?? '–', to: capacity }),
            sacco && sacco !== known.sacco && t('says.change', { from: known.sacco ?? '–', to: sacco }),
          ]
  const said = [...parts, about.excerpt].filter((part) => typeof part === 'string' && part !== '')
  return said.join(' · ') || t(kind === 'collection_entry' ? 'says.same' : reasonKey(reason))
}

/** How the author's last hundred were decided; a poor record stands out. */
function RecordMark({ record }: { record: NonNullable<ReviewEntry['about']>['record'] }) {
  const t = useTranslations('review')
  if (record === null) return null
  const { accepted, decided } = record
  if (decided === 0) return <span className="text-soft">{t('recordFirst')}</span>
  const isPoor = accepted * 4 < decided * 3
  return <span className={isPoor ? 'font-bold text-warn' : 'text-soft'}>{t('record', { accepted, decided })}</span>
}

/** What is odd about an entry, and why it is not part of bulk decisions. */
export function OddityMarks({ oddities }: { oddities: readonly ReviewOddity[] }) {
  const t = useTranslations('review')
  return (
    <span className="flex items-start gap-1.5 text-sm font-semibold text-warn">
      <Icon as={TriangleAlert} className="mt-0.5" />
      {oddities.map((each) => t(`oddity.${each}`)).join(' ')}
    </span>
  )
}

const REASONS = [
  'category',
  'injury',
  'time',
  'burst',
  'network',
  'author',
  'answered',
  'photo',
  'addition',
  'denied',
  'held',
  'contested',
  'revised',
  'reopened',
  'field_work',
] as const

/** The label of the reason for a review. An unknown reason has a generic label. */
export const reasonKey = (reason: string) => `why.${REASONS.find((known) => known === reason) ?? 'other'}` as const
