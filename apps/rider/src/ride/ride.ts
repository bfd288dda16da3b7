import { newReceiptCode } from '@/outbox/receipt-code.ts'
import { readStored, type Store, writeStored } from '@/stored.ts'
import { forgetVehicle } from '@/vehicle/last-vehicle.ts'
import { newKey, tripIdOf } from './seal.ts'

// The ride that somebody is on, on this phone alone. It ends by itself, and then nothing of it is left.

export const RIDE_MS = 4 * 3600 * 1000

/**
 * A trip that is shared. `key` is in the link, `secret` is not: with it the server knows who may begin and change the trip,
 * for `id` is made from it. So each trip has a secret of its own, and one that has ended stays ended.
 */
type Shared = { id: string; secret: string; key: string; counter: number }
export type Ride = {
  plate: string | null
  route: { id: string; name: string } | null
  /** The direction, as an index of the route's; null: not known yet. */
  direction: number | null
  /** The name of its last stage. */
  towards: string | null
  startedAt: number
  shared: Shared | null
}

const KEY = 'salama-rider.ride'
const ENDING_KEY = 'salama-rider.ride-ending'

export const endOf = (ride: Ride) => ride.startedAt + RIDE_MS

/** A clock that was set back ends it, too. */
export const isOver = (startedAt: number, nowMs = Date.now()) => startedAt > nowMs || nowMs - startedAt >= RIDE_MS

/** The ride of this phone. One that is over is deleted, with the vehicle that a report would begin with. */
export function readRide(store: Store, nowMs = Date.now()): Ride | null {
  const stored = readStored(() => store, KEY)
  if (stored === null) return null
  const { startedAt, plate } = Object(stored)
  if (typeof startedAt === 'number' && !isOver(startedAt, nowMs)) return stored as Ride // written by `saveRide` alone
  writeStored(() => store, KEY, null)
  forgetVehicle(store, plate)
  return null
}

export const saveRide = (store: Store, ride: Ride | null) => writeStored(() => store, KEY, ride)

/** The ride of a link to this page; a trip that is shared goes on with the next vehicle. */
export const newRide = (query: URLSearchParams, before: Ride | null, nowMs = Date.now()): Ride => {
  const [id, name] = [query.get('route'), query.get('name')]
  return {
    plate: query.get('vehicle')?.trim().slice(0, 20) || null,
    route: id && name ? { id, name: name.slice(0, 80) } : null,
    direction: null,
    towards: null,
    startedAt: before?.shared ? before.startedAt : nowMs,
    shared: before?.shared ?? null,
  }
}

export async function newShared(): Promise<Shared> {
  const secret = newReceiptCode()
  return { id: await tripIdOf(secret), secret, key: newKey(), counter: 0 }
}

/** The link that watches a trip. Browsers send what follows the `#` to nobody. */
export const tripPath = (locale: string, { id, key }: Shared) => `/${locale}/trip/${id}#${key}`

/** What the server has still to be told has ended: without the key, and for as long as the server would keep it. */
export type Ending = { id: string; secret: string; at: number }

export function readEndings(store: Store, nowMs = Date.now()): Ending[] {
  const stored = readStored(() => store, ENDING_KEY)
  return Array.isArray(stored) ? stored.filter(({ at }: Ending) => !isOver(at, nowMs)) : []
}

export const saveEndings = (store: Store, endings: readonly Ending[]) =>
  writeStored(() => store, ENDING_KEY, endings.length === 0 ? null : endings)
