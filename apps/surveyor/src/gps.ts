import { isLocationGranted, locate } from '@salama/ui/gps.ts'

/** Surveyors stay at a stage for a while: a fix of a minute ago is still valid and saves battery. */
export const FIELD_GPS = { exact: true, timeoutMs: 10_000, maxAgeMs: 60_000 } as const

const EARTH_M = 6_371_000
const rad = (degrees: number) => (degrees * Math.PI) / 180

/** The straight-line distance. */
export function distanceM(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const h =
    Math.sin(rad(b.lat - a.lat) / 2) ** 2 +
    Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lng - a.lng) / 2) ** 2
  return 2 * EARTH_M * Math.asin(Math.sqrt(h))
}

/** The location if permission is already granted; it does not ask for it. */
export async function placeIfAllowed() {
  if (!(await isLocationGranted())) return null
  const found = await locate({ ...FIELD_GPS, timeoutMs: 4_000 })
  return typeof found === 'string' ? null : found
}
