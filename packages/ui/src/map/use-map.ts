'use client'

import { type Route, tryCall } from '@salama/http/call'
import type { GeoJSONSource, LngLatBoundsLike, Map as MapLibre, Marker } from 'maplibre-gl'
import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { METRES_PER_DEGREE } from './degrees.ts'
import { coarseCells, mapStyle, readInks, type Tiles } from './style.ts'

export type Place = { lat: number; lng: number }

/** `missing`: this device has no WebGL 2. `failed`: MapLibre or its lines could not be loaded. */
export type MapState =
  | { state: 'loading' | 'missing' | 'failed' }
  | { state: 'ready'; map: MapLibre; Marker: typeof Marker; tiles: Tiles | null }

/** The endpoint for the lines of the network, in every app with a map. */
const LINES_URL = '/api/corridor-map'

/** Whether there are tiles below them: our own proxy answers it. */
type GetTiles = Route<'get', '/api/map-tiles', Tiles | null>

/** Fetched once per page; on failure the map has no tiles. */
let askedTiles: Promise<Tiles | null> | undefined
function findTiles(): Promise<Tiles | null> {
  askedTiles ??= tryCall<GetTiles>('GET /api/map-tiles').then((tiles) => {
    if (tiles.ok) return tiles.reply
    if (tiles.problem.code === 'network') askedTiles = undefined
    return null
  })
  return askedTiles
}

/** The bounding box of a circle. */
function boundsAround({ lat, lng }: Place, radiusM: number): LngLatBoundsLike {
  const dLat = radiusM / METRES_PER_DEGREE
  const dLng = dLat / Math.cos((lat * Math.PI) / 180)
  return [lng - dLng, lat - dLat, lng + dLng, lat + dLat]
}

const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null

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

/** `focus`: the id of the highlighted line. */
type MapContent = { place: Place; radiusM: number; cells: readonly Place[]; focus: string | undefined }

/**
 * A MapLibre map in `box`, created on mount and removed on unmount. MapLibre is loaded only here (300 kB that a list
 * never needs), and its worker comes from the app's own origin. Keep `place` and `cells` stable between renders.
 */
export function useMap(box: RefObject<HTMLDivElement | null>, { place, radiusM, cells, focus }: MapContent): MapState {
  const t = useTranslations('map')
  const [state, setState] = useState<MapState>({ state: 'loading' })
  const ready = useRef<MapLibre>(undefined)
  const ground = useRef<Tiles>(null)
  const currentStyle = useEffectEvent(() => mapStyle(readInks(), LINES_URL, coarseCells(cells), focus, ground.current))
  const restyle = useEffectEvent(() => ready.current?.setStyle(currentStyle()))

  const make = useEffectEvent(async (container: HTMLDivElement) => {
    const [library, tiles] = await Promise.all([import('maplibre-gl'), findTiles()])
    ground.current = tiles
    library.setWorkerUrl(`/vendor/maplibre-gl-worker.mjs?v=${library.getVersion()}`)
    const map = new library.Map({
      container,
      style: currentStyle(),
      bounds: boundsAround(place, radiusM),
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      minZoom: 8,
      maxZoom: 17,
      locale: { 'Map.Title': t('title') },
    })
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    return { map, Marker: library.Marker, tiles }
  })

  useEffect(() => {
    const container = box.current
    if (!container) return
    if (!hasWebGl()) {
      setState({ state: 'missing' })
      return
    }
    let left = false
    let map: MapLibre | undefined
    make(container).then(
      (made) => {
        map = made.map
        if (left) return map.remove()
        map.once('load', () => setState({ state: 'ready', ...made }))
        ready.current = map
      },
      () => left || setState({ state: 'failed' }),
    )
    const stopListening = onThemeChange(() => restyle())
    return () => {
      left = true
      ready.current = undefined
      stopListening()
      map?.remove()
    }
  }, [box])

  useEffect(() => {
    if (state.state === 'ready') state.map.fitBounds(boundsAround(place, radiusM), { animate: false })
  }, [state, place, radiusM])

  useEffect(() => {
    if (state.state !== 'ready') return
    state.map.getSource<GeoJSONSource>('cells')?.setData(coarseCells(cells))
  }, [state, cells])

  return state
}
