// The arithmetic of the feed in SQL, operation for operation, so that rows, order and cursors are the same.

/** Degrees, WGS 84. */
export type Place = { lat: number; lng: number }
export type Box = { minX: number; minY: number; maxX: number; maxY: number }

/** `point <-> point` of PostgreSQL: its own `hypot`, in degrees. */
export function degreesBetween(a: Place, b: Place): number {
  const x = Math.abs(a.lng - b.lng)
  const y = Math.abs(a.lat - b.lat)
  const [far, near] = x < y ? [y, x] : [x, y]
  if (near === 0) return far
  const ratio = near / far
  return far * Math.sqrt(1 + ratio * ratio)
}

const RADIANS = Math.PI / 180
const squareOfSine = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2

/** `app.distance_m`. */
export const metresBetween = (a: Place, b: Place): number =>
  6371008.8 *
  2 *
  Math.asin(
    Math.min(
      1,
      Math.sqrt(
        squareOfSine(b.lat - a.lat) +
          Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * squareOfSine(b.lng - a.lng),
      ),
    ),
  )

/** Metres of a degree of latitude, rounded up: no two places are more metres apart than this by their degrees. */
export const METRES_PER_DEGREE = 111_196

/** `app.box_around`. */
export function boxAround({ lat, lng }: Place, radiusM: number): Box {
  const dLat = radiusM / 110_574
  const dLng = radiusM / (110_574 * Math.max(Math.cos(lat * RADIANS), 0.01))
  return { minX: lng - dLng, minY: lat - dLat, maxX: lng + dLng, maxY: lat + dLat }
}

/** The same to the nearest point of a box. */
export const degreesTo = ({ minX, minY, maxX, maxY }: Box, { lat, lng }: Place): number =>
  degreesBetween({ lat, lng }, { lat: Math.min(Math.max(lat, minY), maxY), lng: Math.min(Math.max(lng, minX), maxX) })

/** Whether two boxes have a point in common. */
export const meet = (a: Box, b: Box): boolean =>
  a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY

export const isInside = ({ lat, lng }: Place, box: Box): boolean =>
  lng >= box.minX && lng <= box.maxX && lat >= box.minY && lat <= box.maxY
