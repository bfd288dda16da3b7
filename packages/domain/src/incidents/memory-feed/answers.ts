import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type CursorOf, decodeCursor, encodeCursor } from '../../machinery/list-page.ts'
import { isAdmitted } from '../../machinery/memory/admitted-tokens.ts'
import type { CachedReply } from '../../machinery/memory/cached-reply.ts'
import { rpcArgs } from '../../machinery/rpc-args.ts'
import type { Caller } from '../../shared/caller.ts'
import type { InputOf } from '../../shared/operation.ts'
import type { getIncident, listNearbyIncidents } from '../contract.ts'
import { listNearbyIncidents as nearbyOperation } from '../contract.ts'
import type { Box, listIncidents } from '../list-contract.ts'
import { callOf } from '../list-incidents.ts'
import type { FeedIndex } from './feed-index.ts'
import type { FeedRow } from './feed-rows.ts'
import { onPlane } from './geometry.ts'
import type { LiveFeed } from './live-feed.ts'
import { liveFeed } from './running.ts'
import { instant, microsecondsOf, timeOfCursor } from './times.ts'

// The replies that the feed in memory can give. Each equals the one of the database: the same rows, order and cursors,
// so that either can return the next page. The database replies where only it has the data: the caller's own vote,
// whether a session is still valid, filters beside box and category, incidents that are over, and area and corridor of a place where digits decide.

type Nearby = typeof listNearbyIncidents
type Page = { limit?: number | undefined; cursor?: string | undefined }

const PAGE_SIZE = 20
const NearbyCursor = z.object({ d: z.number(), id: z.string() }).nullable()
const LatestCursor = z
  .object({ t: z.string().transform(microsecondsOf), id: z.string() })
  .transform(({ t, id }) => ({ at: t, id }))
  .nullable()

/** A reply. `json` gets its last members, which change most often. `length`: about that of the body. */
type Made = { etag: string; length: number; json: (last: string) => string }
const newCache = () =>
  new LRUCache<string, Made>({ max: 2_000, maxSize: 32 * 1024 * 1024, sizeCalculation: ({ length }) => length + 200 })
/** What was made of the rows as they are, by feed. */
const madeOf = new WeakMap<LiveFeed, { generation: number; replies: LRUCache<string, Made> }>()

/** The feed and its rows, if it may answer this caller now. */
async function feedFor(caller: Caller): Promise<{ feed: LiveFeed; index: FeedIndex } | null> {
  const feed = liveFeed()
  const index = await feed?.read()
  return feed && index && isAdmitted(caller) ? { feed, index } : null
}

/** The cached list if no row has changed since, or a new one. */
function cached(feed: LiveFeed, { generation }: FeedIndex, key: string, make: () => Made): Made {
  const last = madeOf.get(feed)
  const { replies } = last?.generation === generation ? last : { replies: newCache() }
  if (last?.replies !== replies) madeOf.set(feed, { generation, replies })
  const before = replies.get(key)
  if (before) return before
  const { json, ...rest } = make()
  let saved = { last: '', text: '' }
  const made: Made = {
    ...rest,
    json: (last) => {
      if (saved.last !== last) saved = { last, text: json(last) }
      return saved.text
    },
  }
  replies.set(key, made)
  return made
}

const lengthOf = (rows: readonly FeedRow[]) => rows.reduce((sum, { json }) => sum + json.length, 0)

const keyOf = ({ list, conditions }: CursorOf, { limit, cursor }: Page) =>
  JSON.stringify([list, conditions, limit ?? PAGE_SIZE, cursor])

/** Weak, over the content of the rows: the same in every process, and known before the body. */
const tagOf = (key: string, rows: readonly FeedRow[], next: string | null) => {
  const content = [key, ...rows.map(({ tag }) => tag), next].join('\0')
  return `W/"${hash('sha1', content, 'base64url')}"`
}

const asOfOf = ({ asOf }: LiveFeed) => `"asOf":"${instant(asOf)}"`

const pageText = (rows: readonly string[], next: string | null, last: string) =>
  `{"data":[${rows}],"page":{"nextCursor":${JSON.stringify(next)}},${last}}`

export const nearbyFromMemory = {
  async read(caller: Caller, input: InputOf<Nearby>): Promise<CachedReply | null> {
    const found = await feedFor(caller)
    const located = found?.feed.places?.locate(input)
    if (!found || !located) return null
    const location = JSON.stringify(located)
    const { feed, index } = found
    const of = { list: nearbyOperation.name, conditions: rpcArgs(nearbyOperation, caller, input) }
    const key = keyOf(of, input) + location
    const { etag, json } = cached(feed, index, key, () => {
      const after = NearbyCursor.parse(decodeCursor(of, input.cursor))
      const found = index.nearby({ ...input, limit: input.limit ?? PAGE_SIZE, after })
      const cursor = encodeCursor(of, found.next)
      const rows = found.rows.map(({ row }) => row)
      const texts = () =>
        found.rows.map(({ row, metres }) => `${row.json.slice(0, -1)},"distanceM":${roundToEven(metres)}}`)
      const json = (last: string) => pageText(texts(), cursor, last)
      return { etag: tagOf(key, rows, cursor), length: lengthOf(rows), json }
    })
    return { etag, json: () => json(`${asOfOf(feed)},"location":${location}`) }
  },
}

export const latestFromMemory = {
  async read(caller: Caller, input: InputOf<typeof listIncidents>): Promise<CachedReply | null> {
    const { bbox: box } = input
    // A box beyond the poles is refused by the database.
    if (box && (box.minLat < -90 || box.maxLat > 90 || box.minLng < -180 || box.maxLng > 180)) return null
    const of = callOf(input)
    if (of.fn === 'filter_incidents') return null
    const found = await feedFor(caller)
    if (!found) return null
    const { feed, index } = found
    const key = keyOf(of, input)
    const { etag, json } = cached(feed, index, key, () => {
      const after = LatestCursor.parse(decodeCursor(of, input.cursor))
      const { rows, next } = index.latest({
        category: of.category,
        limit: input.limit ?? PAGE_SIZE,
        after,
        ...(box && { box: boxBetween(box) }),
      })
      const cursor = encodeCursor(of, next && { t: timeOfCursor(next.at), id: next.id })
      const texts = rows.map((row) => row.json)
      const json = (last: string) => pageText(texts, cursor, last)
      return { etag: tagOf(key, rows, cursor), length: lengthOf(rows), json }
    })
    return { etag, json: () => json(asOfOf(feed)) }
  },
}

export const incidentFromMemory = {
  /** For callers without a user: the reply to a user has their vote, which only the database has. */
  async read(caller: Caller, { id }: InputOf<typeof getIncident>): Promise<CachedReply | null> {
    if (caller.kind === 'user') return null
    const row = (await feedFor(caller))?.index.get(id.toLowerCase())
    return row ? { etag: tagOf(id, [row], null), json: () => row.json } : null
  },
}

function boxBetween({ minLat, minLng, maxLat, maxLng }: z.output<typeof Box>) {
  const [low, high] = [onPlane({ lat: minLat, lng: minLng }), onPlane({ lat: maxLat, lng: maxLng })]
  return { minX: low.lng, minY: low.lat, maxX: high.lng, maxY: high.lat }
}

/** `round(float8)` of PostgreSQL. */
const roundToEven = (metres: number) => {
  const whole = Math.floor(metres)
  const rest = metres - whole
  return rest > 0.5 || (rest === 0.5 && whole % 2 === 1) ? whole + 1 : whole
}
