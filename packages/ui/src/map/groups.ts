export type Pixel = { x: number; y: number }

/** The pixel position of a location at a zoom level (web Mercator, tiles of 512 px, as in MapLibre). */
export function pixelAt({ lat, lng }: { lat: number; lng: number }, zoom: number): Pixel {
  const world = 512 * 2 ** zoom
  const north = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
  return { x: ((lng + 180) / 360) * world, y: (0.5 - north / (2 * Math.PI)) * world }
}

/** Markers are 44 px wide; nearer ones would overlap. */
const APART_PX = 40

/**
 * Clusters overlapping markers: each joins the first whose first marker is too near, so urgent ones keep their place.
 */
export function groupMarkers<T>(markers: readonly T[], pixelOf: (marker: T) => Pixel): [T, ...T[]][] {
  const groups: { at: Pixel; markers: [T, ...T[]] }[] = []
  for (const marker of markers) {
    const { x, y } = pixelOf(marker)
    const near = groups.find(({ at }) => Math.hypot(at.x - x, at.y - y) < APART_PX)
    if (near) near.markers.push(marker)
    else groups.push({ at: { x, y }, markers: [marker] })
  }
  return groups.map((group) => group.markers)
}

/** Whether zooming in separates the markers; those of one stage have the same location and never separate. */
export const canPart = (places: readonly { lat: number; lng: number }[]) =>
  places.some(({ lat, lng }) => {
    const [first = { lat, lng }] = places
    return Math.abs(lat - first.lat) > PART_DEGREES || Math.abs(lng - first.lng) > PART_DEGREES
  })

/** In degrees; about 90 px at the maximum zoom. */
const PART_DEGREES = 0.0005

/** The one after the chosen one, cyclically; the first if none is chosen. */
export function nextOf<T extends { id: string }>(markers: readonly [T, ...T[]], chosen: string | undefined): T {
  const index = markers.findIndex(({ id }) => id === chosen)
  return markers[(index + 1) % markers.length] ?? markers[0]
}

/** Between the middle of the own dot and that of a cluster beside it. */
const BESIDE_PX = 34

/** By how many pixels a cluster is moved, so that it covers none of these places. */
export function besideOf(at: Pixel, places: readonly Pixel[]): [number, number] | undefined {
  const covered = places.find(({ x, y }) => Math.hypot(at.x - x, at.y - y) < BESIDE_PX)
  if (!covered) return undefined
  const [right, down] = [at.x - covered.x, at.y - covered.y]
  const distance = Math.hypot(right, down)
  if (distance < 1) return [0, -BESIDE_PX]
  const further = BESIDE_PX / distance - 1
  return [right * further, down * further]
}
