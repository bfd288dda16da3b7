import { Admission, isNotAdmitted } from '@salama/domain/admission'
import { roleOf } from '../../processes/src/server-token.mjs'
import type { Ask } from './auth/request.ts'
import type { Database } from './database/index.ts'
import { trackingFailures } from './database/postgres-pool.ts'
import type { Identify } from './rpc/identities.ts'

// Admits the load that the database can handle and returns 503 early for the rest: see docs/decisions/overload.md.
// A request whose client disconnected is dropped if it has not started; a started one is finished, because it may be a
// write.

/** A crowd may sign in at once, at about a second each; an unavailable server fails them long before. */
const LINE = { waiting: 256, patienceMs: 5_000, crowdedAfterMs: 5_000, crowdedMs: 1_000 }
/** Fewer than there are connections: an Auth request may need a second one while it holds the first. */
const ON_POSTGRES = { ...LINE, inFlight: 8 }
/** The share of these for one function, so that one waiting for a lock does not use all of them. */
const OF_ONE_PATH = { ...LINE, inFlight: 4 }
/** One session: a request holds it from start to end. */
const ON_PGLITE = { ...LINE, inFlight: 1 }

/** After this many consecutive lock timeouts a function is not tried for a while: it would only hold a connection. */
const LOCKED_TIMES = 3
const LOCKED_MS = 1_000

type Options = { database: Pick<Database, 'engine' | 'exclusive'>; identify: Identify }

/** Limits concurrency in front of Supabase's API. Each request's signal is aborted when its client disconnects. */
export function guardDatabase({ database, identify }: Options, answer: Ask): Ask {
  const isEmbedded = database.engine === 'pglite'
  const all = new Admission(isEmbedded ? ON_PGLITE : ON_POSTGRES)
  const shares = new Map<string, Admission>()
  const locks = new LockTimeouts()

  /** Per path, so that one path cannot use the capacity of all. */
  async function inShare<T>(path: string, { signal }: Request, isLong: boolean, work: () => Promise<T>): Promise<T> {
    if (isEmbedded) return work()
    const share = shares.get(path) ?? new Admission(OF_ONE_PATH)
    shares.set(path, share)
    try {
      return await share.run(work, signal, isLong)
    } finally {
      if (share.isIdle) shares.delete(path)
    }
  }

  return async (request, peerAddress) => {
    const path = new URL(request.url).pathname
    const isLong = await isLongWork(request, identify)
    const ask = async () => {
      if (locks.isGivenUp(path)) return refusal('Waiting for a lock')
      return trackingFailures(isLong, async (failures) => {
        const response = await database.exclusive(() => answer(request, peerAddress))
        locks.note(path, failures.isLocked)
        return response.ok || !(failures.isUnavailable || failures.isLocked)
          ? response
          : refusal('The database cannot just now')
      })
    }
    try {
      return await inShare(path, request, isLong, () => all.run(ask, request.signal, isLong))
    } catch (error) {
      if (isNotAdmitted(error)) return refusal('There is more to do than can be done')
      throw error
    }
  }
}

/**
 * Work of a program on the server that declares its priority (RFC 7240, section 4.3); nothing else may hold a
 * connection for minutes.
 */
const isLongWork = async (request: Request, identify: Identify) =>
  /(^|,)\s*wait=\d+/.test(request.headers.get('prefer') ?? '') &&
  LONG_WORKING.includes((await identify(request))?.role ?? '')

const LONG_WORKING = [roleOf('worker'), roleOf('operator'), roleOf('admin')]

/** The functions that just had several lock timeouts in a row. */
class LockTimeouts {
  readonly #paths = new Map<string, { times: number; untilMs: number }>()

  isGivenUp(path: string): boolean {
    return (this.#paths.get(path)?.untilMs ?? 0) > performance.now()
  }

  note(path: string, isLocked: boolean): void {
    if (!isLocked) {
      this.#paths.delete(path)
      return
    }
    const times = (this.#paths.get(path)?.times ?? 0) + 1
    this.#paths.set(path, { times, untilMs: times < LOCKED_TIMES ? 0 : performance.now() + LOCKED_MS })
  }
}

/** PostgREST's response when it got no connection in time. */
function refusal(message: string): Response {
  const body = { code: 'PGRST003', message, details: null, hint: null }
  return Response.json(body, { status: 503, headers: { 'retry-after': '1' } })
}
