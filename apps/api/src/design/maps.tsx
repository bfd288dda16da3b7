import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { IncidentCard } from '@salama/ui/incidents/incident-card.tsx'
import { incidentWords, oneLine } from '@salama/ui/incidents/words.ts'
import { MapLegend } from '@salama/ui/map/legend.tsx'
import { Map as MapIcon } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Part } from './both'
import { INCIDENTS, NOW_MS } from './samples'

const MapView = dynamic(() => import('@salama/ui/map/map-view.tsx').then((module) => module.MapView), {
  ssr: false,
  loading: () => <div className="h-96 rounded-control border-2 border-edge bg-sunken" />,
})

/** The middle of the city. */
const PLACE = { lat: -1.2835, lng: 36.8254 }

export function Maps() {
  const locale = useLocale()
  const say = useTranslations('incidents')
  const category = useTranslations('categories')
  const [shown, setShown] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const marked = INCIDENTS.map((incident) => ({
    ...incident,
    label: oneLine(incidentWords(incident, NOW_MS, say, category)),
  }))
  return (
    <Part
      title="Map and its twin"
      words="Drawn in the same inks from the network’s own lines, without any other host, and loaded when it is asked for. Whatever is on it is also in the list beside it."
    >
      <div lang={locale} className="grid gap-6 md:grid-cols-[1fr_1.2fr]">
        <ul>
          {INCIDENTS.map((incident) => (
            <li key={incident.id} className="border-b-2 border-line last:border-0">
              <IncidentCard incident={incident} nowMs={NOW_MS} chosen={incident.id === chosen} />
            </li>
          ))}
        </ul>
        <div className="flex flex-col gap-3">
          {shown ? (
            <MapView
              place={PLACE}
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
