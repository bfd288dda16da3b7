import { Button } from '@salama/ui/components/button.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { focusOnMount } from '@salama/ui/components/focus-on-mount.ts'
import { Notice } from '@salama/ui/components/notice.tsx'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import type { Stored } from './use-draft.ts'

type Props = {
  stored: Stored
  isNew: boolean
  /** Without a shift there is nothing that the entry could belong to. */
  isOff: boolean
  /** What saving means for the assignment; null without one. The button is quiet where the vehicle does not count. */
  effect: { text: string; counts: boolean } | null
  plate: string
  /** How often to ask for confirmation of an unusual plate; 0 does not ask. */
  asks: number
  onConfirm: () => void
  onChangePlate: () => void
}

/** Stays at the end of the screen; what it says and asks grows upwards, so that the button does not move. */
export function SaveBar({ stored, isNew, isOff, effect, plate, asks, onConfirm, onChangePlate }: Props) {
  const t = useTranslations('collect')
  const id = useId()
  return (
    // With very large text there is no room for a button that stays.
    <Dock follows>
      {stored === 'failed' && (
        <Notice tone="warn" announce="polite">
          {t('draftNotKept')}
        </Notice>
      )}
      {asks > 0 && (
        <div
          key={asks}
          role="alert"
          tabIndex={-1}
          ref={focusOnMount}
          className="flex basis-full flex-col gap-2 rounded-control bg-warn-wash p-3 outline-none"
        >
          <p className="font-bold">{t('plateAsk', { plate: formatPlate(plate) })}</p>
          <p>{t('plateAskWords')}</p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={onConfirm}>{t('plateYes')}</Button>
            <Button onClick={onChangePlate}>{t('plateNo')}</Button>
          </div>
        </div>
      )}
      <Button
        type="submit"
        variant={effect?.counts === false ? 'second' : 'main'}
        wide
        disabled={isOff}
        aria-labelledby={id}
        aria-describedby={`${id}-effect`}
        className="min-h-16 flex-col gap-0 py-1"
      >
        <span id={id}>{t(isNew ? 'save' : 'saveCorrection')}</span>
        <span id={`${id}-effect`} className="max-w-full text-sm font-normal empty:hidden @3xs:truncate">
          {effect?.text}
        </span>
      </Button>
    </Dock>
  )
}
