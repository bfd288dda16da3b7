import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { TryAgainAt } from '@salama/ui/components/problem-message.tsx'
import { useTranslations } from 'next-intl'
import type { SendProblem } from './send-report.ts'

/** Why the report was not sent, and that nothing is lost. */
export function ProblemNotice({ problem, onSendAsNew }: { problem: SendProblem; onSendAsNew: () => void }) {
  const t = useTranslations('report')
  const failed = useTranslations('errors')
  return (
    <Notice tone="danger" announce="assertive" title={problem.code === 'network' ? t('notSentNetwork') : t('notSent')}>
      <p>{failed(problem.code)}</p>
      {problem.code === 'outside_service_area' && problem.serviceArea && (
        <p>{t('outside', { area: problem.serviceArea })}</p>
      )}
      {problem.code === 'rate_limited' && problem.retryAfterS && <TryAgainAt afterS={problem.retryAfterS} />}
      {problem.code === 'id_reused' && <Button onClick={onSendAsNew}>{t('sendAsNew')}</Button>}
      <p className="text-soft">{t('stillHere')}</p>
    </Notice>
  )
}

/** Storage failed on this phone, so the report can only be sent from the open page. */
export function NotSavedNotice({ reason }: { reason: 'full' | 'unavailable' }) {
  const t = useTranslations('report')
  return (
    <Notice tone="danger" announce="assertive" title={t('couldNotSave')}>
      <p>{t(`couldNotSaveWhy.${reason}`)}</p>
      <p>{t('stayOnPage')}</p>
    </Notice>
  )
}

/** Says that a draft was restored, with a button to start again. */
export function DraftNotice({
  resumed,
  waits,
  onStartAgain,
}: {
  resumed: boolean
  /** Another report was opened for editing and waits for this draft. */
  waits: boolean
  onStartAgain: () => void
}) {
  const t = useTranslations('report')
  return (
    <Notice>
      <p>{t(resumed ? 'backFromSignIn' : 'foundDraft')}</p>
      {waits && <p>{t('otherWaits')}</p>}
      <Button variant="quiet" className="-ms-3" onClick={onStartAgain}>
        {t('startAgain')}
      </Button>
    </Notice>
  )
}

/** A sensitive draft is not opened or named automatically. */
export function FoundSensitive({ onContinue, onDelete }: { onContinue: () => void; onDelete: () => void }) {
  const t = useTranslations('report')
  return (
    <Notice title={t('foundTitle')}>
      <p>{t('foundWords')}</p>
      <div className="flex flex-wrap gap-2 py-2">
        <Button onClick={onContinue}>{t('continue')}</Button>
        <Button variant="danger" onClick={onDelete}>
          {t('delete')}
        </Button>
      </div>
    </Notice>
  )
}
