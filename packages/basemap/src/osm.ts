import { createOSMStream } from 'osm-pbf-parser-node'
import { type Bounds, type Layers, noLayers } from './layers.ts'
import { type Classified, classifyArea, classifyLabel, classifyLine, type Tags } from './osm-classes.ts'
import { areaOf, joinRings, type Position, polygonsOf } from './rings.ts'

type Item =
  | { type: 'node'; id: number; lat: number; lon: number; tags?: Tags }
  | { type: 'way'; id: number; refs: number[]; tags?: Tags }
  | { type: 'relation'; members: { type: string; ref: number; role: string }[]; tags?: Tags }

/**
 * The layers of an OpenStreetMap extract (`.osm.pbf`), in one pass: nodes come before ways, and ways before relations.
 * Everything outside the bounds is left out while reading, so a city can be taken from the file of its country.
 * @throws when the file is not sorted by type and id, as those of Geofabrik and osmium are
 */
export async function readOsm(file: string, bounds?: Bounds): Promise<Layers> {
  const layers = noLayers()
  const nodes = new Nodes()
  const ways = new Map<number, Position[]>()
  const add = (found: Classified | null, geometry: Layers['roads'][number]['geometry']) => {
    if (found) layers[found.layer].push({ type: 'Feature', properties: found.properties, geometry })
  }
  const addArea = (tags: Tags, outer: readonly Position[][], inner: readonly Position[][]) => {
    const area = outer.reduce((sum, ring) => sum + areaOf(ring), 0) - inner.reduce((sum, ring) => sum + areaOf(ring), 0)
    add(classifyArea(tags, Math.round(area)), { type: 'MultiPolygon', coordinates: polygonsOf(outer, inner) })
    const largest = outer.toSorted((a, b) => areaOf(b) - areaOf(a))[0]
    if (largest) add(classifyLabel(tags), { type: 'Point', coordinates: middleOf(largest) })
  }
  for await (const raw of createOSMStream(file)) {
    if (!isItem(raw)) continue
    const { tags } = raw
    if (raw.type === 'node') {
      if (bounds && !isInside(raw, bounds)) continue
      nodes.add(raw.id, raw.lon, raw.lat)
      if (tags) add(classifyLabel(tags), { type: 'Point', coordinates: [raw.lon, raw.lat] })
    } else if (raw.type === 'way') {
      const line = raw.refs.flatMap((ref) => nodes.find(ref) ?? [])
      if (line.length < 2) continue
      ways.set(raw.id, line)
      if (!tags) continue
      const found = classifyLine(tags)
      if (found) add(found, { type: 'LineString', coordinates: line })
      else if (raw.refs[0] === raw.refs.at(-1)) addArea(tags, joinRings([line]), [])
    } else if (tags?.type === 'multipolygon' || tags?.boundary === 'national_park') {
      const ringsOf = (isWanted: (role: string) => boolean) =>
        joinRings(raw.members.flatMap(({ ref, role }) => (isWanted(role) ? [ways.get(ref) ?? []] : [])))
      const outer = ringsOf((role) => role !== 'inner')
      if (outer.length > 0)
        addArea(
          tags,
          outer,
          ringsOf((role) => role === 'inner'),
        )
    }
  }
  return layers
}

const isItem = (raw: object): raw is Item => 'type' in raw

const isInside = ({ lat, lon }: { lat: number; lon: number }, [west, south, east, north]: Bounds) =>
  lon >= west && lon <= east && lat >= south && lat <= north

function middleOf(ring: readonly Position[]): Position {
  const of = (axis: 0 | 1) => ring.reduce((sum, position) => sum + position[axis], 0) / ring.length
  return [of(0), of(1)]
}

/** Nodes by id, in arrays of numbers: a country has tens of millions, more than a Map can hold. */
class Nodes {
  private readonly ids: number[] = []
  private readonly lngs: number[] = []
  private readonly lats: number[] = []

  add(id: number, lng: number, lat: number): void {
    if (id <= (this.ids.at(-1) ?? Number.NEGATIVE_INFINITY))
      throw new Error('The file is not sorted by type and id: run `osmium sort` first')
    this.ids.push(id)
    this.lngs.push(lng)
    this.lats.push(lat)
  }

  /** In an array, so that `flatMap` leaves out what is not there. */
  find(id: number): [Position] | undefined {
    let [low, high] = [0, this.ids.length - 1]
    while (low <= high) {
      const at = (low + high) >> 1
      const found = this.ids[at] ?? Number.NaN
      if (found === id) return [[this.lngs[at] ?? 0, this.lats[at] ?? 0]]
      if (found < id) low = at + 1
      else high = at - 1
    }
    return undefined
  }
}
