'use client'

import type { ReviewEntry, ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { ask, problemIn } from '@salama/ui/ask.ts'
import { Button } from '@salama/ui/components/button.tsx'
import { Sheet } from '@salama/ui/components/sheet.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ProblemNotice } from '@/parts/problem-notice.tsx'
import { BulkResults } from './bulk-results.tsx'
import { NoteField, ReasonField } from './form-fields.tsx'
import { type BulkDecision, type BulkSaid, useBulk } from './use-bulk.ts'

type Props = {
  entries: readonly ReviewEntry[]
  decision: BulkDecision
  /** `changed`: something was decided. */
  onClose: (changed: boolean) => void
}

/** One decision on several: the reason, then what it would do to each, then doing it, and what became of each. */
export function BulkDialog({ entries, decision, onClose }: Props) {
  const t = useTranslations('review')
  const common = useTranslations('common')
  const bulk = useBulk(entries)
  const [reasonCode, setReasonCode] = useState('')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const first = entries[0]?.id ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['review-reasons', entries[0]?.kind],
    queryFn: ({ signal }) => ask<ReviewEntryDetail>(`/api/review-queue/${first}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const needsReason = decision !== 'approved'
  const isMissing = needsReason && reasonCode === ''
  const said: BulkSaid = {
    decision,
    ...(needsReason && { reasonCode }),
    ...(note.trim() && { note: note.trim() }),
  }
  const { preview, outcomes, busy, open } = bulk
  const hasDecided = [...outcomes.values()].includes('done')
  const look = () => {
    setTried(true)
    if (!isMissing) void bulk.look(said)
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
          <Button look="main" busy={busy === 'preview'} onClick={look} className="self-start">
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
                look={decision === 'rejected' ? 'danger' : 'main'}
                busy={busy !== null}
                onClick={() => void bulk.apply(said)}
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
