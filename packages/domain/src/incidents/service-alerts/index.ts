import { createHash } from 'node:crypto'
import { callRpc } from '../../machinery/call-rpc.ts'
import { alertCertainty, riderUrl } from '../../machinery/env.ts'
import { isAdmitted } from '../../machinery/memory/admitted-tokens.ts'
import { processGlobal } from '../../machinery/process-global.ts'
import { useCase } from '../../machinery/use-case.ts'
import type { Caller } from '../../shared/caller.ts'
import { ownTexts } from '../../shared/own-texts.ts'
import type { Incident } from '../contract.ts'
import { type FeedRow, Rows } from '../memory-feed/feed-rows.ts'
import { liveFeed } from '../memory-feed/running.ts'
import { type AlertSettings, alertOf } from './alert.ts'
import * as contract from './contract.ts'
import { encodeEntity, encodeHeader } from './encode.ts'

// The alerts of the live feed. One alert is made once for each state of an incident; the feed is put together again when
// any row of it changes; a request adds the time.

const VERSION = '2.0'
const ROWS_PER_CALL = 1_000

type Made = { bytes: Uint8Array; json: string; tag: string }
type Feed = { bytes: Buffer; json: string; etag: string }

const slot = processGlobal('service-alerts', () => ({
  ofRow: new WeakMap<FeedRow, Map<string, Made | null>>(),
  /** What was put together of the rows as they are, by the GTFS feed that was asked for. */
  of: { generation: -1, feeds: new Map<string, Feed>() },
}))

let settings: Promise<AlertSettings> | undefined
export async function readSettings(): Promise<AlertSettings> {
  const texts = await ownTexts()
  const inLanguages = Object.fromEntries(Object.entries(texts).map(([language, { alert }]) => [language, alert]))
  return { certainty: alertCertainty(), url: riderUrl(), texts: inLanguages }
}

/** Only what is in one GTFS feed: ids of two may be the same. */
function within({ stops = [], routes = [], ...incident }: Incident, feedId: string): Incident {
  const isIn = ({ gtfs }: { gtfs: { feedId: string } }) => feedId === '' || gtfs.feedId === feedId
  return { ...incident, stops: stops.filter(isIn), routes: routes.filter(isIn) }
}

function madeOf(row: FeedRow, feedId: string, wanted: AlertSettings): Made | null {
  const { ofRow } = slot()
  const known = ofRow.get(row) ?? new Map<string, Made | null>()
  ofRow.set(row, known)
  const before = known.get(feedId)
  if (before !== undefined) return before
  const alert = alertOf(within(JSON.parse(row.json), feedId), wanted) // its own text, which was validated
  const { id } = row
  const made = alert && { bytes: encodeEntity(id, alert), json: JSON.stringify({ id, alert }), tag: row.tag }
  known.set(feedId, made)
  return made
}

/** Puts the alerts of these rows together. */
export function buildAlerts(rows: Iterable<FeedRow>, feedId: string, wanted: AlertSettings): Feed {
  const made = [...rows].map((row) => madeOf(row, feedId, wanted)).filter((one) => one !== null)
  const content = createHash('sha1').update(made.map(({ tag }) => tag).join())
  return {
    bytes: Buffer.concat(made.map(({ bytes }) => bytes)),
    json: made.map(({ json }) => json).join(),
    etag: `W/"${content.digest('base64url')}"`,
  }
}

async function readAlerts(caller: Caller, feedId = ''): Promise<{ feed: Feed; timestamp: number }> {
  settings ??= readSettings()
  const wanted = await settings
  if (!isAdmitted(caller)) await callRpc(caller, 'get_latest_incident_feed', { p_limit: 1 })
  const live = liveFeed()
  const index = await live?.read()
  if (!live || !index) {
    const timestamp = Math.floor(Date.now() / 1_000)
    return { feed: buildAlerts(await readRows(caller.requestId), feedId, wanted), timestamp }
  }
  const { of } = slot()
  if (of.generation !== index.generation) Object.assign(of, { generation: index.generation, feeds: new Map() })
  const feed = of.feeds.get(feedId) ?? buildAlerts(index.rows(), feedId, wanted)
  if (of.feeds.size < 20) of.feeds.set(feedId, feed)
  return { feed, timestamp: Math.floor(live.asOf / 1_000_000) }
}

/** All rows of the feed, where this process holds none. */
async function readRows(requestId: string): Promise<FeedRow[]> {
  const rows: FeedRow[] = []
  for (let after: string | undefined, isDone = false; !isDone; after = rows.at(-1)?.id) {
    const args = { p_limit: ROWS_PER_CALL, ...(after !== undefined && { p_after: after }) }
    const page = Rows.parse(await callRpc({ kind: 'visitor', requestId }, 'list_incident_feed_rows', args))
    rows.push(...page)
    isDone = page.length < ROWS_PER_CALL
  }
  return rows
}

const headerOf = (timestamp: number) => ({
  gtfsRealtimeVersion: VERSION,
  incrementality: 'FULL_DATASET',
  timestamp: String(timestamp),
})

const read = <Body>(bodyOf: (feed: Feed, timestamp: number) => Body) =>
  async function readCached(caller: Caller, { feedId }: { feedId?: string | undefined }) {
    const { feed, timestamp } = await readAlerts(caller, feedId)
    return { etag: feed.etag, json: () => bodyOf(feed, timestamp) }
  }

const json = read(({ json }, timestamp) => `{"header":${JSON.stringify(headerOf(timestamp))},"entity":[${json}]}`)
const bytes = read(({ bytes }, timestamp) => Buffer.concat([encodeHeader(VERSION, timestamp), bytes]))

export const getServiceAlerts = Object.assign(
  useCase(contract.getServiceAlerts, async (caller, input) => JSON.parse((await json(caller, input)).json())),
  { readCached: json },
)

export const getServiceAlertsPb = Object.assign(
  useCase(contract.getServiceAlertsPb, async (caller, input) => (await bytes(caller, input)).json()),
  { readCached: bytes },
)
