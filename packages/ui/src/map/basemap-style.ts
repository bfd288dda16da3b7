import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import { type Inks, mix } from './inks.ts'

// The layers of the basemap, drawn in mixtures of the page's colours, so that they follow the theme. The ground is
// quiet: nothing on it competes with an incident. Names are drawn with the device's own font, so no font is loaded.
// Classes are described in cities/nairobi/basemap/SOURCE.md.

export const BASEMAP_SOURCE = 'basemap'
const WATER = '#3d87a6'

/** The classes of points that people name places by. */
export const LANDMARKS = [
  'hospital',
  'university',
  'stadium',
  'station',
  'market',
  'mall',
  'police',
  'museum',
  'civic',
  'airport',
]

type Labels = Omit<Extract<LayerSpecification, { type: 'symbol' }>, 'id' | 'type' | 'source' | 'source-layer'>

/** Widths at zooms, growing with the scale of the map in between. */
const widths = (...stops: number[]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...stops,
]
const classes = (...names: string[]): ExpressionSpecification => ['in', ['get', 'class'], ['literal', names]]
const named = (...names: string[]): FilterSpecification => [
  'all',
  ['has', 'name'],
  ['!', ['has', 'link']],
  classes(...names),
]

const fill = (id: string, layer: string, color: string, ...names: string[]): LayerSpecification => ({
  id,
  type: 'fill',
  source: BASEMAP_SOURCE,
  'source-layer': layer,
  ...(names.length > 0 && { filter: classes(...names) }),
  paint: { 'fill-color': color },
})

const line = (
  id: string,
  layer: string,
  color: string,
  width: ExpressionSpecification,
  more: { filter?: FilterSpecification; minzoom?: number; dashes?: number[] } = {},
): LayerSpecification => ({
  id,
  type: 'line',
  source: BASEMAP_SOURCE,
  'source-layer': layer,
  ...(more.filter && { filter: more.filter }),
  ...(more.minzoom !== undefined && { minzoom: more.minzoom }),
  layout: { 'line-cap': more.dashes ? 'butt' : 'round', 'line-join': 'round' },
  paint: { 'line-color': color, 'line-width': width, ...(more.dashes && { 'line-dasharray': more.dashes }) },
})

const labels = (id: string, layer: string, { layout, ...more }: Labels): LayerSpecification => ({
  id,
  type: 'symbol',
  source: BASEMAP_SOURCE,
  'source-layer': layer,
  ...more,
  layout: { 'text-field': ['get', 'name'], 'text-font': ['sans-serif'], ...layout },
})

/** Each kind of road: casing and surface, by zoom. Narrow ones come first, so that main roads lie over them. */
function roads(ground: string, { raised, edge, band }: Inks): LayerSpecification[] {
  const kinds = [
    { id: 'service', of: ['service'], from: 13, widths: [13, 0.4, 15, 1.8, 17, 5] },
    { id: 'minor', of: ['minor'], from: 12, widths: [12, 0.3, 14, 1.2, 16, 5.4] },
    { id: 'tertiary', of: ['tertiary'], from: 11, widths: [11, 0.4, 12, 0.9, 14, 3.2, 16, 8.6] },
    { id: 'secondary', of: ['secondary'], from: 10, widths: [10, 0.5, 12, 1.6, 14, 4.3, 16, 10.8] },
    { id: 'main', of: ['trunk', 'primary'], from: 8, widths: [8, 0.7, 12, 2.4, 14, 5.4, 16, 13] },
    { id: 'motorway', of: ['motorway'], from: 8, widths: [8, 0.9, 12, 2.7, 14, 5.9, 16, 13.6] },
  ]
  const isMain = (id: string) => id === 'main' || id === 'motorway'
  const casings = kinds.map(({ id, of, from, widths: stops }) =>
    line(
      `road-edge-${id}`,
      'roads',
      mix(ground, edge, isMain(id) ? 0.5 : 0.3),
      widths(...stops.map((value, index) => (index % 2 === 0 ? value : value + 1.3))),
      { filter: classes(...of), minzoom: from },
    ),
  )
  const surfaces = kinds.map(({ id, of, from, widths: stops }) =>
    line(`road-${id}`, 'roads', isMain(id) ? mix(raised, band, 0.22) : raised, widths(...stops), {
      filter: classes(...of),
      minzoom: from,
    }),
  )
  return [...casings, ...surfaces]
}

