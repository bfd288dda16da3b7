import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import type { Problem } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { ConfirmButton, ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { BatchUndo } from './batch-undo.tsx'
import { lengthWords } from './length-words.ts'
import { Key } from './shortcuts.tsx'

type Props = {
  entry: ReviewEntryDetail
  nowMs: number
  open: boolean
  onOpen: (open: boolean) => void
  onUndo: (reason: string) => Promise<unknown>
  onBatchUndone: () => void
}

const BECAUSE = [
  'not_decided',
  'too_late',
  'decided_again',
  'subject_changed',
  'incident_changed',
  'vehicle_changed',
  'not_rejected',
  'can_be_undone',
  'can_be_reopened',
  'already_asked',
  'not_asked',
  'asked_by_you',
  'asked_by_other',
] as const

/** Why an undo or a reopening was refused. */
export function useRefusalWords() {
  const t = useTranslations('review')
  return ({ detail }: Problem) => {
    const because = BECAUSE.find((known) => known === detail.because)
    return because && t(`undoNot.${because}`)
  }
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
