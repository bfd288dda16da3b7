import type { listNearbyIncidents } from '@salama/domain/incidents/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { CallError, tryCall } from '@salama/http/call'
import { apiQuery, listKey, type NearbyQuery } from './query.ts'

export type NearbyReply = ReplyOf<typeof listNearbyIncidents>

/** A loaded list: its query, its time (by this phone's clock, used for differences only) and its ETag. */
export type Loaded = { key: string; reply: NearbyReply; receivedMs: number; etag: string | null }

/**
 * Fetches the list. If it is unchanged since `before`, the server responds with 304 and `before` is returned.
 * @throws {CallError}
 */
export async function fetchNearby(
  query: NearbyQuery,
  limit: number,
  before: Loaded | null,
  signal: AbortSignal,
): Promise<Loaded> {
  const key = listKey(query, limit)
  const known = before?.key === key ? before : null
  const result = await tryCall<typeof listNearbyIncidents>('GET /api/incidents/nearby', {
    query: apiQuery(query, limit),
    signal,
    cache: 'no-store',
    ifNoneMatch: known?.etag,
  })
  if (result.ok) return { key, reply: result.reply, receivedMs: Date.now(), etag: result.headers.get('etag') }
  if (known && result.problem.status === 304) return known
  throw new CallError(result.problem)
}

/** The server's current time, estimated: a phone's clock may be hours off, but its differences are reliable. */
export const serverNow = ({ reply, receivedMs }: Loaded, nowMs: number) =>
  Date.parse(reply.asOf) + Math.max(0, nowMs - receivedMs)