/** Areas, water, rails and roads: what lies below the network's lines. */
export function groundLayers(inks: Inks): LayerSpecification[] {
  const { paper, sunken, link, edge } = inks
  const ground = paper
  const water = mix(ground, WATER, 0.28)
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': ground } },
    fill('landuse-homes', 'landuse', mix(ground, sunken, 0.45), 'residential'),
    fill('landuse-work', 'landuse', mix(ground, edge, 0.08), 'industrial', 'commercial', 'transport', 'military'),
    fill('landuse-public', 'landuse', mix(ground, inks.band, 0.06), 'institution', 'hospital'),
    fill('landuse-airport', 'landuse', mix(ground, edge, 0.14), 'aerodrome', 'apron'),
    fill('green', 'green', mix(ground, link, 0.12)),
    fill('water', 'water', water),
    line('waterways', 'waterways', water, widths(10, 0.5, 15, 2)),
    line('runways', 'aeroway', mix(ground, edge, 0.3), widths(11, 1, 15, 10)),
    line('paths', 'roads', mix(ground, edge, 0.35), widths(14, 0.6, 17, 2), {
      filter: classes('path', 'track'),
      minzoom: 14,
      dashes: [2, 1.5],
    }),
    ...roads(ground, inks),
    line('rails', 'rail', mix(ground, edge, 0.55), widths(11, 0.8, 15, 1.8)),
    line('rail-ties', 'rail', mix(ground, edge, 0.55), widths(13, 2.4, 16, 5), { minzoom: 13, dashes: [0.35, 3.2] }),
  ]
}

/** Names, the least important first: MapLibre places the labels of the last layer first. */
export function nameLayers({ paper, soft, ink, link }: Inks): LayerSpecification[] {
  const halo = { 'text-halo-color': paper, 'text-halo-width': 1.5 }
  const quiet = { 'text-color': mix(paper, soft, 0.85), ...halo }
  const along = (minzoom: number, size: ExpressionSpecification, ...names: string[]): Labels => ({
    filter: named(...names),
    minzoom,
    layout: { 'symbol-placement': 'line', 'symbol-spacing': 320, 'text-size': size },
    paint: quiet,
  })
  const places = (rank: ExpressionSpecification, minzoom: number, size: ExpressionSpecification): Labels => ({
    filter: rank,
    minzoom,
    layout: { 'text-size': size, 'text-padding': 6, 'text-max-width': 8 },
    paint: { 'text-color': soft, ...halo },
  })
  const rank: ExpressionSpecification = ['get', 'rank']
  const poi = (minzoom: number, color: string, ...names: string[]): Labels => ({
    filter: classes(...names),
    minzoom,
    layout: { 'text-size': 11.5, 'text-max-width': 8, 'text-padding': 12 },
    paint: { 'text-color': color, ...halo },
  })
  return [
    labels('name-minor', 'roads', along(15, widths(15, 10.5, 17, 13), 'minor', 'service')),
    labels('name-tertiary', 'roads', along(13.5, widths(13, 10.5, 16, 13), 'tertiary', 'secondary')),
    labels('name-main', 'roads', along(12, widths(11, 10.5, 16, 14), 'motorway', 'trunk', 'primary')),
    labels('name-green', 'pois', poi(14, mix(paper, link, 0.85), 'park', 'golf', 'reserve')),
    labels('name-landmark', 'pois', poi(14.5, mix(paper, soft, 0.85), ...LANDMARKS)),
    labels('name-quarter', 'places', places(['>=', rank, 4], 13, widths(13, 11, 16, 13))),
    labels('name-suburb', 'places', places(['==', rank, 3], 11, widths(11, 11.5, 15, 15))),
    labels('name-town', 'places', places(['==', rank, 2], 8, widths(9, 11.5, 14, 16))),
    labels('name-city', 'places', {
      ...places(['==', rank, 1], 8, widths(8, 14, 13, 22)),
      maxzoom: 13.6,
      paint: { 'text-color': ink, ...halo },
    }),
  ]
}
