import { open } from 'node:fs/promises'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import type { Incident } from '@salama/domain/incidents/contract'
import { settings } from '@salama/http'
import { METRES_PER_DEGREE } from '@salama/ui/map/degrees.ts'
import { AREA_RADIUS_M } from '@salama/ui/map/haze.ts'
import { PbfReader } from 'pbf'
import { PMTiles } from 'pmtiles'
import { drawNames, type Street } from './map-names.ts'

// A still map as SVG, drawn from the basemap on the server: what a page shows before its live map, and what the picture
// of a shared link shows, which has no letters: what draws it knows no fonts.

type Place = Incident['place']
export type Scene = {
  centre: Place
  zoom: number
  width: number
  height: number
  line?: readonly Place[]
  /** With their names, where they have room; the first ones first. */
  stages?: readonly { name: string; place: Place }[]
  /** A place that is known only roughly, about a kilometre around the centre. */
  isCoarse?: boolean
  /** Whether the centre itself is what it is about. */
  isSpot?: boolean
}

const TILE_PX = 512
const DEEPEST = 14

/** Where a place is in the world, in pixels at a zoom (Web Mercator, as the tiles are cut). */
function worldOf({ lat, lng }: Place, zoom: number) {
  const size = TILE_PX * 2 ** zoom
  const sin = Math.sin((lat * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * size, y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size }
}

/** Where a place is on the picture, in pixels from its upper left corner. */
export function positionOn({ centre, zoom, width, height }: Scene, place: Place) {
  const [at, middle] = [worldOf(place, zoom), worldOf(centre, zoom)]
  return { x: at.x - middle.x + width / 2, y: at.y - middle.y + height / 2 }
}

/** Half the height of a scene in metres: a live map of that circle shows the same. */
export const radiusOf = ({ centre, zoom, height }: Scene) => (height / 2) * metresPerPx(centre.lat, zoom)

const metresPerPx = (lat: number, zoom: number) =>
  (40_075_017 * Math.cos((lat * Math.PI) / 180)) / (TILE_PX * 2 ** zoom)

/** What floats over a picture, and what a page cuts off at its edges, in pixels: a sign that is inside stays whole. */
const ROOM = { side: 94, top: 76, bottom: 116 }

/** The scene that shows all of a line, with room around it. */
export function sceneOf(line: readonly Place[], width: number, height: number): Scene {
  const [lats, lngs] = [line.map(({ lat }) => lat), line.map(({ lng }) => lng)]
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)]
  const [from, to] = [worldOf({ lat: north, lng: west }, 0), worldOf({ lat: south, lng: east }, 0)]
  const [freeX, freeY] = [width - 2 * ROOM.side, height - ROOM.top - ROOM.bottom]
  const zoom = Math.min(15, Math.log2(Math.min(freeX / (to.x - from.x || 1e-9), freeY / (to.y - from.y || 1e-9))))
  const middle = (south + north) / 2
  const lower = (((ROOM.bottom - ROOM.top) / 2) * metresPerPx(middle, zoom)) / METRES_PER_DEGREE
  return { centre: { lat: middle - lower, lng: (west + east) / 2 }, zoom, width, height, line }
}

let opened: Promise<PMTiles | null> | undefined
const archive = () => {
  opened ??= openArchive()
  return opened
}

/** Whether maps have streets, and so need the credit of OpenStreetMap. */
export const hasStreets = async () => (await archive()) !== null

async function openArchive(): Promise<PMTiles | null> {
  const path = settings().BASEMAP_FILE
  const file = path ? await open(path).catch(() => null) : null
  if (!file) return null
  return new PMTiles({
    getKey: () => 'basemap',
    getBytes: async (offset, length) => {
      const bytes = new Uint8Array(length)
      const { bytesRead } = await file.read(bytes, 0, length, offset)
      return { data: bytes.buffer.slice(0, bytesRead) }
    },
  })
}

