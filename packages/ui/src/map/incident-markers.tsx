'use client'

import { type MouseEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { type Box, placeWords, sizeOfWords } from './area-words.ts'
import { besideOf, groupMarkers, pixelAt } from './groups.ts'
import { isInArea, nearestHazeZoom } from './haze.ts'
import {
  AreaName,
  areaWords,
  type Choice,
  GroupButton,
  IncidentMarker,
  type MapGroup,
  type MapIncident,
} from './incident-marker.tsx'
import { Marker } from './marker.tsx'
import type { Place, ReadyMap } from './use-map.ts'

/** Nearer than this the words of areas have room. */
const NEAR_ZOOM = 12

/** The markers; overlapping ones are a cluster with their number, which zooms in. Areas have words in place of a marker. */
export function IncidentMarkers({
  on,
  incidents,
  avoid,
  ...choice
}: { on: ReadyMap; incidents: readonly MapIncident[]; avoid: readonly Place[] } & Choice) {
  const rest = useCamera(on)
  const { zoom } = rest
  // Pixel positions at that zoom, with an arbitrary origin: only their distances matter.
  const [groups, areas] = useMemo(() => {
    const isArea = ({ precision }: MapIncident) => precision === 'coarse'
    const grouped = (some: readonly MapIncident[]) => groupMarkers(some, ({ place }) => pixelAt(place, zoom))
    return [grouped(incidents.filter((each) => !isArea(each))), grouped(incidents.filter(isArea))]
  }, [incidents, zoom])
  const named = useMemo(() => {
    const signs = [...groups.map(([{ place }]) => place), ...avoid]
    return nameAreas(on, areas, signs, rest)
  }, [on, areas, groups, avoid, rest])
  const dots = avoid.map((place) => pixelAt(place, zoom))
  return (
    <>
      {named.map(({ group, place, offset }) => (
        <Marker key={group[0].id} on={on} place={place} offset={offset}>
          <AreaName group={group} isNear={zoom >= NEAR_ZOOM} onPart={(event) => part(on, group, event)} {...choice} />
        </Marker>
      ))}
      {groups.map((group, index) => (
        <Marker
          key={group[0].id}
          on={on}
          place={group[0].place}
          above={groups.length - index}
          offset={group.length > 1 ? besideOf(pixelAt(group[0].place, zoom), dots) : undefined}
        >
          {group.length === 1 ? (
            <IncidentMarker incident={group[0]} {...choice} />
          ) : (
            <GroupButton group={group} onPart={(event) => part(on, group, event)} {...choice} />
          )}
        </Marker>
      ))}
    </>
  )
}

/** The middle of an area while its haze is shown; nearer, where the reader is in it: no corner of a street stands out. */
function shownPlace({ map }: ReadyMap, area: Place, zoom: number, middle: Place): Place {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  return zoom >= nearestHazeZoom({ width, height }, area.lat) && isInArea(area, middle) ? middle : area
}

/** What covers the lower end of a map: who made it. */
const CREDIT_PX = 28

/** Each area with the place and the offset of its words, which lie under nothing that is on the map. */
function nameAreas(on: ReadyMap, areas: readonly MapGroup[], signs: readonly Place[], { zoom, middle }: Rest) {
  const { map } = on
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const { top = 0, bottom = 0 } = map.getPadding()
  const free = height - top - bottom - CREDIT_PX
  const view: Box = { x: width / 2, y: top + free / 2, width: width - 16, height: free }
  const fontPx = Math.min(20, (15 / 16) * Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const pixelOf = (place: Place) => map.project([place.lng, place.lat])
  const taken: Box[] = signs.map((place) => ({ ...pixelOf(place), width: 48, height: 48 }))
  return areas.map((group) => {
    const place = shownPlace(on, group[0].place, zoom, middle)
    const { x, y } = pixelOf(place)
    const box = placeWords({ x, y, ...sizeOfWords(areaWords(group[0]), fontPx) }, taken, view)
    taken.push(box)
    return { group, place, offset: [box.x - x, box.y - y] as const }
  })
}

function part({ map }: ReadyMap, group: MapGroup, originalEvent: MouseEvent) {
  const places = group.map(({ place }) => place)
  const [lngs, lats] = [places.map(({ lng }) => lng), places.map(({ lat }) => lat)]
  const bounds: [number, number, number, number] = [
    Math.min(...lngs),
    Math.min(...lats),
    Math.max(...lngs),
    Math.max(...lats),
  ]
  const animate = !matchMedia('(prefers-reduced-motion: reduce)').matches
  map.fitBounds(bounds, { padding: 70, maxZoom: map.getMaxZoom(), animate }, { originalEvent })
}

type Rest = { zoom: number; middle: Place }

/** What the map shows after it last stopped moving: its zoom, on which clusters depend, and a place above its middle. */
function useCamera({ map }: ReadyMap): Rest {
  const read = useCallback((): Rest => {
    const { clientWidth, clientHeight } = map.getContainer()
    const { lat, lng } = map.unproject([clientWidth / 2, clientHeight * 0.3])
    return { zoom: map.getZoom(), middle: { lat, lng } }
  }, [map])
  const [rest, setRest] = useState(read)
  useEffect(() => {
    const update = () => setRest(read())
    update()
    map.on('moveend', update)
    return () => {
      map.off('moveend', update)
    }
  }, [map, read])
  return rest
}
