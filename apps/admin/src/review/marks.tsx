import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import {
  AlarmClock,
  Ban,
  CheckCheck,
  CircleHelp,
  Clock,
  Copy,
  Eye,
  FileWarning,
  Flag,
  Hand,
  type LucideIcon,
  Scale,
  Star,
  Truck,
  Undo2,
} from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { lengthWords } from './length-words.ts'

const AGAIN_MS = 15_000

/** The current time, updated at an interval; the server's time until hydration, so that both render the same. */
export function useNow(serverNow: string): number {
  const [now, setNow] = useState(() => Date.parse(serverNow))
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

const KINDS: Record<ReviewEntry['kind'], LucideIcon> = {
  report: FileWarning,
  feedback: Star,
  collection_entry: Truck,
  dispute: Scale,
}

/** The subject of an entry, with the icon of its category or kind. */
export function KindMark({ entry: { kind, about } }: { entry: ReviewEntry }) {
  const t = useTranslations('review')
  const category = useTranslations('categories')
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {about?.category ? <CategoryIcon category={about.category} /> : <Icon as={KINDS[kind]} />}
      <span className="truncate">
        {about?.category ? category(about.category) : t(`kind.${kind}`)}
        {about?.category && kind === 'dispute' && ` (${t('kind.dispute')})`}
      </span>
    </span>
  )
}

/** The due time of an entry; overdue ones have another icon and say by how much. */
export function DueMark({ entry: { dueAt, decidedAt }, nowMs }: { entry: ReviewEntry; nowMs: number }) {
  const t = useTranslations('review')
  const { moment, clock } = useTimes()
  if (decidedAt) return <span className="text-soft">{t('decidedAt', { time: moment(decidedAt) })}</span>
  const lateMs = nowMs - Date.parse(dueAt)
  if (lateMs < 0)
    return (
      <span className="inline-flex items-center gap-1.5 text-soft">
        <Icon as={Clock} />
        {-lateMs > 12 * 3_600_000 ? t('dueIn', { time: lengthWords(-lateMs, t) }) : t('due', { time: clock(dueAt) })}
      </span>
    )
  return (
    <strong className="inline-flex items-center gap-1.5 text-danger">
      <Icon as={AlarmClock} />
      {t('overdue', { time: lengthWords(lateMs, t) })}
    </strong>
  )
}

/** When an entry is due, in the fewest words; red when it is late, bold in the last two hours. */
export function DueShort({ entry: { dueAt, decidedAt }, nowMs }: { entry: ReviewEntry; nowMs: number }) {
  const t = useTranslations('review')
  const { shortDay, clock } = useTimes()
  if (decidedAt) return <span className="text-soft">{`${shortDay(decidedAt)}, ${clock(decidedAt)}`}</span>
  const leftMs = Date.parse(dueAt) - nowMs
  if (leftMs <= 0) return <strong className="text-danger">{t('late', { time: lengthWords(-leftMs, t) })}</strong>
  return <span className={leftMs < 7_200_000 ? 'font-bold' : 'text-soft'}>{lengthWords(leftMs, t)}</span>
}

const STATES: Record<ReviewEntry['state'], LucideIcon> = {
  pending: Clock,
  claimed: Hand,
  escalated: Flag,
  approved: CheckCheck,
  approved_with_edits: CheckCheck,
  changes_requested: CircleHelp,
  rejected: Ban,
  duplicate: Copy,
  withdrawn: Undo2,
}

export const personName = (person: { displayName: string | null; email: string | null } | null, unnamed: string) =>
  person?.displayName ?? person?.email ?? unnamed

function useStateWords(entry: ReviewEntry): string {
  const t = useTranslations('review')
  const { clock } = useTimes()
  const { state, own, claimedByYou, claimedBy, claimedUntil, escalatedBy, escalatedByYou, assignedTo } = entry
  if (own && entry.decidedAt === null) return t(entry.kind === 'dispute' ? 'ownPartShort' : 'ownShort')
  if (state === 'claimed' && claimedUntil)
    return claimedByYou
      ? t('yoursUntil', { time: clock(claimedUntil) })
      : t('theirsUntil', { who: personName(claimedBy, t('colleague')), time: clock(claimedUntil) })
  if (state === 'escalated')
    return escalatedByYou ? t('escalatedByYou') : t('escalatedBy', { who: personName(escalatedBy, t('colleague')) })
  if (assignedTo && entry.decidedAt === null)
    return entry.assignedToYou ? t('assignedToYou') : t('assignedTo', { who: personName(assignedTo, t('colleague')) })
  return t(`state.${state}`)
}

const stateLook = ({ claimedByYou }: ReviewEntry) => (claimedByYou ? 'font-semibold' : 'text-soft')

/** The assignee or state of an entry; your own claims stand out. */
export function StateMark({ entry }: { entry: ReviewEntry }) {
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-1.5', stateLook(entry))}>
      <Icon as={STATES[entry.state]} />
      <span className="truncate">{useStateWords(entry)}</span>
    </span>
  )
}

/** In a row: a picture where somebody has it or it is decided, its words for a pointer and a screen reader. */
export function StateIcon({ entry }: { entry: ReviewEntry }) {
  const words = useStateWords(entry)
  if (entry.state === 'pending' && entry.assignedTo === null && !entry.own) return null
  return (
    <span title={words} className={stateLook(entry)}>
      <Icon as={STATES[entry.state]} />
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** The colleagues who have an entry open now. */
export function Viewers({ viewers, isShort = false }: { viewers: ReviewEntry['viewers']; isShort?: boolean }) {
  const t = useTranslations('review')
  const words = t('viewers', { who: viewers.map((each) => personName(each, t('colleague'))).join(', ') })
  if (isShort)
    return (
      <span title={words}>
        <Icon as={Eye} />
        <span className="sr-only">{words}</span>
      </span>
    )
  return (
    <p role="status" className={viewers.length > 0 ? 'flex items-center gap-1.5 font-semibold' : 'sr-only'}>
      {viewers.length > 0 && (
        <>
          <Icon as={Eye} />
          {words}
        </>
      )}
    </p>
  )
}
