'use client'

import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import type { MapIncident } from '@salama/ui/map/map-view.tsx'
import { Map as MapIcon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'

const HEIGHT = 'h-72'
const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: () => <div className={`${HEIGHT} rounded-control bg-sunken`} />,
})

/** A small map around the incident, loaded on request (or for `#map`), because it is larger than the rest of the page. */
export function IncidentMap({ incident }: { incident: MapIncident }) {
  const t = useTranslations('incident')
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (window.location.hash === '#map') setShown(true)
  }, [])
  if (!shown)
    return (
      <Button className="md:self-start" onClick={() => setShown(true)}>
        <Icon as={MapIcon} />
        {t('showMap')}
      </Button>
    )
  return (
    <MapView
      place={incident.place}
      pin={false}
      hasStages
      radiusM={incident.precision === 'coarse' ? 1_500 : 700}
      incidents={[incident]}
      className={HEIGHT}
    />
  )
}
