import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import type { Basemap } from './basemap.ts'
import { BASEMAP_SOURCE, groundLayers, nameLayers } from './basemap-style.ts'
import { HALF_CELL } from './degrees.ts'
import type { Inks } from './inks.ts'

// The map's own style: no external tiles, fonts or sprites, the page's colours; markers are HTML over it.

/** The cells of coarse incidents, as GeoJSON. */
export function coarseCells(places: readonly { lat: number; lng: number }[]) {
  return {
    type: 'FeatureCollection' as const,
    features: places.map(({ lat, lng }) => {
      const [w, e, s, n] = [lng - HALF_CELL, lng + HALF_CELL, lat - HALF_CELL, lat + HALF_CELL]
      return {
        type: 'Feature' as const,
        properties: {},
        geometry: {
          type: 'Polygon' as const,
          coordinates: [
            [
              [w, s],
              [e, s],
              [e, n],
              [w, n],
              [w, s],
            ],
          ],
        },
      }
    }),
  }
}

/** Stages as GeoJSON; those where most routes stop come first, and so are labelled first. */
export const stagePoints = (stages: readonly { name: string; place: { lat: number; lng: number } }[]) => ({
  type: 'FeatureCollection' as const,
  features: stages.map(({ name, place }, order) => ({
    type: 'Feature' as const,
    properties: { name, order },
    geometry: { type: 'Point' as const, coordinates: [place.lng, place.lat] },
  })),
})

/** The data of a map: `lines` has features with `kind` `corridor` or `route`, `id` and `name`. */
export type MapData = {
  lines: GeoJSONSourceSpecification['data']
  stages: ReturnType<typeof stagePoints>
  basemap: Basemap | null
  /** Names are drawn by the device's processor, letter by letter: a map that has just begun has none. */
  hasNames: boolean
}

/** `focus` is the id of the highlighted line. */
export function mapStyle(
  inks: Inks,
  { lines, stages, basemap, hasNames }: MapData,
  cells: ReturnType<typeof coarseCells>,
  focus?: string,
): StyleSpecification {
  const ground = basemap ? inks.paper : inks.sunken
  return {
    version: 8,
    sources: {
      lines: { type: 'geojson', data: lines },
      cells: { type: 'geojson', data: cells },
      stages: { type: 'geojson', data: stages },
      ...(basemap && { [BASEMAP_SOURCE]: { type: 'vector', url: basemap.url } }),
    },
    layers: [
      ...(basemap
        ? groundLayers(inks)
        : [{ id: 'ground', type: 'background', paint: { 'background-color': ground } } as const]),
      ...networkLayers(inks, ground, focus, basemap !== null),
      { id: 'cells', type: 'fill', source: 'cells', paint: { 'fill-color': inks.danger, 'fill-opacity': 0.16 } },
      {
        id: 'cell-edges',
        type: 'line',
        source: 'cells',
        paint: { 'line-color': inks.danger, 'line-width': 2, 'line-dasharray': [2, 2] },
      },
      ...(basemap && hasNames ? nameLayers(inks) : []),
      ...networkNames(inks, ground),
    ],
  }
}

const ofKind = (kind: 'corridor' | 'route'): ExpressionSpecification => ['==', ['get', 'kind'], kind]
const byZoom = (far: number, near: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  10,
  far,
  15,
  near,
]

/** Routes and corridors, over the streets that they run on: paler where there are streets. */
function networkLayers(inks: Inks, ground: string, focus = '', hasStreets: boolean): LayerSpecification[] {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  const ofFocus: ExpressionSpecification = ['==', ['get', 'id'], focus]
  return [
    {
      id: 'routes',
      type: 'line',
      source: 'lines',
      filter: ofKind('route'),
      layout: round,
      paint: { 'line-color': inks.edge, 'line-width': byZoom(0.75, 2.5), 'line-opacity': hasStreets ? 0.16 : 0.7 },
    },
    {
      id: 'corridor-edges',
      type: 'line',
      source: 'lines',
      filter: ofKind('corridor'),
      layout: round,
      paint: { 'line-color': ground, 'line-width': byZoom(5, 15), 'line-opacity': hasStreets ? 0 : 1 },
    },
    {
      id: 'corridors',
      type: 'line',
      source: 'lines',
      filter: ofKind('corridor'),
      layout: round,
      paint: { 'line-color': inks.link, 'line-width': byZoom(2.5, 8), 'line-opacity': hasStreets ? 0.45 : 1 },
    },
    {
      id: 'focus-edge',
      type: 'line',
      source: 'lines',
      filter: ofFocus,
      layout: round,
      paint: { 'line-color': inks.ink, 'line-width': byZoom(8, 16) },
    },
    {
      id: 'focus',
      type: 'line',
      source: 'lines',
      filter: ofFocus,
      layout: round,
      paint: { 'line-color': inks.band, 'line-width': byZoom(4, 10) },
    },
  ]
}

/** Stages from a zoom where they are apart, and corridors from afar. */
function networkNames(inks: Inks, ground: string): LayerSpecification[] {
  const halo = { 'text-halo-color': ground, 'text-halo-width': 2 }
  return [
    {
      id: 'stages',
      type: 'circle',
      source: 'stages',
      minzoom: 13.5,
      paint: {
        'circle-radius': byZoom(2, 4),
        'circle-color': inks.raised,
        'circle-stroke-color': inks.link,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'stage-names',
      type: 'symbol',
      source: 'stages',
      minzoom: 13.5,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['sans-serif'],
        'text-size': byZoom(11, 13),
        'text-max-width': 8,
        'text-variable-anchor': ['top', 'bottom', 'right', 'left'],
        'text-radial-offset': 0.6,
        'symbol-sort-key': ['get', 'order'],
      },
      paint: { 'text-color': inks.link, ...halo },
    },
    {
      id: 'corridor-names',
      type: 'symbol',
      source: 'lines',
      minzoom: 10.5,
      filter: ofKind('corridor'),
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 400,
        'text-field': ['get', 'name'],
        'text-font': ['sans-serif'],
        'text-size': 14,
        'text-offset': [0, -0.9],
      },
      paint: { 'text-color': inks.ink, ...halo },
    },
  ]
}
