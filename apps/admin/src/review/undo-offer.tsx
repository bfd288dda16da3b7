'use client'

import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import type { Problem } from '@salama/http/call'
import { Button } from '@salama/ui/components/button.tsx'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useTranslations } from 'next-intl'
import { ConfirmDialog } from '@/parts/confirm-dialog.tsx'
import { lengthWords } from './marks.tsx'
import { Key } from './shortcuts.tsx'

type Props = {
  entry: ReviewEntryDetail
  nowMs: number
  open: boolean
  onOpen: (open: boolean) => void
  onUndo: (reason: string) => Promise<unknown>
}

const BECAUSE = [
  'not_decided',
  'too_late',
  'decided_again',
  'subject_changed',
  'incident_changed',
  'vehicle_changed',
] as const

/** Offers to undo the last decision, with the remaining time. */
export function UndoOffer({ entry: { undoUntil }, nowMs, open, onOpen, onUndo }: Props) {
  const t = useTranslations('review')
  const { moment } = useTimes()
  const leftMs = undoUntil === null ? 0 : Date.parse(undoUntil) - nowMs
  const wordsOf = ({ detail }: Problem) => {
    const because = BECAUSE.find((known) => known === detail.because)
    return because && t(`undoNot.${because}`)
  }
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
