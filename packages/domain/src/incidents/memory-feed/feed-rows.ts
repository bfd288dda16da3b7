import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Incident } from '../contract.ts'
import type { Place } from './geometry.ts'

/** One visible row of `app.incident_feed`. Times in microseconds since 1970, as PostgreSQL compares them. */
export type FeedRow = Place & {
  id: string
  category: string
  lastSeenAt: number
  visibleUntil: number
  /** The incident as the API returns it. */
  json: string
  /** A hash of `json`: of what is public alone, as the order and number of writes are not. */
  tag: string
}

/** A row of `app.feed_copy_row`, validated once: no extra member may leak, and an invalid one fails the whole copy. */
const Row = z
  .object({
    visibleUntil: z.int(),
    lastSeenAt: z.int(),
    lat: z.number(),
    lng: z.number(),
    incident: Incident,
  })
  .transform(({ incident, ...row }): FeedRow => {
    const { id, category } = incident
    const json = JSON.stringify(incident)
    return { ...row, id, category, json, tag: createHash('sha1').update(json).digest('base64url') }
  })

export const Rows = z.array(Row)

export const Beginning = z.object({ head: z.int(), rows: z.int() })

export const Changes = z.object({
  now: z.int(),
  head: z.int(),
  isKnown: z.boolean(),
  hasMore: z.boolean(),
  isCurrent: z.boolean(),
  network: z.int().nullable(),
  changed: z.array(z.uuid()),
  rows: Rows,
})
