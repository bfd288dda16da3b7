import { z } from 'zod'
import objects from '../generated/database-objects.json' with { type: 'json' }
import { callRpc } from '../machinery/call-rpc.ts'
import { hasPictures } from '../machinery/env.ts'
import { readPicture } from '../machinery/photo-store.ts'
import { inRootContext } from '../machinery/root-context.ts'
import type { RpcArgs, RpcName } from '../machinery/rpc-args.ts'
import type { Caller } from '../shared/caller.ts'
import { CITY } from '../shared/city.ts'
import { DomainError } from '../shared/errors.ts'
import type { Health } from './contract.ts'

type Checks = z.infer<typeof Health>['checks']

/** What of the database is as this version needs it, and why something is not. For all callers alike. */
export type Readiness = { checks: Pick<Checks, 'database' | 'schema' | 'roles' | 'reads'>; cause?: unknown }

/** For so long an answer holds: a probe costs some ten calls of the database once in this time. */
const HOLDS_MS = 5_000

let last: { askedAt: number; readiness: Promise<Readiness> } | undefined

/** The readiness of the database, asked anew or seconds ago. Never rejects. */
export function readiness(caller: Caller): Promise<Readiness> {
  const now = performance.now()
  if (last && now - last.askedAt < HOLDS_MS) return last.readiness
  // Outside of the request: whoever asked first may go before the others have their answer.
  last = { askedAt: now, readiness: inRootContext(() => ask({ kind: 'visitor', requestId: caller.requestId })) }
  return last.readiness
}

const FINE = { database: 'ok', schema: 'ok', roles: 'ok', reads: 'ok' } as const
const UNKNOWN = { schema: 'not_asked', roles: 'not_asked', reads: 'not_asked' } as const

async function ask(visitor: Caller): Promise<Readiness> {
  try {
    const missing = z.array(z.string()).parse(await callRpc(visitor, 'list_missing', { p_expected: objects }))
    if (missing.length > 0) return { checks: whatLacks(missing), cause: new Error(`Missing: ${missing.join(', ')}`) }
  } catch (cause) {
    return { checks: whatFailed(cause), cause }
  }
  for (const [name, read] of READS) {
    try {
      await read((fn, args) => callRpc(visitor, fn, args))
    } catch (cause) {
      if (!isAnswer(cause)) return { checks: { ...FINE, reads: 'failed' }, cause: new Error(name, { cause }) }
    }
  }
  return { checks: FINE }
}

function whatLacks(missing: string[]): Readiness['checks'] {
  const isRole = (what: string) => what.startsWith('role ')
  const schema = missing.every(isRole) ? 'ok' : 'failed'
  return { ...FINE, schema, roles: missing.some(isRole) ? 'failed' : 'ok', reads: 'not_asked' }
}

/** Without an answer, the reason that none came: only that function's own absence is left where the others are not. */
function whatFailed(cause: unknown): Readiness['checks'] {
  if (isCode(cause, 'unavailable')) return { database: 'failed', ...UNKNOWN }
  if (isCode(cause, 'forbidden')) return { database: 'ok', ...UNKNOWN, roles: 'failed' }
  return { database: 'ok', ...UNKNOWN, schema: 'failed' }
}

const isCode = (error: unknown, ...slugs: string[]) => error instanceof DomainError && slugs.includes(error.slug)

/** Whether somebody who read this would have been told something: that there is no such vehicle, for example. */
export const isAnswer = (error: unknown) =>
  error instanceof DomainError && !isCode(error, 'internal', 'unavailable', 'forbidden')

const { lat, lng } = CITY.centre

/** Calls a function of schema `api` as a visitor. */
type Ask = <Fn extends RpcName>(fn: Fn, args: RpcArgs<Fn>) => Promise<unknown>

/** One read of each kind. An empty city answers them too. */
export const READS: [name: string, read: (ask: Ask) => Promise<unknown>][] = [
  ['latest incidents', (ask) => ask('get_latest_incident_feed', { p_limit: 1 })],
  ['nearby', (ask) => ask('get_incident_feed_nearby', { p_lat: lat, p_lng: lng, p_limit: 1 })],
  ['corridors', (ask) => ask('list_corridors', { p_limit: 1 })],
  ['search', (ask) => ask('search', { p_q: 'a', p_limit: 1 })],
  ['vehicle', (ask) => ask('get_vehicle_profile', { p_identifier: CITY.plates.examples[0] ?? '' })],
  ['courses', (ask) => ask('list_learning_courses', {})],
  ['pictures', async () => hasPictures() && readPicture('readiness')],
]
