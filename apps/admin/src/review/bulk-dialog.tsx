import type { ReviewEntry, ReviewReason } from '@salama/domain/review-entries/contract'
import { problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { BulkResults } from './bulk-results.tsx'
import { clearDraft, useDraft } from './draft.ts'
import { NoteField, ReasonField } from './form-fields.tsx'
import { MAX_SELECTED, type Selection } from './queue-state.ts'
import { type BulkDecision, type BulkDecisionInput, useBulk } from './use-bulk.ts'
import { entryQuery } from './use-entry.ts'

type Props = {
  entries: readonly ReviewEntry[]
  decision: BulkDecision
  /** `changed`: at least one entry was decided. */
  onClose: (changed: boolean) => void
}

/** The reasons that all kinds of the entries have in common; null while they are loading. */
function useSharedReasons(entries: readonly ReviewEntry[]) {
  const examples = [...new Map(entries.map((entry) => [entry.kind, entry.id])).values()]
  const results = useQueries({ queries: examples.map((id) => entryQuery(id)) })
  const failed = results.find(({ error }) => error)
  const lists = results.flatMap(({ data }) => (data ? [data.reasons] : []))
  const [first = [], ...others] = lists
  const isShared = ({ code }: ReviewReason, decision: BulkDecision) =>
    others.every((list) => list.some((each) => each.code === code && each.decisions.includes(decision)))
  return {
    reasonsFor: (decision: BulkDecision) =>
      lists.length < examples.length
        ? null
        : first.filter((each) => each.decisions.includes(decision) && isShared(each, decision)),
    error: failed?.error ?? null,
    refetch: () => failed?.refetch(),
  }
}

/** In place of an entry: what was typed for several is kept for just these. */
const draftIdOf = (entries: readonly ReviewEntry[]) =>
  `bulk.${entries
    .map(({ id }) => id)
    .sort()
    .join()}`

/**
 * One decision on several entries: reason, preview, then the decisions with their results. What was typed is there again
 * when the dialog was closed by mistake, until every decision was made or it is discarded.
 */
function BulkDialog({ entries, decision, onClose }: Props) {
  const t = useTranslations('review')
  const common = useTranslations('common')
  const bulk = useBulk(entries)
  const draftId = draftIdOf(entries)
  const { draft, change } = useDraft(draftId, decision)
  const { reasonCode, note } = draft
  const [tried, setTried] = useState(false)
  const { reasonsFor, error, refetch } = useSharedReasons(entries)
  const reasons = reasonsFor(decision)
  const needsReason = decision !== 'approved'
  const isMissing = needsReason && reasonCode === ''
  const decisionInput: BulkDecisionInput = {
    decision,
    ...(needsReason && { reasonCode }),
    ...(note.trim() && { note: note.trim() }),
  }
  const { preview, outcomes, busy, open } = bulk
  const done = [...outcomes.values()].filter((each) => each === 'done').length
  const isAllDone = done > 0 && open.length === 0
  useEffect(() => {
    if (isAllDone) clearDraft(draftId, decision)
  }, [isAllDone, draftId, decision])
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
        onClose(done > 0)
      }}
    >
      {preview === null ? (
        <>
          {error && <ProblemNotice problem={problemIn(error)} onRetry={() => void refetch()} />}
          {needsReason && reasons?.length === 0 && <p className="font-semibold">{t('bulkNoReason')}</p>}
          {needsReason && reasons?.length !== 0 && (
            <ReasonField
              reasons={reasons ?? []}
              decision={decision}
              value={reasonCode}
              onChange={(code) => change({ reasonCode: code })}
              error={tried && isMissing}
            />
          )}
          <NoteField
            decision={decision}
            kind={noteKind(entries)}
            value={note}
            onChange={(text) => change({ note: text })}
          />
          <ProblemNotice problem={bulk.problem} />
          <Progress value={bulk.progress} max={entries.length} busy={busy} />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="main"
              busy={busy !== null}
              disabled={needsReason && reasons?.length === 0}
              onClick={loadPreview}
            >
              {t('bulkPreview')}
            </Button>
            {busy !== null && <Button onClick={bulk.stop}>{t('bulkStop')}</Button>}
            {busy === null && (reasonCode !== '' || note !== '') && (
              <Button
                variant="quiet"
                onClick={() => {
                  clearDraft(draftId, decision)
                  onClose(false)
                }}
              >
                {t('bulkDiscard')}
              </Button>
            )}
          </div>
        </>
      ) : (
        <>
          <BulkResults entries={entries} preview={preview} outcomes={outcomes} />
          <ProblemNotice problem={bulk.problem} />
          <div className="sticky -bottom-8 -mx-4 -mb-8 flex flex-col gap-2 border-t border-line bg-paper px-4 pt-2 pb-4">
            <Progress value={bulk.progress} max={open.length + bulk.progress} busy={busy} />
            <p role="status" className="font-semibold">
              {busy === 'pause'
                ? t('bulkPause')
                : t('bulkDone', { done, open: open.length, not: entries.length - open.length - done })}
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
              {busy === null && done === 0 && <Button onClick={bulk.back}>{common('back')}</Button>}
              {busy === null && done > 0 && <Button onClick={() => onClose(true)}>{t('bulkClose')}</Button>}
            </div>
          </div>
        </>
      )}
    </Sheet>
  )
}

