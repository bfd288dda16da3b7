import { Icon } from '@salama/ui/components/icon.tsx'
import { MapButton } from '@salama/ui/map/map-buttons.tsx'
import { LocateFixed } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent } from 'react'
import type { PlaceChoice } from './use-place-choice.tsx'

/** The phone's own place, over the map; it does not need the map. */
export function LocateButton({ choice }: { choice: PlaceChoice }) {
  const t = useTranslations('nearby')
  return (
    <div className="absolute end-3 bottom-[calc(var(--map-inset,0px)+12px)]">
      <MapButton
        label={choice.isLocating ? t('finding') : t('useMyPlace')}
        icon={<Icon as={LocateFixed} className={choice.isLocating ? 'animate-turn' : ''} />}
        isBusy={choice.isLocating}
        onClick={choice.locate}
      />
    </div>
  )
}

/** In place of the map where this device cannot draw it or it could not be loaded: then the page is the list alone. */
export function MapUnavailable({ onUnavailable }: { onUnavailable: () => void }) {
  const report = useEffectEvent(onUnavailable)
  useEffect(() => report(), [])
  return null
}
