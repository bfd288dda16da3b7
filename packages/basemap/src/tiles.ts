import { gzipSync } from 'node:zlib'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Geometry } from 'geojson'
import { type Bounds, LAYERS, type LayerName, type Layers, type Properties } from './layers.ts'

export const MIN_ZOOM = 8
/** Maps show these tiles enlarged at higher zooms. */
export const MAX_ZOOM = 14
const EXTENT = 4096

export type Tile = { z: number; x: number; y: number; data: Uint8Array }
type Cut = NonNullable<ReturnType<GeoJSONVT['getTile']>>

/** Vector tiles of all zooms, gzipped. Names and bridges are left out where no style draws them. */
export function* makeTiles(layers: Layers, bounds: Bounds): Generator<Tile> {
  const indexes = layerNames.map((name) => ({ name, index: indexOf(name, layers) }))
  for (let z = MIN_ZOOM; z <= MAX_ZOOM; z++) {
    const [from, to] = [tileAt(bounds[0], bounds[3], z), tileAt(bounds[2], bounds[1], z)]
    for (let x = from.x; x <= to.x; x++)
      for (let y = from.y; y <= to.y; y++) {
        const cut: Record<string, Cut> = {}
        for (const { name, index } of indexes) {
          const tile = index.getTile(z, x, y)
          const features = tile?.features.flatMap((feature) => {
            const tags = tagsAt(name, feature.tags, z)
            return tags ? [{ ...feature, tags }] : []
          })
          // geojson-vt types positions as flat lists and vt-pbf as pairs; at run time both are the same.
          const same = features as unknown as Cut['features']
          if (tile && same?.length > 0) cut[name] = { ...tile, features: same }
        }
        if (Object.keys(cut).length === 0) continue
        yield { z, x, y, data: gzipSync(fromGeojsonVt(cut, { version: 2, extent: EXTENT }), { level: 9 }) }
      }
  }
}

const layerNames: LayerName[] = ['landuse', 'green', 'water', 'waterways', 'aeroway', 'roads', 'rail', 'places', 'pois']

const indexOf = (name: LayerName, layers: Layers) =>
  new GeoJSONVT(
    { type: 'FeatureCollection', features: layers[name] },
    {
      maxZoom: MAX_ZOOM,
      indexMaxZoom: MIN_ZOOM,
      indexMaxPoints: 0,
      extent: EXTENT,
      tolerance: name === 'roads' ? 2.5 : 3.5,
      // A label near a tile's edge needs the point in both tiles.
      buffer: name === 'places' || name === 'pois' ? 128 : 64,
    },
  )

/** The properties of a feature at a zoom; null if it is not shown there. */
function tagsAt(name: LayerName, tags: Record<string, unknown> | null, z: number) {
  // geojson-vt passes properties on as they are.
  const all = (tags ?? {}) as Properties
  if (LAYERS[name](all) > z) return null
  const { area: _, brunnel, name: label, ...rest } = all
  const isFar = name === 'roads' && z < 12
  return {
    ...rest,
    ...(brunnel && !isFar && { brunnel }),
    ...(label && !(isFar && z < 11) && { name: label }),
  }
}

/** The tile that a location is in (web Mercator). */
function tileAt(lng: number, lat: number, z: number): { x: number; y: number } {
  const tiles = 2 ** z
  const radians = (lat * Math.PI) / 180
  const north = Math.log(Math.tan(radians) + 1 / Math.cos(radians))
  const clamp = (value: number) => Math.min(tiles - 1, Math.max(0, Math.floor(value * tiles)))
  return { x: clamp((lng + 180) / 360), y: clamp((1 - north / Math.PI) / 2) }
}

/** The bounding box of everything in the layers. */
export function boundsOf(layers: Layers): Bounds {
  const box: [number, number, number, number] = [180, 90, -180, -90]
  const visit = (position: unknown): void => {
    if (!Array.isArray(position)) return
    const [lng, lat] = position
    if (typeof lng !== 'number' || typeof lat !== 'number') {
      position.forEach(visit)
      return
    }
    box[0] = Math.min(box[0], lng)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lng)
    box[3] = Math.max(box[3], lat)
  }
  const visitGeometry = (geometry: Geometry): void =>
    geometry.type === 'GeometryCollection' ? geometry.geometries.forEach(visitGeometry) : visit(geometry.coordinates)
  for (const features of Object.values(layers)) for (const { geometry } of features) visitGeometry(geometry)
  return box
}
