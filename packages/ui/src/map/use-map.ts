'use client'

import type { getCorridorMap, listMainStages } from '@salama/domain/network/contract'
import { CITY, type ReplyOf } from '@salama/domain/shared'
import type { LngLatBoundsLike, Map as MapLibre, Marker } from 'maplibre-gl'
import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { openBasemap } from './basemap.ts'
import { METRES_PER_DEGREE } from './degrees.ts'
import { nearestHazeZoom, type Round, roundPoints } from './haze.ts'
import { readInks } from './inks.ts'
import { loadMapLibre, WORKER_URL } from './maplibre.ts'
import { fetchJson } from './saved-files.ts'
import { type MapData, mapStyle, stagePoints } from './style.ts'

export type Place = { lat: number; lng: number }

/** `missing`: this device has no WebGL 2. `failed`: MapLibre could not be loaded. */
export type MapState =
  | { state: 'loading' | 'missing' | 'failed' }
  | { state: 'ready'; map: MapLibre; Marker: typeof Marker }

export type ReadyMap = Extract<MapState, { state: 'ready' }>

/** More is four times the work for a difference that few see at arm's length. */
const MAX_PIXEL_RATIO = 2

const NO_LINES: MapData['lines'] = { type: 'FeatureCollection', features: [] }
/** What a map starts with: it can be moved before anything is loaded. */
const NOTHING: MapData = { basemap: null, lines: NO_LINES, stages: stagePoints([]), hasNames: false }

/** Loads streets first, then lines, stages and names. Those may be missing: a map of streets is better than none. */
async function loadData(
  map: MapLibre,
  { hasStages = false, stages }: Pick<MapContent, 'hasStages' | 'stages'>,
  show: (part: Partial<MapData>) => void,
): Promise<void> {
  const basemap = await openBasemap()
  if (basemap) {
    show({ basemap })
    await map.once('idle')
  }
  const [lines, shown] = await Promise.all([
    fetchJson<ReplyOf<typeof getCorridorMap>>('/api/corridor-map').catch(() => NO_LINES),
    stages ??
      (hasStages
        ? fetchJson<ReplyOf<typeof listMainStages>>('/api/main-stages').then(
            ({ data }) => data,
            () => [],
          )
        : []),
  ])
  show({ lines, stages: stagePoints(shown), hasNames: true })
}

/** The bounding box of a circle. */
function boundsAround({ lat, lng }: Place, radiusM: number): LngLatBoundsLike {
  const dLat = radiusM / METRES_PER_DEGREE
  const dLng = dLat / Math.cos((lat * Math.PI) / 180)
  return [lng - dLng, lat - dLat, lng + dLng, lat + dLat]
}

/** Calls back when the theme changes, by the device's setting or by `data-theme`. */
function onThemeChange(callback: () => void): () => void {
  const device = matchMedia('(prefers-color-scheme: dark)')
  const override = new MutationObserver(callback)
  device.addEventListener('change', callback)
  override.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    device.removeEventListener('change', callback)
    override.disconnect()
  }
}

/** What a map shows: its centre and zoom. */
export type Camera = Place & { zoom: number }

/** Of a line, the ends first. */
export type Stages = Parameters<typeof stagePoints>[0]

/** `focus`: the id of the highlighted line. `stages`: in place of those where most routes stop. */
type MapContent = {
  place: Place
  radiusM: number
  /** Takes precedence over the circle of `place` and `radiusM`. */
  camera?: Camera | null | undefined
  /** Called after the user has moved the map. */
  onMove?: ((camera: Camera) => void) | undefined
  rounds: readonly Round[]
  focus?: string | undefined
  hasStages?: boolean
  stages?: Stages | undefined
  /** How many pixels of the map's lower end something covers: its middle is that of the rest. */
  covered?: (() => number) | undefined
}

/** What floats over the upper end of a map that a sheet covers below. */
const TOP_PX = 72

/** Five decimals are a metre. */
const round = (value: number, decimals: number) => Number(value.toFixed(decimals))

function cameraOf(map: MapLibre): Camera {
  const { lat, lng } = map.getCenter().wrap()
  return { lat: round(lat, 5), lng: round(lng, 5), zoom: round(map.getZoom(), 2) }
}

const isInside = ({ lat, lng }: Place, [west, south, east, north]: [number, number, number, number]) =>
  lng > west && lng < east && lat > south && lat < north

/**
 * A MapLibre map in `box`, created on mount and removed on unmount. MapLibre is loaded only here (300 kB that a list
 * never needs), and its worker comes from the app's own origin. Keep `rounds` stable between renders.
 */
