'use client'

import type { NearbyIncident } from '@salama/domain/incidents/contract'
import { Button } from '@salama/ui/components/button.tsx'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { withLabels } from '@salama/ui/incidents/words.ts'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { VoteButtons } from '@/votes/vote-buttons.tsx'
import { IncidentList } from './incident-list.tsx'

const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: () => <div className="h-[60dvh] min-h-80 rounded-control border-2 border-edge bg-sunken" />,
})
const MapLegend = dynamic(() => import('@salama/ui/map/legend.tsx').then((module) => module.MapLegend), { ssr: false })

/**
 * The incidents on a map. Details of the selected one are below it and scrolled into view, as the map fills a phone's
 * screen.
 */
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
  // A new object for every press, so that pressing the same marker again scrolls to its details again.
  const [choice, setChoice] = useState<{ id: string }>()
  const chosen = incidents.find((incident) => incident.id === choice?.id)
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (choice) words.current?.scrollIntoView({ block: 'nearest' })
  }, [choice])
  const marked = withLabels(incidents, nowMs, say, category)
  return (
    <div className="flex flex-col gap-2 pt-4">
      <h2 className="sr-only">{t('map')}</h2>
      <MapView
        place={place}
        radiusM={radiusM}
        incidents={marked}
        chosen={choice?.id}
        onChoose={(id) => setChoice({ id })}
        hint={t('mapHint', { count: incidents.length })}
        fallback={
          <div className="md:hidden">
            <IncidentList incidents={incidents} nowMs={nowMs} wide={false} />
          </div>
        }
      >
        <div ref={words} aria-live="polite">
          {chosen && (
            <IncidentCard incident={chosen} nowMs={nowMs} chosen actions={<VoteButtons incident={chosen} />} />
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
