import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl'
import type { Basemap } from './basemap.ts'
import { BASEMAP_SOURCE, groundLayers, nameLayers } from './basemap-style.ts'
import type { roundPoints } from './haze.ts'
import type { Inks } from './inks.ts'

// The map's own style: no external tiles, fonts or sprites, the page's colours; markers are HTML over it.

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

/** What this map adds: circles without an edge, up to which zoom areas are drawn, and the id of the highlighted line. */
export type MapAdditions = { rounds: ReturnType<typeof roundPoints>; hazeZoom: number; focus?: string | undefined }

export function mapStyle(
  inks: Inks,
  { lines, stages, basemap, hasNames }: MapData,
  { rounds, hazeZoom, focus }: MapAdditions,
): StyleSpecification {
  const ground = basemap ? inks.paper : inks.sunken
  return {
    version: 8,
    sources: {
      lines: { type: 'geojson', data: lines },
      rounds: { type: 'geojson', data: rounds },
      stages: { type: 'geojson', data: stages },
      ...(basemap && { [BASEMAP_SOURCE]: { type: 'vector', url: basemap.url } }),
    },
    layers: [
      ...(basemap
        ? groundLayers(inks)
        : [{ id: 'ground', type: 'background', paint: { 'background-color': ground } } as const]),
      ...networkLayers(inks, ground, focus, basemap !== null),
      ...(['area', 'you'] as const).map((kind) => roundLayer(kind, inks[kind], kind === 'area' ? hazeZoom : 24)),
      ...(basemap && hasNames ? nameLayers(inks) : []),
      ...networkNames(inks, ground),
    ],
  }
}

/** Circles of metres: their pixels double with each zoom. An area has no edge at all, an accuracy a soft one. */
const roundLayer = (kind: 'area' | 'you', color: string, maxzoom: number): LayerSpecification => ({
  id: kind,
  type: 'circle',
  source: 'rounds',
  maxzoom,
  filter: ['==', ['get', 'kind'], kind],
  paint: {
    'circle-color': color,
    'circle-opacity': ['get', 'opacity'],
    'circle-blur': kind === 'area' ? 0.55 : 0,
    'circle-pitch-alignment': 'map',
    'circle-radius': ['interpolate', ['exponential', 2], ['zoom'], 0, ['get', 'px'], 24, ['*', ['get', 'px'], 2 ** 24]],
  },
})

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

/** A line is true to 20 m. Over streets it fades out before that shows: nearer, the streets themselves and stages say it. */
const fading = (far: number, near: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  13.5,
  far,
  15.5,
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
      paint: {
        'line-color': inks.edge,
        'line-width': byZoom(0.75, 1.5),
        'line-opacity': hasStreets ? fading(0.16, 0) : 0.7,
      },
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
      paint: { 'line-color': inks.link, 'line-width': byZoom(2, 5), 'line-opacity': hasStreets ? fading(0.45, 0) : 1 },
    },
    {
      id: 'focus-edge',
      type: 'line',
      source: 'lines',
      filter: ofFocus,
      layout: round,
      paint: { 'line-color': ground, 'line-width': byZoom(6, 9), 'line-opacity': hasStreets ? fading(1, 0) : 1 },
    },
    {
      id: 'focus',
      type: 'line',
      source: 'lines',
      filter: ofFocus,
      layout: round,
      paint: { 'line-color': inks.link, 'line-width': byZoom(3, 5), 'line-opacity': hasStreets ? fading(1, 0) : 1 },
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
