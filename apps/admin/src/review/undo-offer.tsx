import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { Button } from '@salama/ui/components/button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { ConfirmButton, ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { BatchUndo } from './batch-undo.tsx'
import { lengthWords } from './length-words.ts'
import { Key } from './shortcuts.tsx'
import { useRefusalWords } from './use-refusal-words.ts'

type Props = {
  entry: ReviewEntryDetail
  nowMs: number
  open: boolean
  onOpen: (open: boolean) => void
  onUndo: (reason: string) => Promise<unknown>
  onBatchUndone: () => void
}

/** Offers to undo the last decision, with the remaining time. */
export function UndoOffer({ entry: { undoUntil, batch }, nowMs, open, onOpen, onUndo, onBatchUndone }: Props) {
  const t = useTranslations('review')
  const { moment } = useTimes()
  const leftMs = undoUntil === null ? 0 : Date.parse(undoUntil) - nowMs
  const wordsOf = useRefusalWords()
  return (
    <>
      {undoUntil !== null && leftMs > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={() => onOpen(true)}>
            {t('undo')}
            <Key name="z" />
          </Button>
          <p className="text-soft">{t('undoUntil', { time: moment(undoUntil), left: lengthWords(leftMs, t) })}</p>
        </div>
      )}
      {batch && batch.standing > 1 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <BatchUndo batch={batch} onUndone={onBatchUndone} />
        </div>
      )}
      <ConfirmDialog
        open={open}
        onClose={() => onOpen(false)}
        title={t('undo')}
        confirm={t('undoYes')}
        asksReason
        onConfirm={onUndo}
        wordsOf={wordsOf}
      >
        <p>{t('undoWords')}</p>
      </ConfirmDialog>
    </>
  )
}

/** Offers to bring something rejected back into the queue, once its decision can no longer be undone. */
export function ReopenOffer({
  entry: { canReopen, undoUntil },
  onReopen,
}: {
  entry: ReviewEntryDetail
  onReopen: (reason: string) => Promise<unknown>
}) {
  const t = useTranslations('review')
  const wordsOf = useRefusalWords()
  if (!canReopen || undoUntil !== null) return null
  return (
    <ConfirmButton
      label={t('reopen')}
      className="self-start"
      title={t('reopen')}
      confirm={t('reopen')}
      asksReason
      onConfirm={onReopen}
      wordsOf={wordsOf}
    >
      <p>{t('reopenWords')}</p>
    </ConfirmButton>
  )
}
