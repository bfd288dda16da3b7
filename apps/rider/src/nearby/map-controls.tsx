import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { MapButton } from '@salama/ui/map/map-buttons.tsx'
import { LocateFixed, Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent } from 'react'
import type { PlaceChoice } from './use-place-choice.tsx'

/** The ways to change the place, over the map. They do not need the map. */
export function MapControls({ choice }: { choice: PlaceChoice }) {
  const t = useTranslations('nearby')
  return (
    <>
      <div className="absolute top-2 end-[60px] start-2">
        <Button onClick={choice.pickStage}>
          <Icon as={Search} />
          {t('chooseStage')}
        </Button>
      </div>
      <div className="absolute top-[112px] end-2">
        <MapButton
          label={choice.isLocating ? t('finding') : t('useMyPlace')}
          icon={<Icon as={LocateFixed} className={choice.isLocating ? 'animate-turn' : ''} />}
          isBusy={choice.isLocating}
          onClick={choice.locate}
        />
      </div>
    </>
  )
}

/** In place of the map where this device cannot draw it or it could not be loaded: then the page is the list alone. */
export function MapUnavailable({ onUnavailable }: { onUnavailable: () => void }) {
  const report = useEffectEvent(onUnavailable)
  useEffect(() => report(), [])
  return null
}
