'use client'

import type { IncidentBeside, ReviewedDispute, ReviewedReport } from '@salama/domain/review-subjects/contract'
import type { MapIncident } from '@salama/ui/map/map-view.tsx'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { useIncidentWords } from './nearby-incidents.tsx'
import { Part } from './part.tsx'

const HEIGHT = 'h-64'
const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: () => <div className={`${HEIGHT} rounded-control border-2 border-edge bg-sunken`} />,
})

/** Where it is said to have happened, and the incidents around it. Everything on it stands in the lists as well. */
export function ContextMap({ subject }: { subject: ReviewedReport | ReviewedDispute }) {
  const t = useTranslations('map')
  const words = useIncidentWords()
  const [chosen, setChosen] = useState<string>()
  const label = (incident: IncidentBeside) => {
    const { what, facts } = words(incident)
    return [what, ...facts].join('. ')
  }
  const around = [
    ...(subject.kind === 'report' ? (subject.incident ? [subject.incident] : []) : [subject]),
    ...subject.nearby,
  ]
  const marks = around.map((incident) => markOf(incident, label(incident)))
  const shown = around.find(({ id }) => id === chosen)
  const { lat, lng } = subject.place
  const place = useMemo(() => ({ lat, lng }), [lat, lng])
  return (
    <Part title={t('title')}>
      <MapView
        place={place}
        pin={subject.kind === 'report'}
        radiusM={1200}
        incidents={marks}
        chosen={chosen}
        onChoose={setChosen}
        className={HEIGHT}
      >
        <p role="status" className="text-sm">
          {shown && label(shown)}
        </p>
      </MapView>
    </Part>
  )
}

const markOf = ({ id, category, corroboration, visibility, place }: IncidentBeside, label: string): MapIncident => ({
  id,
  category,
  // On the map only how sure one is matters: what was refuted is as hollow as what is in doubt.
  corroboration: corroboration === 'refuted' ? 'disputed' : corroboration,
  precision: visibility === 'coarse' ? 'coarse' : 'point',
  place,
  label,
})
