// The phone's location, only requested after a press on a button that says so.

export type Fix = { lat: number; lng: number; accuracyM: number }

/** Why there is no location: denied by the user or settings; position unavailable; timeout; unsupported. */
export type GpsProblem = 'refused' | 'unfound' | 'slow' | 'missing'

const TROUBLES: Record<number, GpsProblem> = { 1: 'refused', 2: 'unfound', 3: 'slow' }

/** The maximum accuracy radius that is sent: the API rejects a larger one. */
export const WORST_ACCURACY_M = 10_000

/** `exact` waits for GPS; `maxAgeMs` is the maximum age of a cached position. */
export type Wanted = { exact: boolean; timeoutMs?: number; maxAgeMs?: number }

/** The phone's location, or why it is unavailable. */
export function locate({
  exact,
  timeoutMs = exact ? 15_000 : 10_000,
  maxAgeMs = exact ? 0 : 300_000,
}: Wanted): Promise<Fix | GpsProblem> {
  if (!('geolocation' in navigator)) return Promise.resolve('missing')
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude, accuracyM: Math.round(coords.accuracy) }),
      (error) => resolve(TROUBLES[error.code] ?? 'unfound'),
      { enableHighAccuracy: exact, timeout: timeoutMs, maximumAge: maxAgeMs },
    )
  })
}
