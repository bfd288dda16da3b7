import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { Save } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Stored } from './use-draft.ts'

type Props = {
  stored: Stored
  isNew: boolean
  /** Without a shift there is nothing that the entry could belong to. */
  isOff: boolean
}

/** Stays at the end of the screen: whether the draft is kept, and the button. */
export function SaveBar({ stored, isNew, isOff }: Props) {
  const t = useTranslations('collect')
  return (
    <div className="@2xs/form:sticky bottom-places z-5 -mx-4 flex flex-col gap-2 bg-paper px-4 py-2 split:bottom-0 lg:col-span-2">
      {/* Not announced: it follows every key. It keeps its room, so that the button does not move below a finger. */}
      <p className={`text-center text-sm text-soft ${stored === 'saved' ? '' : 'invisible'}`}>{t('draftKept')}</p>
      {stored === 'failed' && (
        <Notice tone="warn" announce="polite">
          {t('draftNotKept')}
        </Notice>
      )}
      <Button type="submit" variant="main" size="large" wide disabled={isOff}>
        <Icon as={Save} />
        {t(isNew ? 'save' : 'saveCorrection')}
      </Button>
    </div>
  )
}
