import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { deriveCorridors } from './derive-corridors.ts'
import type { FeedCheck } from './feed-check.ts'
import { Id, Latitude, Longitude, Text } from './fields.ts'
import { ofFile } from './problems.ts'
import { feedFile } from './rules.ts'

// Files that accompany a feed and are not GTFS: the trunk roads, the routes that share them, and the border.

const Key = Id.regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, { error: 'is not a name like ngong_road' })

const TrunkRow = z.object({
  corridor: Key,
  name: Text,
  from_lat: Latitude,
  from_lng: Longitude,
  to_lat: Latitude,
  to_lng: Longitude,
})

const CorridorRow = z.object({ route_id: Id, corridor: Key })

/**
 * Stages corridors: each road with its two ends, and the routes that share it. Returns route ids that the feed lacks.
 */
export async function readCorridors(check: FeedCheck, trunksCsv: string, corridorsCsv: string): Promise<string[]> {
  const known = new Set<string>()
  const trunks = feedFile(basename(trunksCsv), true, TrunkRow, () => ({
    take(row, at) {
      if (!at.claim(known, 'corridor', row.corridor)) return
      check.stage('corridors', {
        corridor: row.corridor,
        name: row.name,
        fromLat: row.from_lat,
        fromLng: row.from_lng,
        toLat: row.to_lat,
        toLng: row.to_lng,
      })
    },
  }))
  const unknownRoutes: string[] = []
  const seen = new Set<string>()
  const corridors = feedFile(basename(corridorsCsv), true, CorridorRow, () => ({
    take({ route_id: routeId, corridor }, at) {
      if (!at.claim(seen, 'route_id', `${corridor} ${routeId}`)) return
      if (!known.has(corridor)) at.refuse('corridor', `is not in ${basename(trunksCsv)}`, corridor)
      if (!check.routes.has(routeId)) unknownRoutes.push(routeId)
      check.stage('corridor_routes', { corridor, routeId })
    },
  }))
  await trunks.read(check, createReadStream(trunksCsv), () => {})
  await corridors.read(check, createReadStream(corridorsCsv), () => {})
  return unknownRoutes
}

/** Stages main roads for a feed that has none: the database leaves them out where it knows some. */
export function stageDerivedCorridors(check: FeedCheck): void {
  const lines = [...check.shapesOf].map(([id, shapes]) => {
    const [[main] = ['']] = [...shapes].sort(([, a], [, b]) => b - a)
    return { id, line: check.lines.get(main) ?? [] }
  })
  for (const { name, from, to, routes } of deriveCorridors(lines, check.places)) {
    const ends = { fromLat: from.lat, fromLng: from.lng, toLat: to.lat, toLng: to.lng }
    check.stage('corridors', { corridor: name, name, ...ends, derived: true })
    for (const routeId of routes) check.stage('corridor_routes', { corridor: name, routeId, derived: true })
  }
}

/** The name of a derived area: `mexico-city` → `Mexico City`. */
export const areaNameOf = (feed: string) =>
  feed.replaceAll(/(^|-+)([a-z0-9])/g, (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`)

/** Across 180° many programs count on to 181, or back to -181. */
const OutlineLng = z
  .number()
  .min(-360)
  .max(360)
  .transform((lng) => (Math.abs(lng) > 180 ? lng - Math.sign(lng) * 360 : lng))
const Ring = z.array(z.tuple([OutlineLng, z.number().min(-90).max(90)]).rest(z.number())).min(4)

const Outline = z.object({
  features: z.tuple([
    z.object({
      properties: z.object({ name: z.string().min(1).max(80) }),
      geometry: z.discriminatedUnion('type', [
        z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring).min(1) }),
        z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring).min(1)).min(1) }),
      ]),
    }),
  ]),
})

/**
 * Stages the area's border (GeoJSON, one named polygon), before the feed: so stops on another continent are detected.
 */
export async function readOutline(check: FeedCheck, path: string): Promise<void> {
  const wrong = (reason: string) => check.note(ofFile(basename(path), reason))
  let json: unknown
  try {
    json = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    return wrong(`is not readable GeoJSON (${error instanceof Error ? error.message : String(error)})`)
  }
  const outline = Outline.safeParse(json)
  if (!outline.success) return wrong('is not a GeoJSON collection of one polygon with a name')
  const [{ properties, geometry }] = outline.data.features
  check.stage('service_areas', { name: properties.name, outline: geometry })
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
  const points = rings.flat()
  // Around the globe from the first corner, because an area may lie across 180°.
  const start = points[0]?.[0] ?? 0
  const eastOfStart = (lng: number) => ((lng - start + 540) % 360) - 180
  const easts = points.map(([lng]) => eastOfStart(lng))
  const lats = points.map(([, lat]) => lat)
  const [west, east] = [smallest(easts), -smallest(easts.map((value) => -value))]
  const [south, north] = [smallest(lats), -smallest(lats.map((value) => -value))]
  check.area = {
    name: properties.name,
    isFar: (lat, lng) =>
      lat < south - FAR_DEGREES ||
      lat > north + FAR_DEGREES ||
      eastOfStart(lng) < west - FAR_DEGREES ||
      eastOfStart(lng) > east + FAR_DEGREES,
  }
}

/** How far outside the box around the area a place may be before it counts as a mistake, in degrees: about 220 km. */
const FAR_DEGREES = 2

const smallest = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b))
