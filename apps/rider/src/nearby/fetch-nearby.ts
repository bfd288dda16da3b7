import type { listNearbyIncidents } from '@salama/domain/incidents/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { apiQuery, type NearbyQuery } from './query.ts'

export type NearbyReply = ReplyOf<typeof listNearbyIncidents>

/** A list that arrived: for which question, when (by this phone's clock, only ever used for differences), its tag. */
export type Loaded = { key: string; reply: NearbyReply; receivedMs: number; etag: string | null }

/**
 * Asks for the list. If it is still the one that `before` holds, the server answers with a few bytes and `before` is
 * returned.
 *
 * @throws when there is no connection, or no list
 */
export async function fetchNearby(
  query: NearbyQuery,
  limit: number,
  before: Loaded | null,
  signal: AbortSignal,
): Promise<Loaded> {
  const key = apiQuery(query, limit)
  const known = before?.key === key ? before : null
  const response = await fetch(`/api/nearby?${key}`, {
    signal,
    cache: 'no-store',
    headers: { accept: 'application/json', ...(known?.etag && { 'if-none-match': known.etag }) },
  })
  if (response.status === 304 && known) return known
  if (!response.ok) throw new Error(`The list was refused: ${response.status}`)
  const reply: NearbyReply = await response.json() // our own route checked it against the contract
  return { key, reply, receivedMs: Date.now(), etag: response.headers.get('etag') }
}

/** The server's time now, as far as this phone can tell: a phone's own clock may be hours off, its differences are not. */
export const serverNow = ({ reply, receivedMs }: Loaded, nowMs: number) =>
  Date.parse(reply.asOf) + Math.max(0, nowMs - receivedMs)
