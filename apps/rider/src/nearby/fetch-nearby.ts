import type { listNearbyIncidents } from '@salama/domain/incidents/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { CallError, tryCall } from '@salama/http/call'
import { apiQuery, listKey, type NearbyQuery } from './query.ts'

export type NearbyReply = ReplyOf<typeof listNearbyIncidents>

/** A list that arrived: for which question, when (by this phone's clock, only ever used for differences), its tag. */
export type Loaded = { key: string; reply: NearbyReply; receivedMs: number; etag: string | null }

/**
 * Asks for the list. If it is still the one that `before` holds, the server answers with a few bytes and `before` is
 * returned.
 *
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

/** The server's time now, as far as this phone can tell: a phone's own clock may be hours off, its differences are not. */
export const serverNow = ({ reply, receivedMs }: Loaded, nowMs: number) =>
  Date.parse(reply.asOf) + Math.max(0, nowMs - receivedMs)
