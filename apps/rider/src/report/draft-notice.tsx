'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { useTranslations } from 'next-intl'

/** Says that the form was filled before, and how to begin anew. */
export function DraftNotice({
  resumed,
  waits,
  onStartAgain,
}: {
  resumed: boolean
  /** Another report was to be changed, and waits until this one is out of the way. */
  waits: boolean
  onStartAgain: () => void
}) {
  const t = useTranslations('report')
  return (
    <Notice>
      <p>{t(resumed ? 'backFromSignIn' : 'foundDraft')}</p>
      {waits && <p>{t('otherWaits')}</p>}
      <Button look="quiet" className="-ml-3" onClick={onStartAgain}>
        {t('startAgain')}
      </Button>
    </Notice>
  )
}

/** A draft that others should not come upon is not opened unasked, and not named. */
export function FoundSensitive({ onContinue, onDelete }: { onContinue: () => void; onDelete: () => void }) {
  const t = useTranslations('report')
  return (
    <Notice title={t('foundTitle')}>
      <p>{t('foundWords')}</p>
      <div className="flex flex-wrap gap-2 py-2">
        <Button onClick={onContinue}>{t('continue')}</Button>
        <Button look="danger" onClick={onDelete}>
          {t('delete')}
        </Button>
      </div>
    </Notice>
  )
}
