import type { PointOfInterest } from '@salama/domain/network/contract'

// Finding stages among those that a phone keeps, for the time without a line.

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