/** Who reads the note depends on the kind: of several kinds it is for colleagues. */
const noteKind = (entries: readonly ReviewEntry[]) => {
  const [kind = 'report', ...others] = new Set(entries.map((entry) => entry.kind))
  return others.length > 0 ? 'feedback' : kind
}

function Progress({ value, max, busy }: { value: number; max: number; busy: string | null }) {
  const t = useTranslations('review')
  if (busy === null) return null
  return (
    <label className="flex flex-col gap-1 font-semibold">
      {t('bulkProgress', { done: value, all: max })}
      <progress value={value} max={max} className="h-3 w-full accent-body" />
    </label>
  )
}

/** The decisions that are available in bulk: those that all kinds of the selection share. */
const decisionsOf = (selected: readonly ReviewEntry[]): readonly BulkDecision[] =>
  selected.every(({ kind }) => kind === 'collection_entry')
    ? ['approved', 'changes_requested', 'rejected', 'escalated']
    : ['approved', 'rejected', 'escalated']

type BarProps = {
  selection: Selection
  /** How many open entries fit the filter; null for a list of decided ones. */
  matching: number | null
  onDone: () => void
}

/** The bulk action bar. It overlays the end of the page, which has padding for it. */
export function BulkBar({ selection, matching, onDone }: BarProps) {
  const t = useTranslations('review')
  // A snapshot from when the dialog opened: decided entries leave the list but must still be shown.
  const [dialog, setDialog] = useState<{ decision: BulkDecision; entries: Selection['selected'] } | null>(null)
  const { selected } = selection
  const kinds = [...new Set(selected.map(({ kind }) => kind))]
  const isMore = matching !== null && selected.length < Math.min(matching, MAX_SELECTED)
  return (
    <>
      {selected.length > 0 && (
        <section
          aria-label={t('selection')}
          className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-ink bg-paper px-4 py-2 lg:mx-0 lg:px-2"
        >
          <p role="status" className="me-2 font-semibold">
            {t('selected', { count: selected.length, kind: kinds.map((kind) => t(`kind.${kind}`)).join(', ') })}
          </p>
          {decisionsOf(selected).map((decision) => (
            <Button key={decision} onClick={() => setDialog({ decision, entries: selected })}>
              {t(`bulk.${decision}`)}…
            </Button>
          ))}
          {isMore && (
            <Button variant="quiet" busy={selection.busy} onClick={() => void selection.selectMatching()}>
              {t('selectMatching', { count: Math.min(matching, MAX_SELECTED) })}
            </Button>
          )}
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
            if (changed) onDone()
          }}
        />
      )}
    </>
  )
}
