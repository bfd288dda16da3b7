'use client'

import type { NearbyIncident } from '@salama/domain/incidents/contract'
import { Button } from '@salama/ui/components/button.tsx'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { incidentWords, oneLine } from '@salama/ui/incidents/words.ts'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { IncidentList } from './incident-list.tsx'

const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: () => <div className="h-[60dvh] min-h-80 rounded-control border-2 border-edge bg-sunken" />,
})
const MapLegend = dynamic(() => import('@salama/ui/map/legend.tsx').then((module) => module.MapLegend), { ssr: false })

/** The list's incidents on the map, and the chosen one in words under it. */
export function NearbyMap({
  place,
  radiusM,
  incidents,
  nowMs,
  onShowList,
}: {
  place: { lat: number; lng: number }
  radiusM: number
  incidents: readonly NearbyIncident[]
  nowMs: number
  onShowList: () => void
}) {
  const t = useTranslations('nearby')
  const say = useTranslations('incidents')
  const category = useTranslations('categories')
  const [chosenId, setChosenId] = useState<string>()
  const chosen = incidents.find((incident) => incident.id === chosenId)
  const marked = incidents.map((incident) => ({
    ...incident,
    label: oneLine(incidentWords(incident, nowMs, say, category)),
  }))
  return (
    <div className="flex flex-col gap-2 pt-4">
      <h2 className="sr-only">{t('map')}</h2>
      <MapView
        place={place}
        radiusM={radiusM}
        incidents={marked}
        chosen={chosenId}
        onChoose={setChosenId}
        fallback={
          <div className="md:hidden">
            <IncidentList incidents={incidents} nowMs={nowMs} wide={false} />
          </div>
        }
      >
        <div aria-live="polite">
          {chosen ? (
            <IncidentCard incident={chosen} nowMs={nowMs} chosen />
          ) : (
            <p className="py-2 text-soft">{t('mapHint', { count: incidents.length })}</p>
          )}
        </div>
        <Button className="md:hidden" onClick={onShowList}>
          {t('showAsList')}
        </Button>
        <MapLegend />
      </MapView>
    </div>
  )
}
