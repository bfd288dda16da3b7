// The phone's location, only requested after a press on a button that says so, or where it was allowed before.

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

/** Whether the location can be requested without asking the user. */
export async function isLocationGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false // an older browser: the user is asked after a press on the button
  }
}

/** Accurate enough: the phone stops looking. */
const GOOD_M = 15
const WATCH_MS = 15_000

/** Follows the location until accurate or out of time: the first fix, then better ones. Returns what stops it. */
export function watchLocation(onFix: (fix: Fix) => void, onEnd: (found: boolean) => void): () => void {
  let best = Number.POSITIVE_INFINITY
  const stop = () => {
    clearTimeout(timer)
    navigator.geolocation.clearWatch(watch)
  }
  const end = () => {
    stop()
    onEnd(best !== Number.POSITIVE_INFINITY)
  }
  const timer = setTimeout(end, WATCH_MS)
  const watch = navigator.geolocation.watchPosition(
    ({ coords }) => {
      const accuracyM = Math.round(coords.accuracy)
      if (accuracyM < best * 0.8) {
        best = accuracyM
        onFix({ lat: coords.latitude, lng: coords.longitude, accuracyM })
      }
      if (accuracyM <= GOOD_M) end()
    },
    (error) => error.code === error.PERMISSION_DENIED && end(),
    { enableHighAccuracy: true, maximumAge: 10_000 },
  )
  return stop
}

/** Follows the location for as long as the page is open: each fix, or why there is none. Returns what stops it. */
export function followLocation(onAnswer: (answer: Fix | GpsProblem) => void): () => void {
  if (!('geolocation' in navigator)) {
    onAnswer('missing')
    return () => {}
  }
  const watch = navigator.geolocation.watchPosition(
    ({ coords: { latitude, longitude, accuracy } }) =>
      onAnswer({ lat: latitude, lng: longitude, accuracyM: Math.round(accuracy) }),
    (error) => onAnswer(TROUBLES[error.code] ?? 'unfound'),
    { enableHighAccuracy: true, maximumAge: 10_000 },
  )
  return () => navigator.geolocation.clearWatch(watch)
}
