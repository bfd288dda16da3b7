import type { PointOfInterest, searchPointsOfInterest } from '@salama/domain/network/contract'
import { nameKey, roundLocation } from '@salama/domain/shared'
import { call } from '@salama/http/call'

/** The timeout after which saved stages are used; longer if no saved one matches. */
const TIMEOUT_MS = { saved: 2_500, nothing: 8_000 }

/**
 * Searches stages by name, nearest first: on the server or, while it does not respond, among the stages saved on this
 * phone. Needs the route `/api/map-search`.
 * @throws without a response and without a matching saved stage
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
    /** The stages saved on this phone. */
    saved: () => Promise<readonly PointOfInterest[]>
    /** Receives the results, to save them for offline use. */
    save?: (found: readonly PointOfInterest[]) => void
  },
): Promise<PointOfInterest[]> {
  const fitting = rankStages(await saved().catch(() => []), q, near)
  try {
    const { data } = await call<typeof searchPointsOfInterest>('GET /api/map-search', {
      query: { q, ...(near && { lat: roundLocation(near.lat), lng: roundLocation(near.lng) }) },
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

// Searches saved stages, for offline use.

const MAX_RESULTS = 10

/** Those whose name starts with the query, then those that contain it; nearest first. */
export function rankStages(
  stages: readonly PointOfInterest[],
  q: string,
  near?: { lat: number; lng: number },
): PointOfInterest[] {
  const wanted = nameKey(q)
  const farness = ({ place }: PointOfInterest) => (near ? Math.hypot(place.lat - near.lat, place.lng - near.lng) : 0)
  const rank = (stage: PointOfInterest) => (nameKey(stage.name).startsWith(wanted) ? 0 : 1)
  return stages
    .filter((stage) => nameKey(stage.name).includes(wanted))
    .toSorted((a, b) => rank(a) - rank(b) || farness(a) - farness(b) || a.name.localeCompare(b.name))
    .slice(0, MAX_RESULTS)
}
