import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import { problemIn } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { BatchUndo } from './batch-undo.tsx'
import { BulkResults } from './bulk-results.tsx'
import { clearDraft, useDraft } from './draft.ts'
import { NoteField, ReasonField } from './form-fields.tsx'
import { type BulkDecision, type BulkDecisionInput, useBulk } from './use-bulk.ts'
import { entryQuery } from './use-entry.ts'

type Props = {
  entries: readonly ReviewEntry[]
  decision: BulkDecision
  /** `changed`: at least one entry was decided. */
  onClose: (changed: boolean) => void
}

/** In place of an entry: what was typed for several is kept for just these. */
const draftIdOf = (entries: readonly ReviewEntry[]) =>
  `bulk.${entries
    .map(({ id }) => id)
    .sort()
    .join()}`

/**
 * One decision on several entries of one kind: reason, preview with its sums and what is held out, then the decision with
 * one undo for all. What was typed is there again when the dialog was closed by mistake, until it is decided or discarded.
 */
export function BulkDialog({ entries, decision, onClose }: Props) {
  const t = useTranslations('review')
  const common = useTranslations('common')
  const bulk = useBulk(entries)
  const draftId = draftIdOf(entries)
  const { draft, change } = useDraft(draftId, decision)
  const { reasonCode, note } = draft
  const [tried, setTried] = useState(false)
  const example = useQuery(entryQuery(entries[0]?.id ?? ''))
  const kind = entries[0]?.kind ?? 'report'
  const needsReason = decision !== 'approved'
  const isMissing = needsReason && reasonCode === ''
  const decisionInput: BulkDecisionInput = {
    decision,
    ...(needsReason && { reasonCode }),
    ...(note.trim() && { note: note.trim() }),
  }
  const { preview, batch, busy, open } = bulk
  useEffect(() => {
    if (batch) clearDraft(draftId, decision)
  }, [batch, draftId, decision])
  const loadPreview = () => {
    setTried(true)
    if (!isMissing) void bulk.loadPreview(decisionInput)
  }
  return (
    <Sheet
      title={t('bulkTitle', { what: t(`bulk.${decision}`), count: entries.length })}
      open
      onClose={() => onClose(bulk.hasChanged)}
    >
      {preview === null ? (
        <>
          {example.error && <ProblemNotice problem={problemIn(example.error)} onRetry={() => void example.refetch()} />}
          {needsReason && (
            <ReasonField
              reasons={example.data?.reasons ?? []}
              decision={decision}
              value={reasonCode}
              onChange={(code) => change({ reasonCode: code })}
              error={tried && isMissing}
            />
          )}
          <NoteField decision={decision} kind={kind} value={note} onChange={(text) => change({ note: text })} />
          <ProblemNotice problem={bulk.problem} />
          <div className="flex flex-wrap gap-2">
            <Button variant="main" busy={busy} onClick={loadPreview}>
              {t('bulkPreview')}
            </Button>
            {!busy && (reasonCode !== '' || note !== '') && (
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
          <BulkResults entries={entries} decision={decision} preview={preview} />
          <ProblemNotice problem={bulk.problem} />
          <div className="sticky -bottom-8 -mx-4 -mb-8 flex flex-col gap-2 border-t border-line bg-raised px-4 pt-2 pb-4">
            {batch === null && open > 0 && <p className="text-soft">{t('bulkOnce', { count: open })}</p>}
            {batch && (
              <p role="status" className="font-semibold">
                {t(batch.standing < batch.size ? 'bulkUndone' : 'bulkDone', {
                  done: batch.standing,
                  undone: batch.size - batch.standing,
                  not: entries.length - batch.size,
                })}
              </p>
            )}
            <div className="flex flex-wrap items-center gap-2">
              {batch === null && open > 0 && (
                <Button
                  variant={decision === 'rejected' ? 'danger' : 'main'}
                  busy={busy}
                  onClick={() => void bulk.apply(decisionInput)}
                >
                  {t('bulkApply', { what: t(`bulk.${decision}`), count: open })}
                </Button>
              )}
              {!busy && batch === null && <Button onClick={bulk.back}>{common('back')}</Button>}
              {batch && <Button onClick={() => onClose(true)}>{t('bulkClose')}</Button>}
              {batch && <BatchUndo batch={batch} onUndone={bulk.setBatch} />}
            </div>
          </div>
        </>
      )}
    </Sheet>
  )
}
