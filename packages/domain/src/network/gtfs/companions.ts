import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import type { FeedCheck } from './feed-check.ts'
import { Id, Text } from './fields.ts'
import { feedFile } from './rules.ts'

// Two files that are not GTFS and come with a feed: which routes share which trunk road, and the border of the area.

const CorridorRow = z.object({
  route_id: Id,
  corridor: Text.regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, { error: 'is not a name like ngong_road' }),
})

/** `ngong_road` → `Ngong Road` */
const titleOf = (corridor: string) =>
  corridor
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** Stages the corridors of a CSV file with the columns route_id and corridor. Answers the route ids that the feed lacks. */
export async function readCorridors(check: FeedCheck, path: string): Promise<string[]> {
  const unknown: string[] = []
  const seen = new Set<string>()
  const file = feedFile(basename(path), true, CorridorRow, () => ({
    take({ route_id: routeId, corridor }, at) {
      if (!at.claim(seen, 'route_id', `${corridor} ${routeId}`)) return
      if (!check.routes.has(routeId)) unknown.push(routeId)
      check.stage('corridor_routes', { corridor, name: titleOf(corridor), routeId })
    },
  }))
  await file.read(check, createReadStream(path), () => {})
  return unknown
}

const Ring = z.array(z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).rest(z.number())).min(4)

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

/** Stages the border of the service area: a GeoJSON file with one named polygon. */
export async function readOutline(check: FeedCheck, path: string): Promise<void> {
  const wrong = (reason: string) => check.report({ file: basename(path), line: null, column: null, reason })
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
}
