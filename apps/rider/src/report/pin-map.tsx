import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { DraggablePin } from '@salama/ui/map/draggable-pin.tsx'
import { Map as MapIcon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'

const HEIGHT = 'h-42'
const Waiting = () => <div aria-hidden="true" className={`${HEIGHT} rounded-control bg-sunken`} />
const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: Waiting,
})

type Place = { lat: number; lng: number }

/** The radius of the view in metres. */
const AROUND_M = 350

/** Whether the user wants to save data, as the browser says. */
const savesData = () => Reflect.get(Reflect.get(navigator, 'connection') ?? {}, 'saveData') === true

/** A small map whose pin is dragged or moved with the arrow keys. Loads last; to save data, only on request. */
export function PinMap({ place, onMove }: { place: Place; onMove: (place: Place) => void }) {
  const t = useTranslations('report.place')
  const [isShown, setIsShown] = useState<boolean | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(!savesData() && navigator.onLine), 50)
    return () => clearTimeout(timer)
  }, [])
  if (isShown === null) return <Waiting />
  if (!isShown)
    return (
      <Button className="self-start" onClick={() => setIsShown(true)}>
        <Icon as={MapIcon} />
        {t('showMap')}
      </Button>
    )
  return (
    <MapView
      place={place}
      pin={false}
      radiusM={AROUND_M}
      className={HEIGHT}
      hasStages
      overlay={(on) => <DraggablePin on={on} place={place} label={t('movePin')} onMove={onMove} />}
    />
  )
}
