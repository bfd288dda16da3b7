'use client'

import type { Incident } from '@salama/domain/incidents/contract'
import { useTranslations } from 'next-intl'
import { type MouseEvent, useEffect, useMemo, useState } from 'react'
import { type Age, IncidentSign } from '../incidents/incident-sign.tsx'
import { canPart, groupMarks, nextOf, pixelAt } from './groups.ts'
import { Mark } from './mark.tsx'
import { groupClass, markClass } from './marks.ts'
import type { ReadyMap } from './use-map.ts'

/** An incident on the map; `label` is its full description, for screen readers. */
export type MapIncident = Pick<Incident, 'id' | 'category' | 'corroboration' | 'precision' | 'place'> & {
  label: string
  age?: Age
}

type Choice = { chosen: string | undefined; onChoose: ((id: string) => void) | undefined }

/** The markers; overlapping ones are a cluster with their number, which zooms in. */
export function IncidentMarks({
  on,
  incidents,
  ...choice
}: { on: ReadyMap; incidents: readonly MapIncident[] } & Choice) {
  const zoom = useZoom(on)
  // Pixel positions at that zoom, with an arbitrary origin: only their distances matter.
  const groups = useMemo(() => groupMarks(incidents, ({ place }) => pixelAt(place, zoom)), [incidents, zoom])
  return groups.map((group, index) => {
    const [first] = group
    return (
      <Mark key={first.id} on={on} place={first.place} above={groups.length - index}>
        {group.length === 1 ? (
          <IncidentMark incident={first} {...choice} />
        ) : (
          <GroupMark on={on} group={group} {...choice} />
        )}
      </Mark>
    )
  })
}

function GroupMark({ on, group, chosen, onChoose }: { on: ReadyMap; group: [MapIncident, ...MapIncident[]] } & Choice) {
  const t = useTranslations('map')
  const places = group.map(({ place }) => place)
  const comesApart = canPart(places)
  const press = (originalEvent: MouseEvent) => {
    if (!comesApart) return onChoose?.(nextOf(group, chosen).id)
    const [lngs, lats] = [places.map(({ lng }) => lng), places.map(({ lat }) => lat)]
    const bounds: [number, number, number, number] = [
      Math.min(...lngs),
      Math.min(...lats),
      Math.max(...lngs),
      Math.max(...lats),
    ]
    const animate = !matchMedia('(prefers-reduced-motion: reduce)').matches
    on.map.fitBounds(bounds, { padding: 70, maxZoom: on.map.getMaxZoom(), animate }, { originalEvent })
  }
  return (
    <button
      type="button"
      aria-label={t(comesApart ? 'groupCloser' : 'groupNext', { count: group.length })}
      onClick={press}
      className={groupClass(group.some(({ id }) => id === chosen))}
    >
      {group.length}
    </button>
  )
}

function IncidentMark({
  incident: { id, category, corroboration, age = 'fresh', label },
  chosen,
  onChoose,
}: { incident: MapIncident } & Choice) {
  const look = markClass(id === chosen)
  const sign = <IncidentSign category={category} corroboration={corroboration} age={age} />
  if (!onChoose)
    return (
      <span role="img" aria-label={label} className={look}>
        {sign}
      </span>
    )
  return (
    <button type="button" aria-label={label} aria-pressed={id === chosen} onClick={() => onChoose(id)} className={look}>
      {sign}
    </button>
  )
}

/** The map's zoom after it last stopped moving: clusters depend on nothing else. */
function useZoom({ map }: ReadyMap): number {
  const [zoom, setZoom] = useState(() => map.getZoom())
  useEffect(() => {
    const rest = () => setZoom(map.getZoom())
    rest()
    map.on('zoomend', rest)
    return () => {
      map.off('zoomend', rest)
    }
  }, [map])
  return zoom
}
