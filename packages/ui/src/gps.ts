// Where the phone is, only ever asked for after a press on a button that says so.

export type Fix = { lat: number; lng: number; accuracyM: number }

/** Why there is no place: the person or their settings refused; the phone could not find out; it took too long; it has none. */
export type GpsProblem = 'refused' | 'unfound' | 'slow' | 'missing'

const TROUBLES: Record<number, GpsProblem> = { 1: 'refused', 2: 'unfound', 3: 'slow' }

/** Whoever sends a place says no worse than this: the API takes more for no place at all. */
export const WORST_ACCURACY_M = 10_000

/** `exact` waits for the satellites; `maxAgeMs` is how old a place that the phone knows already may be. */
export type Wanted = { exact: boolean; timeoutMs?: number; maxAgeMs?: number }

/** Where the phone is, or why there is no telling. */
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
