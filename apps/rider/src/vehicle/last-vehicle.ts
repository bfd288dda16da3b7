import { formatPlate } from '@salama/ui/incidents/plate.ts'
import { readStored, type Store, writeStored } from '@/stored.ts'

// The vehicle that was scanned or looked up last. It is probably the one that somebody rides in, so a report about a
// ride begins with it. For two hours, as long as a ride may last, and only on this phone.

const KEY = 'salama-rider.last-vehicle'
const RIDE_MS = 2 * 3600 * 1000

export const rememberVehicle = (store: Store, plate: string, nowMs = Date.now()) =>
  writeStored(() => store, KEY, { plate, at: nowMs })

/** The plate of the last vehicle; null if there is none, or it was too long ago. */
export function lastVehicle(store: Store, nowMs = Date.now()): string | null {
  const { plate, at } = Object(readStored(() => store, KEY))
  const isRecent = typeof at === 'number' && at <= nowMs && nowMs - at < RIDE_MS
  return isRecent && typeof plate === 'string' ? formatPlate(plate) : null
}
