import { Admission, isNotAdmitted } from '@salama/domain/admission'
import type { Ask } from './auth/request.ts'
import type { Database } from './database/index.ts'
import { trackingFailures } from './database/postgres-pool.ts'

// Lets in what the database can do, and says 503 of the rest, early: see docs/decisions/0055-overload.md and
// 0056-an-unavailable-database.md. A request that its client has abandoned is dropped while it has not begun; what has
// begun is finished, because it may be a write.

/** A whole crowd may sign in at once, which costs a second each; a server that is away fails them long before. */
const LINE = { waiting: 256, patienceMs: 5_000, crowdedMs: 1_000 }
/** Fewer than there are connections: a request of Auth may need a second one while it holds the first. */
const ON_POSTGRES = { ...LINE, inFlight: 8 }
/** So many of these for one function, so that one that waits for a lock does not take all. */
const OF_ONE_PATH = { ...LINE, inFlight: 4 }
/** One session: a turn is a whole request. */
const ON_PGLITE = { ...LINE, inFlight: 1 }

/** Lock time-outs in a row after which a function is not tried again for a while: it would only hold a connection. */
const LOCKED_TIMES = 3
const LOCKED_MS = 1_000

type Options = { database: Pick<Database, 'engine' | 'exclusive'>; secretKey: string }

/** Stands between the requests of Supabase's API, whose signals are those of their clients, and what answers them. */
export function guardDatabase({ database, secretKey }: Options, answer: Ask): Ask {
  const isEmbedded = database.engine === 'pglite'
  const all = new Admission(isEmbedded ? ON_PGLITE : ON_POSTGRES)
  const shares = new Map<string, Admission>()
  const locks = new LockTimeouts()

  /** Among those for the same path, where one path could take what all need. */
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
    const isLong = isLongWork(request, secretKey)
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

/** Work of a program on the server that says so (RFC 7240, section 4.3); nobody else may have a connection for minutes. */
const isLongWork = ({ headers }: Request, secretKey: string) =>
  headers.get('apikey') === secretKey && /(^|,)\s*wait=\d+/.test(headers.get('prefer') ?? '')

/** Which functions just waited for a lock in vain, several times in a row. */
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

/** As PostgREST says that it got no connection in time. */
export function refusal(message: string): Response {
  const body = { code: 'PGRST003', message, details: null, hint: null }
  return Response.json(body, { status: 503, headers: { 'retry-after': '1' } })
}
