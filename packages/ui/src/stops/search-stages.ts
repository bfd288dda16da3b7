import type { PointOfInterest, searchPointsOfInterest } from '@salama/domain/network/contract'
import { call } from '@salama/http/call'

/** After so long without an answer, what the phone keeps serves better; later, where it keeps nothing that fits. */
const TIMEOUT_MS = { saved: 2_500, nothing: 8_000 }

/**
 * Stages by name, near ones first: as the server finds them, or, while it does not answer, among those that this phone
 * keeps, if it can tell. Needs the route `/api/map-search`.
 *
 * @throws when there is no answer, and nothing kept that fits
 */
export async function searchStages(
  q: string,
  signal: AbortSignal,
  {
    near,
    saved,
    save,
  }: {
    near?: { lat: number; lng: number } | undefined
    /** Those that this phone keeps. */
    saved: () => Promise<readonly PointOfInterest[]>
    /** Told what was found, for the next time offline. */
    save?: (found: readonly PointOfInterest[]) => void
  },
): Promise<PointOfInterest[]> {
  const fitting = rankStages(await saved().catch(() => []), q, near)
  try {
    const { data } = await call<typeof searchPointsOfInterest>('GET /api/map-search', {
      query: { q, ...(near && { lat: near.lat, lng: near.lng }) },
      signal,
      timeoutMs: fitting.length > 0 ? TIMEOUT_MS.saved : TIMEOUT_MS.nothing,
    })
    save?.(data)
    return data
  } catch (cause) {
    if (signal.aborted || fitting.length === 0) throw cause
    return fitting
  }
}

// Finding stages among those that a phone keeps, for offline use.

const MOST = 10
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Those whose name begins with what was typed, then those that hold it; near ones first. */
export function rankStages(
  stages: readonly PointOfInterest[],
  q: string,
  near?: { lat: number; lng: number },
): PointOfInterest[] {
  const wanted = plain(q.trim())
  const farness = ({ place }: PointOfInterest) => (near ? Math.hypot(place.lat - near.lat, place.lng - near.lng) : 0)
  const rank = (stage: PointOfInterest) => (plain(stage.name).startsWith(wanted) ? 0 : 1)
  return stages
    .filter((stage) => plain(stage.name).includes(wanted))
    .toSorted((a, b) => rank(a) - rank(b) || farness(a) - farness(b) || a.name.localeCompare(b.name))
    .slice(0, MOST)
}
