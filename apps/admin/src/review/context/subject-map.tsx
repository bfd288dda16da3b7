'use client'

import type {
  IncidentBeside,
  ReviewedCollectionEntry,
  ReviewedDispute,
  ReviewedReport,
} from '@salama/domain/review-subjects/contract'
import { MapLegend } from '@salama/ui/map/legend.tsx'
import type { MapIncident } from '@salama/ui/map/map-view.tsx'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { useIncidentWords } from './nearby-incidents.tsx'
import { Part } from './parts.tsx'

type Subject = ReviewedReport | ReviewedDispute | ReviewedCollectionEntry

/** Where a subject is said to have been, and the incidents around it. None where nobody said it. */
export function SubjectMap({ subject }: { subject: Subject }) {
  const t = useTranslations('review')
  const mark = useIncidentMark()
  if (subject.place === null) return null
  const pin = subject.kind === 'dispute' ? undefined : t(`pin.${subject.kind}`)
  return <ContextMap place={subject.place} pin={pin} incidents={aroundOf(subject).map(mark)} />
}

function aroundOf(subject: Subject): readonly IncidentBeside[] {
  switch (subject.kind) {
    case 'report':
      return [...(subject.incident ? [subject.incident] : []), ...subject.nearby]
    case 'dispute':
      return [subject, ...subject.nearby]
    case 'collection_entry':
      return []
  }
}

/** An incident as reviewers see it, as a mark on the map. */
export function useIncidentMark() {
  const words = useIncidentWords()
  return (incident: IncidentBeside): MapIncident => {
    const { id, category, corroboration, visibility, place } = incident
    const { what, facts } = words(incident)
    return {
      id,
      category,
      // On the map only how sure one is matters: what was refuted is as hollow as what is in doubt.
      corroboration: corroboration === 'refuted' ? 'disputed' : corroboration,
      precision: visibility === 'coarse' ? 'coarse' : 'point',
      place,
      label: [what, ...facts].join('. '),
    }
  }
}

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
