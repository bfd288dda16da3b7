/** Longitude and latitude. */
export type Position = [number, number]

const isSame = (a: Position | undefined, b: Position | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1]

/** Joins boundary pieces to closed rings. An open one gets a straight line; one of under three points is dropped. */
export function joinRings(pieces: readonly Position[][]): Position[][] {
  const left = pieces.filter((piece) => piece.length > 1).map((piece) => [...piece])
  const rings: Position[][] = []
  for (let ring = left.pop(); ring; ring = left.pop()) {
    while (!isSame(ring[0], ring.at(-1))) {
      const end = ring.at(-1)
      const next = left.findIndex((piece) => isSame(piece[0], end) || isSame(piece.at(-1), end))
      const [piece] = next < 0 ? [] : left.splice(next, 1)
      if (!piece) break
      ring.push(...(isSame(piece[0], end) ? piece : piece.toReversed()).slice(1))
    }
    const [first] = ring
    if (first && !isSame(first, ring.at(-1))) ring.push([...first])
    if (ring.length >= 4) rings.push(ring)
  }
  return rings
}

/** Each outer ring with the inner ones that lie in it. */
export const polygonsOf = (outer: readonly Position[][], inner: readonly Position[][]): Position[][][] =>
  outer.map((ring) => [ring, ...inner.filter(([first]) => first !== undefined && isWithin(first, ring))])

/** Whether a location is in a ring, by the number of edges east of it. */
function isWithin([lng, lat]: Position, ring: readonly Position[]): boolean {
  let inside = false
  for (const [index, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[index + 1] ?? ring[0] ?? [x1, y1]
    if (y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside
  }
  return inside
}

const METRES_PER_DEGREE = 111_320

/** In square metres, as if the ground were flat: precise enough to choose a zoom. */
export function areaOf(ring: readonly Position[]): number {
  const [, lat = 0] = ring[0] ?? []
  let twice = 0
  for (const [index, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[index + 1] ?? ring[0] ?? [x1, y1]
    twice += x1 * y2 - x2 * y1
  }
  return Math.abs(twice / 2) * METRES_PER_DEGREE ** 2 * Math.cos((lat * Math.PI) / 180)
}