/** Layers from below to above: the class of the path, and which features are on it. */
const ROADS = ['service', 'minor', 'tertiary', 'secondary', 'primary', 'trunk', 'motorway']
const MAIN = ['primary', 'trunk', 'motorway']
const NAMED = ['main', 'road', 'lane']
const pathOf = (layer: string, { properties }: VectorTileFeature): string | null => {
  if (layer === 'green' || layer === 'water') return layer
  if (layer === 'waterways') return 'stream'
  if (layer !== 'roads' || !ROADS.includes(String(properties.class))) return null
  if (MAIN.includes(String(properties.class))) return 'main'
  return ['tertiary', 'secondary'].includes(String(properties.class)) ? 'road' : 'lane'
}

type Ground = { paths: Map<string, string>; streets: Street[] }

/** The paths of the tiles under a scene, by class, and named streets. A part that is not on the picture is left out. */
async function groundOf(tiles: PMTiles, scene: Scene): Promise<Ground> {
  const { centre, zoom, width, height } = scene
  const z = Math.max(0, Math.min(DEEPEST, Math.floor(zoom)))
  const size = TILE_PX * 2 ** (zoom - z)
  const middle = worldOf(centre, zoom)
  const [left, top] = [middle.x - width / 2, middle.y - height / 2]
  const paths = new Map<string, string>()
  const streets: Street[] = []
  for (let x = Math.floor(left / size); x * size < left + width; x++)
    for (let y = Math.floor(top / size); y * size < top + height; y++) {
      const tile = await tiles.getZxy(z, x, y)
      if (!tile) continue
      const { layers } = new VectorTile(new PbfReader(new Uint8Array(tile.data)))
      for (const [name, layer] of Object.entries(layers))
        for (let index = 0; index < layer.length; index++) {
          const feature = layer.feature(index)
          const path = pathOf(name, feature)
          if (!path) continue
          for (const ring of feature.loadGeometry()) {
            const scale = size / layer.extent
            const points = ring.map(
              (at) => [Math.round(x * size + at.x * scale - left), Math.round(y * size + at.y * scale - top)] as const,
            )
            const drawn = drawRing(points, width, height, feature.type === 3)
            if (!drawn) continue
            paths.set(path, (paths.get(path) ?? '') + drawn)
            const { name: called, link } = feature.properties
            const rank = NAMED.indexOf(path)
            if (rank >= 0 && called && !link && (path !== 'lane' || zoom > 14.5))
              streets.push({ name: String(called), rank, points })
          }
        }
    }
  return { paths, streets }
}

function drawRing(
  points: readonly (readonly [number, number])[],
  width: number,
  height: number,
  isArea: boolean,
): string {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  if (Math.max(...xs) < -9 || Math.min(...xs) > width + 9 || Math.max(...ys) < -9 || Math.min(...ys) > height + 9)
    return ''
  const moved = points.filter(([x, y], at) => at === 0 || x !== points[at - 1]?.[0] || y !== points[at - 1]?.[1])
  if (moved.length < 2) return ''
  return `M${moved.map(([x, y]) => `${x} ${y}`).join('L')}${isArea ? 'Z' : ''}`
}

const LIGHT =
  '#ground{fill:#f4eddc}.green{fill:#dfe6cf}.water{fill:#bcd5d6}.stream{stroke:#bcd5d6}.lane,.road{stroke:#fffdf8}.main{stroke:#f6e3ae}.edge{stroke:#d8ccb0}.line{stroke:#0b5035}.halo{stroke:#fffdf8}.haze{stop-color:#3e4862}.street{fill:#3c4b43;stroke:#f4eddc}.stage{fill:#fffdf8;stroke:#0b5035}.stage-name{fill:#0b5035;stroke:#f4eddc}'
