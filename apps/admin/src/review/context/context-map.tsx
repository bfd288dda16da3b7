'use client'

import { MapLegend } from '@salama/ui/map/legend.tsx'
import type { MapIncident } from '@salama/ui/map/map-view.tsx'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { Part } from './part.tsx'

const HEIGHT = 'h-64'
const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: () => <div className={`${HEIGHT} rounded-control border-2 border-edge bg-sunken`} />,
})

/** Where something is, and the incidents around it. Everything on it stands in words beside it as well. */
export function ContextMap({
  place: { lat, lng },
  pin,
  incidents,
}: {
  place: { lat: number; lng: number }
  /** What the place is, if it is marked with a pin. */
  pin?: string | undefined
  incidents: readonly MapIncident[]
}) {
  const t = useTranslations('map')
  const [chosen, setChosen] = useState<string>()
  const place = useMemo(() => ({ lat, lng }), [lat, lng])
  return (
    <Part title={t('title')}>
      <MapView
        place={place}
        pin={pin !== undefined}
        pinLabel={pin}
        radiusM={1200}
        incidents={incidents}
        chosen={chosen}
        onChoose={setChosen}
        className={HEIGHT}
      >
        <p role="status" className="text-sm">
          {incidents.find(({ id }) => id === chosen)?.label}
        </p>
        <MapLegend pin={pin} />
      </MapView>
    </Part>
  )
}
