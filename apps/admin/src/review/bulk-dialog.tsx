'use client'

import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { getReviewEntry, ReviewPreview } from '@salama/domain/reviews/contract'
import { isErrorSlug } from '@salama/domain/shared'
import { call, problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { cx } from '@salama/ui/components/cx.ts'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { useQuery } from '@tanstack/react-query'
import { Ban, CheckCheck, CircleAlert, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { NoteField, ReasonField } from './form-fields.tsx'
import { KindMark } from './marks.tsx'
import type { Selection } from './queue-state.ts'
import { type BulkDecision, type BulkDecisionInput, type Outcome, useBulk } from './use-bulk.ts'

type Props = {
  entries: readonly ReviewEntry[]
  decision: BulkDecision
  /** `changed`: at least one entry was decided. */
  onClose: (changed: boolean) => void
}

/** One decision on several entries: reason, preview, then the decisions with their results. */
function BulkDialog({ entries, decision, onClose }: Props) {
  const t = useTranslations('review')
  const common = useTranslations('common')
  const bulk = useBulk(entries)
  const [reasonCode, setReasonCode] = useState('')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const params = { id: entries[0]?.id ?? '' }
  const { data, error, refetch } = useQuery({
    queryKey: ['review-reasons', entries[0]?.kind],
    queryFn: ({ signal }) => call<typeof getReviewEntry>('GET /api/review-queue/{id}', { params, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const needsReason = decision !== 'approved'
  const isMissing = needsReason && reasonCode === ''
  const decisionInput: BulkDecisionInput = {
    decision,
    ...(needsReason && { reasonCode }),
    ...(note.trim() && { note: note.trim() }),
  }
  const { preview, outcomes, busy, open } = bulk
  const hasDecided = [...outcomes.values()].includes('done')
  const loadPreview = () => {
    setTried(true)
    if (!isMissing) void bulk.loadPreview(decisionInput)
  }
  return (
    <Sheet
      title={t('bulkTitle', { what: t(`bulk.${decision}`), count: entries.length })}
      open
      onClose={() => {
        bulk.stop()
        onClose(hasDecided)
      }}
    >
      {preview === null ? (
        <>
          {error && <ProblemNotice problem={problemIn(error)} onRetry={() => void refetch()} />}
          {needsReason && (
            <ReasonField
              reasons={data?.reasons ?? []}
              decision={decision}
              value={reasonCode}
              onChange={setReasonCode}
              error={tried && isMissing}
            />
          )}
          <NoteField decision={decision} kind={entries[0]?.kind ?? 'report'} value={note} onChange={setNote} />
          <ProblemNotice problem={bulk.problem} />
          <Button variant="main" busy={busy === 'preview'} onClick={loadPreview} className="self-start">
            {t('bulkPreview')}
          </Button>
        </>
      ) : (
        <>
          <BulkResults entries={entries} preview={preview} outcomes={outcomes} />
          <p role="status" className="font-bold">
            {busy === 'pause'
              ? t('bulkPause')
              : t('bulkDone', {
                  done: [...outcomes.values()].filter((each) => each === 'done').length,
                  open: open.length,
                  not: entries.length - open.length - [...outcomes.values()].filter((each) => each === 'done').length,
                })}
          </p>
          <div className="flex flex-wrap gap-2">
            {open.length > 0 && (
              <Button
                variant={decision === 'rejected' ? 'danger' : 'main'}
                busy={busy !== null}
                onClick={() => void bulk.apply(decisionInput)}
              >
                {t('bulkApply', { what: t(`bulk.${decision}`), count: open.length })}
              </Button>
            )}
            {busy !== null && <Button onClick={bulk.stop}>{t('bulkStop')}</Button>}
            {busy === null && !hasDecided && <Button onClick={bulk.back}>{common('back')}</Button>}
            {busy === null && hasDecided && <Button onClick={() => onClose(true)}>{t('bulkClose')}</Button>}
          </div>
        </>
      )}
    </Sheet>
  )
}

type ResultsProps = {
  entries: readonly ReviewEntry[]
  preview: ReadonlyMap<string, ReviewPreview>
  outcomes: ReadonlyMap<string, Outcome>
}

/** The preview or result of each entry. */
function BulkResults({ entries, preview, outcomes }: ResultsProps) {
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

/** The decisions that are available in bulk, by kind. */
const DECISIONS = {
  report: ['approved', 'rejected', 'escalated'],
  feedback: ['approved', 'rejected', 'escalated'],
  collection_entry: ['approved', 'changes_requested', 'rejected', 'escalated'],
  dispute: ['approved', 'rejected', 'escalated'],
} as const satisfies Record<string, readonly BulkDecision[]>

/** The bulk action bar. It overlays the end of the page, which has padding for it. */
export function BulkBar({ selection, onDone }: { selection: Selection; onDone: () => void }) {
  const t = useTranslations('review')
  // A snapshot from when the dialog opened: decided entries leave the list but must still be shown.
  const [dialog, setDialog] = useState<{ decision: BulkDecision; entries: Selection['selected'] } | null>(null)
  const { selected, kind } = selection
  return (
    <>
      {kind && (
        <section
          aria-label={t('selection')}
          className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t-2 border-ink bg-paper px-4 py-2 lg:-mx-6 lg:px-6"
        >
          <p role="status" className="mr-2 font-bold">
            {t('selected', { count: selected.length, kind: t(`kind.${kind}`) })}
          </p>
          {DECISIONS[kind].map((decision) => (
            <Button key={decision} onClick={() => setDialog({ decision, entries: selected })}>
              {t(`bulk.${decision}`)}…
            </Button>
          ))}
          <Button variant="quiet" onClick={selection.clear}>
            {t('clearSelection')}
          </Button>
        </section>
      )}
      {dialog && (
        <BulkDialog
          {...dialog}
          onClose={(changed) => {
            setDialog(null)
            if (!changed) return
            selection.clear()
            onDone()
          }}
        />
      )}
    </>
  )
}
