import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { PMTiles } from 'pmtiles'

// Draws a part of the basemap as SVG: what a page shows before its live map, which needs 300 kB of script and seconds of
// a slow phone. It has no colours of its own: CSS variables of the page that refers to it apply, so it follows the theme.

/** A circle; `radiusM` is 400 units of the drawing, whose origin is the centre. */
export type Circle = { lat: number; lng: number; radiusM: number }

const UNITS = 400
const EXTENT = 4096
const EQUATOR_M = 40_075_016.686
/** A box of any shape shows more than the circle; this many radii to each side. */
const SHOWN = 1.6

/** Suburbs and what is larger. */
const MAX_RANK = 3
/** The width of a letter on a phone, in units. */
const LETTER = 16

type Point = { x: number; y: number }
type Tags = Record<string, unknown>
type Layer = { of: string; is?: (tags: Tags) => boolean; look: string; isArea?: true }

const classes =
  (...names: string[]) =>
  (tags: Tags) =>
    names.includes(String(tags.class))

const area = (fill: string, opacity: number) => `fill="${fill}" fill-opacity="${opacity}"`
const line = (stroke: string, width: number, opacity = 1) =>
  `fill="none" stroke="${stroke}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linejoin="round" stroke-linecap="round" vector-effect="non-scaling-stroke"`

const [LARGE, MIDDLE, SMALL] = [
  classes('motorway', 'trunk', 'primary'),
  classes('secondary', 'tertiary'),
  classes('minor'),
]

/** From below to above, as in the style of the live map. */
const LAYERS: Layer[] = [
  { of: 'landuse', is: classes('residential'), look: area('var(--color-sunken)', 0.45), isArea: true },
  { of: 'green', look: area('var(--color-link)', 0.12), isArea: true },
  { of: 'water', look: area('#3d87a6', 0.28), isArea: true },
  { of: 'waterways', look: line('#3d87a6', 1, 0.28) },
  { of: 'rail', look: line('var(--color-edge)', 1, 0.55) },
  { of: 'roads', is: SMALL, look: line('var(--color-edge)', 0.8, 0.3) },
  { of: 'roads', is: MIDDLE, look: line('var(--color-edge)', 4, 0.3) },
  { of: 'roads', is: MIDDLE, look: line('var(--color-raised)', 2.6) },
  { of: 'roads', is: LARGE, look: line('var(--color-edge)', 6, 0.5) },
  { of: 'roads', is: LARGE, look: line('var(--color-raised)', 4.2) },
  { of: 'roads', is: LARGE, look: line('var(--color-band)', 4.2, 0.22) },
]

/** The drawing of a circle and its surroundings; refer to its id `picture`. */
export async function drawPicture(archive: PMTiles, circle: Circle): Promise<string> {
  const { minZoom, maxZoom } = await archive.getHeader()
  const across = (EQUATOR_M * Math.cos((circle.lat * Math.PI) / 180)) / circle.radiusM
  const z = Math.min(maxZoom, Math.max(minZoom, Math.floor(Math.log2(across)) - 1))
  const scale = (across * UNITS) / (2 ** z * EXTENT)
  const centre = worldAt(circle, z)
  const reach = (SHOWN * UNITS) / scale / EXTENT
  const tiles: { tile: VectorTile; x: number; y: number }[] = []
  for (let x = Math.floor(centre.x - reach); x <= centre.x + reach; x++)
    for (let y = Math.floor(centre.y - reach); y <= centre.y + reach; y++) {
      const found = await archive.getZxy(z, x, y)
      if (found) tiles.push({ tile: new VectorTile(new PbfReader(new Uint8Array(found.data))), x, y })
    }
  const featuresOf = (name: string) =>
    tiles.flatMap(({ tile, x, y }) => {
      const layer = tile.layers[name]
      const at = ({ x: left, y: top }: Point): Point => ({
        x: Math.round(((x - centre.x) * EXTENT + left) * scale),
        y: Math.round(((y - centre.y) * EXTENT + top) * scale),
      })
      return Array.from({ length: layer?.length ?? 0 }, (_, index) => placed(layer?.feature(index), at))
    })
  const paths = LAYERS.map(({ of, is, look, isArea }) => {
    const lines = featuresOf(of).flatMap(({ tags, lines }) => (is?.(tags) === false ? [] : lines))
    const d = lines.map((points) => pathOf(points, isArea)).join('')
    return d && `<path ${look} d="${d}"/>`
  })
  const places = featuresOf('places').flatMap(({ tags, lines }) => placeNamed(tags, lines[0]?.[0]))
  const names = apart(places.toSorted((a, b) => a.rank - b.rank)).map(textOf)
  const text = `<g text-anchor="middle" fill="var(--color-soft)" stroke="var(--color-paper)" stroke-width=".2em" stroke-linejoin="round" paint-order="stroke">${names.join('')}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg"><g id="picture">${paths.join('')}${text}</g></svg>`
}

/** In tiles of a zoom. */
function worldAt({ lat, lng }: Circle, z: number): Point {
  const north = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
  return { x: ((lng + 180) / 360) * 2 ** z, y: (0.5 - north / (2 * Math.PI)) * 2 ** z }
}

const isNear = ({ x, y }: Point) => Math.max(Math.abs(x), Math.abs(y)) < SHOWN * UNITS

function placed(feature: VectorTileFeature | undefined, at: (point: Point) => Point) {
  const lines = feature?.loadGeometry().map((points) => points.map(at)) ?? []
  // A large area may have no corner nearby.
  return {
    tags: feature?.properties ?? {},
    lines: lines.filter((points) => feature?.type === 3 || points.some(isNear)),
  }
}

function pathOf(points: readonly Point[], isArea = false): string {
  const [first, ...more] = points
  if (!first) return ''
  let last = first
  let d = ''
  for (const { x, y } of more) {
    if (x === last.x && y === last.y) continue
    d += `${d === '' ? 'l' : ' '}${x - last.x} ${y - last.y}`
    last = { x, y }
  }
  return d && `M${first.x} ${first.y}${d}${isArea ? 'z' : ''}`
}

type Name = Point & { name: string; rank: number }

function placeNamed({ name, rank }: Tags, point: Point | undefined): Name[] {
  if (!point || !isNear(point) || typeof name !== 'string' || Number(rank) > MAX_RANK) return []
  return [{ ...point, name, rank: Number(rank) }]
}

/** Without names that would overlap a more important one on a phone. */
function apart(names: readonly Name[]): Name[] {
  const kept: Name[] = []
  for (const name of names) {
    const isFree = kept.every(
      ({ x, y, name: other }) =>
        Math.abs(y - name.y) > 2 * LETTER || Math.abs(x - name.x) > ((other.length + name.name.length) / 2) * LETTER,
    )
    if (isFree) kept.push(name)
  }
  return kept
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const textOf = ({ x, y, name }: Name) =>
  `<text x="${x}" y="${y}">${name.replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')}</text>`
