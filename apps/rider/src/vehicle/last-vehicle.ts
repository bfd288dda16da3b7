import { formatPlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { readStored, type Store, writeStored } from '@/stored.ts'

// The vehicle that was scanned or looked up last. It is probably the one that somebody rides in, so a report about a
// ride begins with it. For two hours, as long as a ride may last, and only on this phone.

const KEY = 'salama-rider.last-vehicle'
const RIDE_MS = 2 * 3600 * 1000

export const rememberVehicle = (store: Store, plate: string, nowMs = Date.now()) =>
  writeStored(() => store, KEY, { plate, at: nowMs })

/** What a ride in it leaves behind once it has ended; another vehicle that was looked up since is kept. */
export function forgetVehicle(store: Store, plate: unknown): void {
  const { plate: last } = Object(readStored(() => store, KEY))
  if (typeof plate === 'string' && typeof last === 'string' && plateKey(last) === plateKey(plate))
    writeStored(() => store, KEY, null)
}

/** The plate of the last vehicle; null if there is none, or it was too long ago: then it is deleted. */
export function lastVehicle(store: Store, nowMs = Date.now()): string | null {
  const stored = readStored(() => store, KEY)
  const { plate, at } = Object(stored)
  const isRecent = typeof at === 'number' && at <= nowMs && nowMs - at < RIDE_MS
  if (isRecent && typeof plate === 'string') return formatPlate(plate)
  if (stored !== null) writeStored(() => store, KEY, null)
  return null
}

// The vehicle that this phone rated last. Its page is the same for everybody, so only the phone can say so, for a day.

const RATED_KEY = 'salama-rider.rated-vehicle'
const RATED_MS = 24 * 3600 * 1000

/** `plate` null: the rating was taken back. */
export const rememberRated = (store: Store, plate: string | null, nowMs = Date.now()) =>
  writeStored(() => store, RATED_KEY, plate === null ? null : { plate: formatPlate(plate), at: nowMs })

export function isRated(store: Store, plate: string, nowMs = Date.now()): boolean {
  const rated = Object(readStored(() => store, RATED_KEY))
  return rated.plate === formatPlate(plate) && typeof rated.at === 'number' && nowMs - rated.at < RATED_MS
}
