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

/** The mean radius of the Earth. */
const EARTH_M = 6371008.8
const RADIANS = Math.PI / 180
const squareOfSine = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2

/** `app.distance_m`. */
export const metresBetween = (a: Place, b: Place): number =>
  EARTH_M *
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

/** Metres of a degree of latitude, rounded up: no two places are more metres apart than this by the plane. */
export const METRES_PER_DEGREE = 111_196

/** Mercator's latitude of each whole degree. */
const WHOLE = Array.from(
  { length: 90 },
  (_, n) => Math.round((Math.asinh(Math.tan(n * RADIANS)) / RADIANS) * 1e6) / 1e6,
)

function planeLat(lat: number): number {
  const n = Math.min(Math.floor(Math.abs(lat)), 88)
  const [low = 0, high = 0] = WHOLE.slice(n, n + 2)
  return Math.sign(lat) * (low + (Math.abs(lat) - n) * (high - low))
}

/** `app.plane_point`: where a place is on the plane of the index. */
export const onPlane = ({ lat, lng }: Place): Place => ({ lat: planeLat(lat), lng: lng < -168.5 ? lng + 360 : lng })

/** `app.box_around`: of a place on Earth, on the plane. */
export function boxAround(place: Place, radiusM: number): Box {
  const dLat = radiusM / 110_574
  const dLng = radiusM / (110_574 * Math.max(Math.cos(place.lat * RADIANS), 0.01))
  const { lng } = onPlane(place)
  return { minX: lng - dLng, minY: planeLat(place.lat - dLat), maxX: lng + dLng, maxY: planeLat(place.lat + dLat) }
}

/** The same to the nearest point of a box. */
export const degreesTo = ({ minX, minY, maxX, maxY }: Box, { lat, lng }: Place): number =>
  degreesBetween({ lat, lng }, { lat: Math.min(Math.max(lat, minY), maxY), lng: Math.min(Math.max(lng, minX), maxX) })

/** Whether two boxes have a point in common. */
export const meet = (a: Box, b: Box): boolean =>
  a.minX <= b.maxX && a.maxX >= b.minX && a.minY <= b.maxY && a.maxY >= b.minY

export const isInside = ({ lat, lng }: Place, box: Box): boolean =>
  lng >= box.minX && lng <= box.maxX && lat >= box.minY && lat <= box.maxY

type Vector = readonly [number, number, number]
const vectorOf = ({ lat, lng }: Place): Vector => {
  const flat = Math.cos(lat * RADIANS)
  return [flat * Math.cos(lng * RADIANS), flat * Math.sin(lng * RADIANS), Math.sin(lat * RADIANS)]
}
const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x]
const dot = ([a, b, c]: Vector, [x, y, z]: Vector) => a * x + b * y + c * z

/** The cross product of two places, exact also where they are near, as PostGIS has it. */
function poleOf(a: Place, b: Place): Vector {
  const middle = ((a.lng + b.lng) / -2) * RADIANS
  const half = ((b.lng - a.lng) / 2) * RADIANS
  const minus = Math.sin((a.lat - b.lat) * RADIANS)
  const plus = Math.sin((a.lat + b.lat) * RADIANS)
  return [
    minus * Math.sin(middle) * Math.cos(half) - plus * Math.cos(middle) * Math.sin(half),
    minus * Math.cos(middle) * Math.cos(half) + plus * Math.sin(middle) * Math.sin(half),
    Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin((b.lng - a.lng) * RADIANS),
  ]
}

/** `st_distance` of PostGIS on its sphere, from a place to the shortest line between two others. */
export function metresToArc(place: Place, from: Place, to: Place): number {
  const [p, a, b] = [vectorOf(place), vectorOf(from), vectorOf(to)]
  const pole = poleOf(from, to)
  const length = Math.hypot(...pole)
  const isBeside = length > 0 && dot(cross(pole, a), p) > 0 && dot(cross(b, pole), p) > 0
  return isBeside
    ? EARTH_M * Math.abs(Math.asin(dot(pole, p) / length))
    : Math.min(metresBetween(place, from), metresBetween(place, to))
}
