import type { Feature, Geometry } from 'geojson'

// The layers of the basemap. Style, tiles and the reader of OpenStreetMap files share their names and classes; the
// classes are described in cities/nairobi/basemap/SOURCE.md.

/** `area` is in square metres. `rank` of a place: 1 city, 2 town, 3 suburb, 4 quarter or village, 5 smaller. */
export type Properties = {
  class: string
  name?: string
  ref?: string
  /** A ramp. */
  link?: 1
  brunnel?: 'bridge' | 'tunnel'
  area?: number
  rank?: number
}
export type LayerFeature = Feature<Geometry, Properties>

const ROADS: Record<string, number> = {
  motorway: 8,
  trunk: 8,
  primary: 9,
  secondary: 10,
  tertiary: 11,
  minor: 12,
  service: 13,
  track: 13,
}
const POIS: Record<string, number> = { airport: 10, reserve: 10, university: 13, stadium: 13, station: 13, park: 13 }
const PLACES = [8, 8, 9, 11, 13, 13]

/** The lowest zoom for an area, by its size: limits are square metres and zooms, largest first. */
const byArea =
  (limits: readonly (readonly [number, number])[]) =>
  ({ area = 0 }: Properties) =>
    limits.find(([least]) => area > least)?.[1] ?? 13

/** Each layer with the lowest zoom at which it shows a feature. */
export const LAYERS = {
  landuse: (feature: Properties) =>
    feature.class === 'residential'
      ? 10
      : byArea([
          [2e6, 10],
          [3e5, 11],
          [6e4, 12],
        ])(feature),
  green: byArea([
    [3e6, 8],
    [6e5, 10],
    [1.2e5, 11],
    [3e4, 12],
  ]),
  water: byArea([
    [1e6, 8],
    [1e5, 10],
    [2e4, 12],
  ]),
  waterways: ({ class: kind }: Properties) => ({ river: 10, canal: 12, stream: 12 })[kind] ?? 13,
  aeroway: ({ class: kind }: Properties) => (kind === 'runway' ? 11 : 13),
  roads: ({ class: kind, link }: Properties) => Math.max(link ? 12 : 0, ROADS[kind] ?? 14),
  rail: () => 11,
  places: ({ rank = 5 }: Properties) => PLACES[rank] ?? 13,
  pois: ({ class: kind }: Properties) => POIS[kind] ?? 14,
} satisfies Record<string, (feature: Properties) => number>

export type LayerName = keyof typeof LAYERS
export type Layers = Record<LayerName, LayerFeature[]>

/** West, south, east, north. */
export type Bounds = readonly [number, number, number, number]

export const noLayers = (): Layers => ({
  landuse: [],
  green: [],
  water: [],
  waterways: [],
  aeroway: [],
  roads: [],
  rail: [],
  places: [],
  pois: [],
})