const DARK =
  '#ground{fill:#0f1d16}.green{fill:#152a1e}.water{fill:#16343c}.stream{stroke:#16343c}.lane,.road{stroke:#24362b}.main{stroke:#4a4526}.edge{stroke:#0a130e}.line{stroke:#8fd6b0}.halo{stroke:#0d1913}.haze{stop-color:#b0bad6}.street{fill:#b9c7bd;stroke:#0f1d16}.stage{fill:#0d1913;stroke:#8fd6b0}.stage-name{fill:#8fd6b0;stroke:#0f1d16}'
const NAMES =
  '.stage{stroke-width:4}text{paint-order:stroke;stroke-width:5;stroke-linejoin:round}.stage-name{font-weight:600}'

/** Draws a scene. `themes`: for a page, which may be dark; the picture of a link is always light. */
export async function drawMap(scene: Scene, themes: 'light' | 'both'): Promise<string> {
  const tiles = await archive()
  const { paths, streets }: Ground = tiles ? await groundOf(tiles, scene) : { paths: new Map(), streets: [] }
  const { width, height, zoom } = scene
  const grow = 2 ** ((Math.min(zoom, 17) - 14) * 0.8)
  const stroke = (of: string, style: string, px: number) => {
    const d = paths.get(of)
    return d ? `<path class="${style}" d="${d}" stroke-width="${(px * grow).toFixed(1)}"/>` : ''
  }
  const fill = (of: string) => (paths.has(of) ? `<path class="${of}" d="${paths.get(of)}" stroke="none"/>` : '')
  const line = scene.line?.map((place) => positionOn(scene, place)).map(({ x, y }) => `${x.toFixed(0)} ${y.toFixed(0)}`)
  const names = themes === 'both' ? drawNames(streets, stagesOn(scene), roomOn(scene)) : ''
  const cellPx = AREA_RADIUS_M / metresPerPx(scene.centre.lat, zoom)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><style>${LIGHT}${themes === 'both' ? `@media(prefers-color-scheme:dark){${DARK}}${NAMES}` : ''}</style><rect id="ground" width="${width}" height="${height}"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${fill('green')}${fill('water')}${stroke('stream', 'stream', 1.5)}${zoom > 13.5 ? stroke('lane', 'lane', 2.4) : ''}${stroke('road', 'edge', 5)}${stroke('main', 'edge', 7)}${stroke('road', 'road', 4)}${stroke('main', 'main', 5.6)}${line ? `<path class="halo" d="M${line.join('L')}" stroke-width="9"/><path class="line" d="M${line.join('L')}" stroke-width="5"/>` : ''}</g>${scene.isCoarse ? `<radialGradient id="h"><stop class="haze" stop-opacity=".3"/><stop offset=".6" class="haze" stop-opacity=".18"/><stop offset="1" class="haze" stop-opacity="0"/></radialGradient><circle cx="${width / 2}" cy="${height / 2}" r="${(cellPx * 1.5).toFixed(0)}" fill="url(#h)"/>` : ''}${names}</svg>`
}

const stagesOn = (scene: Scene) =>
  (scene.stages ?? [])
    .map(({ name, place }) => ({ name, ...positionOn(scene, place) }))
    .filter(({ x, y }) => x > 0 && x < scene.width && y > 0 && y < scene.height)

/** What no sheet covers; the way back, the credit, and what the page puts in the middle; and the line. */
const roomOn = (scene: Scene) => {
  const { width, height, isSpot, isCoarse, line = [] } = scene
  return {
    view: { x: width / 2, y: (height - 44) / 2, width: width - 16, height: height - 60 },
    taken: [
      { x: 65, y: 65, width: 130, height: 130 },
      { x: width - 150, y: height - 60, width: 300, height: 50 },
      ...(isSpot ? [{ x: width / 2, y: height / 2, width: 100, height: 100 }] : []),
      ...(isCoarse ? [{ x: width / 2, y: height / 2, width: 460, height: 110 }] : []),
    ],
    line: line.map((place) => positionOn(scene, place)).map(({ x, y }) => [x, y] as const),
  }
}
