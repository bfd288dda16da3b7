import type { TestDatabase } from '@salama/testing'
import { vi } from 'vitest'
import { z } from 'zod'
import { decodeCursor, encodeCursor } from '../../../machinery/list-page.ts'
import type { CachedReply } from '../../../machinery/memory/cached-reply.ts'
import { rpcArgs } from '../../../machinery/rpc-args.ts'
import type { InputOf } from '../../../shared/operation.ts'
import { listNearbyIncidents } from '../../contract.ts'
import { callOf } from '../../list-incidents.ts'
import { latestFromMemory, nearbyFromMemory } from '../answers.ts'
import { type FeedLimits, LiveFeed } from '../live-feed.ts'
import { runLiveFeed } from '../running.ts'

vi.stubEnv('SUPABASE_URL', 'http://127.0.0.1:9')
vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', 'publishable')
vi.stubEnv('SERVER_TOKEN', 'token')
vi.stubEnv('SESSION_SECRET', 'a secret for cursors of these tests')

export const VISITOR = { kind: 'visitor', requestId: 'request-1' } as const
export type NearbyInput = InputOf<typeof listNearbyIncidents>
/** A box as the contract parses it, or undefined: the latest everywhere. */
export type LatestInput = Parameters<typeof callOf>[0]

const Page = z.object({
  data: z.array(z.looseObject({ id: z.string(), lifecycle: z.string() })),
  page: z.object({ nextCursor: z.string().nullable() }),
})
const SqlPage = z.object({ data: Page.shape.data, next: z.json() })

/**
 * A running feed over a test database, which a test refreshes itself unless `limits` say otherwise. `outage`: while it
 * is true, the database does not respond.
 */
export async function openFeed(db: TestDatabase, limits: Partial<FeedLimits> = {}) {
  const state = { outage: false, calls: [] as string[] }
  const feed = new LiveFeed(
    async (fn, args) => {
      state.calls.push(fn)
      if (state.outage) throw new Error('ECONNREFUSED')
      return db.as('api_server').rpc(fn, args)
    },
    { everyMs: 600_000, ...limits },
  )
  runLiveFeed(feed)
  await feed.read() // the first read begins to follow: a later one would do so while the test writes
  await feed.refresh()
  return { feed, state }
}

/** The same lists as the API gives them, from each of the two; null where memory falls back to the database. */
export function listsOf(db: TestDatabase) {
  const ask = async (of: { list: string; conditions: Record<string, unknown> }, fn: string, page: PageOf) => {
    const after = decodeCursor(of, page.cursor) ?? undefined
    const sent = { ...of.conditions, p_limit: page.limit, ...(after !== undefined && { p_after: after }) }
    const args = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
    const { data, next } = SqlPage.parse(await db.as('eve').rpc(fn, args))
    return { data, page: { nextCursor: encodeCursor(of, next) } }
  }
  const parsed = (cached: CachedReply | null) => cached && Page.parse(JSON.parse(cached.json()))
  return {
    nearby: {
      sql: (input: NearbyInput) =>
        ask(
          { list: listNearbyIncidents.name, conditions: rpcArgs(listNearbyIncidents, VISITOR, input) },
          'get_incident_feed_nearby',
          input,
        ),
      memory: async (input: NearbyInput) => parsed(await nearbyFromMemory.read(VISITOR, input)),
    },
    latest: {
      sql: (input: LatestInput) => {
        const of = callOf(input)
        return ask(of, of.fn, input)
      },
      memory: async (input: LatestInput) => parsed(await latestFromMemory.read(VISITOR, input)),
    },
  }
}
type PageOf = { limit?: number | undefined; cursor?: string | undefined }

export type Reader = 'sql' | 'memory'

/** Every page of a list, each from the reader that `turn` picks, so that cursors of one are used with the other. */
export async function walk<Input extends PageOf>(
  list: { sql: (input: Input) => Promise<PageResult>; memory: (input: Input) => Promise<PageResult | null> },
  input: Input,
  turn: () => Reader,
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const asked = cursor === undefined ? input : { ...input, cursor }
    const page = await list[turn()](asked)
    if (!page) throw new Error('The feed is not usable.')
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.page.nextCursor
  }
  return ids
}
type PageResult = z.infer<typeof Page>
