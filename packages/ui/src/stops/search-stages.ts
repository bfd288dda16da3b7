import type { PointOfInterest, searchPointsOfInterest } from '@salama/domain/network/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { ask } from '../ask.ts'
import { rankStages } from './rank-stages.ts'

/** After so long without an answer, what the phone keeps serves better. */
const TIMEOUT_MS = 5_000

/**
 * Stages by name, near ones first: as the server finds them, or, while it does not answer, among those that this phone
 * keeps. Needs the route `/api/map-search`.
 *
 * @throws when there is no answer, and nothing kept that fits
 */
export async function searchStages(
  q: string,
  signal: AbortSignal,
  {
    near,
    kept,
    keep,
  }: {
    near?: { lat: number; lng: number } | undefined
    /** Those that this phone keeps. */
    kept: () => Promise<readonly PointOfInterest[]>
    /** Told what was found, for the next time without a line. */
    keep?: (found: readonly PointOfInterest[]) => void
  },
): Promise<PointOfInterest[]> {
  try {
    const query = new URLSearchParams({ q, ...(near && { lat: String(near.lat), lng: String(near.lng) }) })
    const { data } = await ask<ReplyOf<typeof searchPointsOfInterest>>(`/api/map-search?${query}`, {
      signal,
      timeoutMs: TIMEOUT_MS,
    })
    keep?.(data)
    return data
  } catch (cause) {
    if (signal.aborted) throw cause
    const fitting = rankStages(await kept(), q, near)
    if (fitting.length === 0) throw cause
    return fitting
  }
}
