import { Notice } from '@salama/ui/components/notice.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import type { ServerEntry } from '@/field-state/field-cache.ts'
import { OwnPhotos } from '@/field-state/own-photos.tsx'
import type { FieldState } from '@/field-state/use-field-state.ts'
import { revisesOf } from '@/outbox/content.ts'

/** The known reasons for returning an entry; for an unknown one only the reviewer's note is shown. */
export const REASONS = ['photo_unreadable', 'plate_mismatch', 'facts_missing', 'facts_wrong'] as const
/** Those of a rejection too. */
const DECISION_REASONS = [...REASONS, 'not_there', 'duplicate'] as const
export const decisionReason = (reason: string | null) => DECISION_REASONS.find((each) => each === reason)
export const knownReason = (reason: string | null) => REASONS.find((each) => each === reason)

/** The returned entries that were not corrected on this phone yet. */
export function leftToFix({ entries, server }: Pick<FieldState, 'entries' | 'server'>): ServerEntry[] {
  const onItsWay = new Set(entries.map(({ item }) => revisesOf(item.content)))
  return (server?.entries ?? []).filter(({ id, state }) => state === 'changes_requested' && !onItsWay.has(id))
}

/** Shows why an entry was returned, and the photos that it has. */
export function Returned({ account, entry }: { account: string; entry: ServerEntry }) {
  const { decision } = entry
  const t = useTranslations('collect')
  const { moment } = useTimes()
  if (!decision) return <OwnPhotos account={account} entry={entry} />
  const reason = knownReason(decision.reason)
  return (
    <Notice tone="warn" title={t('returnedTitle')}>
      {reason && <p>{t(`reason.${reason}`)}</p>}
      {decision.note && <p className="font-semibold">“{decision.note}”</p>}
      {decision.reservedUntil && <p>{t('reserved', { time: moment(decision.reservedUntil) })}</p>}
      <OwnPhotos account={account} entry={entry} />
    </Notice>
  )
}
