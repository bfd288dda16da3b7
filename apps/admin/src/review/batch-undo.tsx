import type { ReviewBatch } from '@salama/domain/review-entries/contract'
import type { undoReviewBatch } from '@salama/domain/reviews/bulk-contract'
import { call } from '@salama/http/call'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { ConfirmButton } from '@/parts/confirm-dialog.tsx'
import { useRefusalWords } from './use-refusal-words.ts'

/** Offers to undo all decisions of a batch that still stand, with a reason. */
export function BatchUndo({
  batch: { id, standing, undoUntil },
  onUndone,
}: {
  batch: ReviewBatch
  onUndone: (batch: ReviewBatch) => void
}) {
  const t = useTranslations('review')
  const { moment } = useTimes()
  const wordsOf = useRefusalWords()
  if (standing === 0 || undoUntil === null) return null
  return (
    <>
      <ConfirmButton
        label={t('batchUndo', { count: standing })}
        title={t('batchUndo', { count: standing })}
        confirm={t('batchUndo', { count: standing })}
        asksReason
        wordsOf={wordsOf}
        onConfirm={async (reason) =>
          onUndone(
            await call<typeof undoReviewBatch>('POST /api/review/batches/{id}/undo', {
              params: { id },
              body: { reason },
            }),
          )
        }
      >
        <p>{t('batchUndoWords')}</p>
      </ConfirmButton>
      <span className="text-soft">{t('batchUndoUntil', { time: moment(undoUntil) })}</span>
    </>
  )
}
