import type { NearbyIncident } from '@salama/domain/incidents/contract'
import { CATEGORY_CODES, CITY } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { Certainty } from '@salama/ui/incidents/certainty.tsx'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { withLabels } from '@salama/ui/incidents/words.ts'
import { MapLegend } from '@salama/ui/map/legend.tsx'
import { Map as MapIcon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Both, Part } from './both'

const SURENESS = ['unverified', 'corroborated', 'verified', 'disputed'] as const

export function Incidents() {
  const name = useTranslations('categories')
  return (
    <Part
      title="Incidents"
      words="Numbers are sentences. How sure we are is said by a sign, a weight and a word, never by colour alone; what is known only roughly is told roughly."
    >
      <Both name="IncidentCard">
        <ul className="rows">
          {INCIDENTS.map((incident, index) => (
            <li key={incident.id}>
              <IncidentCard incident={incident} nowMs={NOW_MS} chosen={index === 1} level="h4" />
            </li>
          ))}
        </ul>
      </Both>
      <Both name="Certainty">
        <ul className="flex flex-col gap-2">
          {SURENESS.map((each) => (
            <li key={each}>
              <Certainty of={each} />
            </li>
          ))}
        </ul>
      </Both>
      <Both name="CategoryIcon">
        <ul className="grid grid-cols-2 gap-2">
          {CATEGORY_CODES.map((category) => (
            <li key={category} className="flex items-center gap-2">
              <span className="text-xl">
                <CategoryIcon category={category} />
              </span>
              {name(category)}
            </li>
          ))}
        </ul>
      </Both>
    </Part>
  )
}

const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: () => <div className="h-96 rounded-control bg-sunken" />,
})

export function Maps() {
  const locale = useLocale()
  const tIncidents = useTranslations('incidents')
  const category = useTranslations('categories')
  const [shown, setShown] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const marked = withLabels(INCIDENTS, NOW_MS, tIncidents, category)
  return (
    <Part
      title="Map and its twin"
      words="Drawn in the same inks from the network’s own lines, without any other host, and loaded when it is asked for. Whatever is on it is also in the list beside it."
    >
      <div lang={locale} className="grid gap-6 md:grid-cols-[1fr_1.2fr]">
        <ul className="rows">
          {INCIDENTS.map((incident) => (
            <li key={incident.id}>
              <IncidentCard incident={incident} nowMs={NOW_MS} chosen={incident.id === chosen} />
            </li>
          ))}
        </ul>
        <div className="flex flex-col gap-3">
          {shown ? (
            <MapView
              place={CITY.centre}
              radiusM={1_600}
              incidents={marked}
              chosen={chosen}
              onChoose={setChosen}
              className="h-96"
            />
          ) : (
            <Button className="self-start" onClick={() => setShown(true)}>
              <Icon as={MapIcon} />
              <span lang="en">Show the map</span>
            </Button>
          )}
          <MapLegend />
        </div>
      </div>
    </Part>
  )
}

/** The fixed current time of the samples: some minutes after the last of them. */
const NOW_MS = Date.parse('2026-11-20T07:04:00Z')

const near = (lat: number, lng: number) => ({ lat: CITY.centre.lat + lat, lng: CITY.centre.lng + lng })

const CRASH: NearbyIncident = {
  id: '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c55',
  category: 'crash',
  lifecycle: 'active',
  corroboration: 'corroborated',
  reports: 4,
  confirms: 7,
  firstSeenAt: '2026-11-20T06:40:00Z',
  lastSeenAt: '2026-11-20T06:52:00Z',
  expiresAt: '2026-11-20T10:52:00Z',
  place: near(0.0023, -0.0028),
  placeName: CITY.examples.stops[0] ?? null,
  precision: 'point',
  corridor: { id: '5d0b6a55-9c0b-4d6e-8a0e-0b1f0c8d7e21', slug: 'main-road', name: CITY.examples.road },
  vehicle: null,
  distanceM: 320,
}

const INCIDENTS: readonly NearbyIncident[] = [
  CRASH,
  {
    ...CRASH,
    id: '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c56',
    category: 'hazard',
    corroboration: 'unverified',
    reports: 1,
    place: near(0.01, 0.0058),
    placeName: CITY.examples.stops[1] ?? null,
    distanceM: 1_240,
  },
  {
    ...CRASH,
    id: '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c57',
    category: 'theft',
    corroboration: 'disputed',
    precision: 'coarse',
    reports: 2,
    confirms: null,
    firstSeenAt: '2026-11-20T05:00:00Z',
    lastSeenAt: '2026-11-20T05:00:00Z',
    place: near(-0.007, 0.0048),
    placeName: null,
    distanceM: 900,
  },
]