export function useMap(box: RefObject<HTMLDivElement | null>, content: MapContent): MapState {
  const { place, radiusM, camera, rounds } = content
  const t = useTranslations('map')
  const [state, setState] = useState<MapState>({ state: 'loading' })
  const ready = useRef<{ map: MapLibre; data: MapData }>(undefined)
  const styleOf = useEffectEvent((data: MapData) => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = box.current ?? {}
    const hazeZoom = nearestHazeZoom({ width, height }, place.lat)
    return mapStyle(readInks(), data, { rounds: roundPoints(rounds), hazeZoom, focus: content.focus })
  })
  const restyle = useEffectEvent(() => ready.current?.map.setStyle(styleOf(ready.current.data)))
  const moved = useEffectEvent((map: MapLibre) => content.onMove?.(cameraOf(map)))

  const make = useEffectEvent((library: typeof import('maplibre-gl'), container: HTMLDivElement) => {
    library.setWorkerUrl(WORKER_URL)
    const map = new library.Map({
      container,
      style: styleOf(NOTHING),
      ...(camera ? { center: camera, zoom: camera.zoom } : { bounds: boundsAround(place, radiusM) }),
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      minZoom: 8,
      maxZoom: 18,
      // What a slow phone would pay for each frame, and nobody sees.
      fadeDuration: 0,
      pixelRatio: Math.min(devicePixelRatio, MAX_PIXEL_RATIO),
      renderWorldCopies: Math.abs(CITY.centre.lng) > 179, // a city across 180° goes on beyond it
      refreshExpiredTiles: false,
      validateStyle: false, // a test does
      locale: { 'Map.Title': uniqueTitle(t('title')) },
    })
    const bottom = content.covered?.() ?? 0
    map.setPadding({ top: bottom > 0 ? TOP_PX : 0, bottom })
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    // A move by code, like the first `fitBounds`, has no original event.
    map.on('moveend', (event) => 'originalEvent' in event && event.originalEvent && moved(map))
    return map
  })
  const load = useEffectEvent((library: typeof import('maplibre-gl'), map: MapLibre) =>
    loadData(map, content, (part) => {
      if (ready.current?.map !== map) return // it was removed meanwhile
      const data = { ...ready.current.data, ...part }
      ready.current = { map, data }
      if (part.basemap) library.addProtocol('pmtiles', part.basemap.tile)
      const bounds = part.basemap?.bounds
      if (bounds && isInside(place, bounds)) map.setMaxBounds(bounds)
      map.setStyle(styleOf(data))
    }),
  )

  useEffect(() => {
    const container = box.current
    if (!container) return
    let left = false
    loadMapLibre().then(
      (library) => {
        if (left) return
        try {
          const map = make(library, container)
          ready.current = { map, data: NOTHING }
          // Markers do not wait for the tiles.
          map.once('style.load', () => {
            if (ready.current?.map !== map) return
            setState({ state: 'ready', map, Marker: library.Marker })
            load(library, map)
          })
        } catch {
          setState({ state: 'missing' })
        }
      },
      () => left || setState({ state: 'failed' }),
    )
    const stopListening = onThemeChange(() => restyle())
    return () => {
      left = true
      stopListening()
      ready.current?.map.remove()
      ready.current = undefined
    }
  }, [box])

  const { lat, lng } = camera ?? place
  const zoom = camera?.zoom
  useEffect(() => {
    if (state.state !== 'ready') return
    const { map } = state
    if (zoom === undefined) map.fitBounds(boundsAround({ lat, lng }, radiusM), { animate: false })
    else {
      const now = cameraOf(map)
      if (now.lat !== lat || now.lng !== lng || now.zoom !== zoom) map.jumpTo({ center: { lat, lng }, zoom })
    }
  }, [state, lat, lng, zoom, radiusM])

  const { focus } = content
  const shownFocus = useRef(focus)
  useEffect(() => {
    if (state.state !== 'ready' || shownFocus.current === focus) return
    shownFocus.current = focus
    restyle()
  }, [state, focus])

  const shownRounds = useRef(rounds)
  useEffect(() => {
    if (state.state !== 'ready' || shownRounds.current === rounds) return
    shownRounds.current = rounds
    restyle()
  }, [state, rounds])

  return state
}

/** A name that no other map of the page has, because landmarks are told apart by it. */
function uniqueTitle(title: string): string {
  const taken = Array.from(document.querySelectorAll('.maplibregl-canvas'), (canvas) => canvas.ariaLabel)
  let name = title
  for (let n = 2; taken.includes(name); n++) name = `${title} ${n}`
  return name
}
