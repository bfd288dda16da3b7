import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { LocateFixed, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { PlaceChoice } from './use-place-choice.tsx'

/** The ways to change the place, where there is no map with them. */
export function PlaceBar({ choice }: { choice: PlaceChoice }) {
  const t = useTranslations('nearby')
  return (
    <div className="pairs pb-3 md:flex">
      <Button busy={choice.isLocating} onClick={choice.locate}>
        {!choice.isLocating && <Icon as={LocateFixed} />}
        {choice.isLocating ? t('finding') : t('useMyPlace')}
      </Button>
      <Button onClick={choice.pickStage}>
        <Icon as={Search} />
        {t('chooseStage')}
      </Button>
    </div>
  )
}
