import type { ReplyOf } from '@salama/domain/shared'
import type { getKnownVehicles } from '@salama/domain/surveyor/contract'
import { tryCall } from '@salama/http/call'
import { hasPassed } from '@salama/outbox/elapsed.ts'
import type { FieldCache } from './field-cache.ts'
import { fieldCacheOf } from './field-cache.ts'

// The list of known vehicles that a phone keeps to look plates up offline. It is stored as it was received, a text for
// each beginning of a plate, so that a look-up reads some kilobytes of it and storing it writes some hundred rows.

type Reply = ReplyOf<typeof getKnownVehicles>

/** What was received, without the vehicles. */
export type VehicleList = Pick<Reply, 'saccos' | 'routes'> & {
  etag: string | null
  /** When the server last confirmed it, by the server's clock. */
  asOf: string
  /** The same by the phone's. */
  checkedMs: number
  prefixes: string[]
}

/** What the list, or the server, has of a plate. */
export type KnownVehicle = {
  sacco: { id: string; name: string } | null
  routes: { id: string; shortName: string; longName: string }[]
  capacity: number | null
  fleetName: string | null
}

const PREFIX = 3
const REFRESH_MS = 6 * 3600 * 1000
const RETRY_MS = 10 * 60 * 1000
/** Some hundred kilobytes on a slow connection. */
const TIMEOUT_MS = 120_000

/** What the list has of the plate with this key, with its age; null without it, or without a list. */
export async function findKnown(
  fieldCache: Pick<FieldCache, 'get'>,
  key: string,
): Promise<{ vehicle: KnownVehicle; asOf: string } | null> {
  const [list, text] = await Promise.all([
    fieldCache.get('vehicleList'),
    fieldCache.get(`vehicles:${key.slice(0, PREFIX)}`),
  ])
  const line = `\n${text ?? ''}\n`.split(`\n${key.slice(PREFIX)};`)[1]?.split('\n')[0]
  return list === null || line === undefined ? null : { vehicle: vehicleOf(list, line), asOf: list.asOf }
}

/** The vehicle of a line without its plate. */
function vehicleOf({ saccos, routes: listed }: VehicleList, line: string): KnownVehicle {
  const [sacco = '', capacity = '', routes = ''] = line.split(';')
  return {
    sacco: (sacco !== '' && saccos[Number(sacco)]) || null,
    routes: routes.split(',').flatMap((n) => (n !== '' && listed[Number(n)]) || []),
    capacity: capacity === '' ? null : Number(capacity),
    fleetName: null,
  }
}

export type Found = { asOf: string; vehicles: (KnownVehicle & { plate: string })[] }

/**
 * The vehicles of the list whose plates begin with this key, or have it anywhere where it begins with a digit: somebody
 * often remembers the digits only. At most `most`, in order; null without a list.
 */
export async function searchKnown(
  fieldCache: Pick<FieldCache, 'get'>,
  key: string,
  most: number,
): Promise<Found | null> {
  const list = await fieldCache.get('vehicleList')
  if (list === null) return null
  const isAnywhere = /^\d/.test(key)
  const found: Found = { asOf: list.asOf, vehicles: [] }
  for (const prefix of list.prefixes.toSorted()) {
    if (!isAnywhere && !prefix.startsWith(key) && !key.startsWith(prefix)) continue
    for (const line of ((await fieldCache.get(`vehicles:${prefix}`)) ?? '').split('\n')) {
      const plate = prefix + (line.split(';')[0] ?? '')
      if (!(isAnywhere ? plate.includes(key) : plate.startsWith(key))) continue
      found.vehicles.push({ plate, ...vehicleOf(list, line.slice(line.indexOf(';') + 1)) })
      if (found.vehicles.length === most) return found
    }
  }
  return found
}

/** Per account: when the list was requested last, also in vain. */
const askedAt = new Map<string, number>()

/** Requests the list if it is old; an unchanged one is not transferred again. A failure keeps the one that is there. */
export async function refreshKnownVehicles(account: string, skewMs: number): Promise<void> {
  const now = Date.now()
  if (!hasPassed(askedAt.get(account) ?? 0, RETRY_MS, now)) return
  askedAt.set(account, now)
  const fieldCache = fieldCacheOf(account)
  const before = await fieldCache.get('vehicleList')
  if (before && Math.abs(now - before.checkedMs) < REFRESH_MS) return
  const result = await tryCall<typeof getKnownVehicles>('GET /api/known-vehicles', {
    account,
    cache: 'no-store',
    timeoutMs: TIMEOUT_MS,
    ifNoneMatch: before?.etag,
  })
  const checked = { asOf: new Date(now + skewMs).toISOString(), checkedMs: now }
  if (!result.ok) {
    if (before && result.problem.status === 304) await fieldCache.put('vehicleList', { ...before, ...checked })
    return
  }
  const { vehicles, saccos, routes } = result.reply
  const etag = result.headers.get('etag')
  const prefixes = Object.keys(vehicles)
  await fieldCache.putAll([
    ['vehicleList', { ...checked, saccos, routes, etag, prefixes }],
    // A prefix that no vehicle has any more.
    ...(before?.prefixes ?? []).map((each) => [`vehicles:${each}`, undefined] as const),
    ...prefixes.map((each) => [`vehicles:${each}`, vehicles[each]] as const),
  ])
}
