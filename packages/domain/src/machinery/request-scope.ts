import { AsyncLocalStorage } from 'node:async_hooks'
import { DomainError } from '../shared/errors.ts'
import { Admission, isNotAdmitted, NotAdmitted } from './admission.ts'
import { maxInFlight } from './env.ts'

// What is under way for one request, as far as the database has to know: that it was let in, and whether its client is
// still there. Kept on the global object, because one process may have loaded this file more than once: each route is a
// bundle.

type Scope = { isAdmitted: boolean; signal: AbortSignal | undefined; writes: boolean }

const KEY = Symbol.for('salama.request-scope')
type Slot = { current: AsyncLocalStorage<Scope>; admission: Admission }
const shared: typeof globalThis & { [KEY]?: Slot } = globalThis

function slot(): Slot {
  shared[KEY] ??= {
    current: new AsyncLocalStorage(),
    admission: new Admission({
      inFlight: maxInFlight(),
      waiting: 8 * maxInFlight(),
      patienceMs: 1_500,
      crowdedMs: 200,
    }),
  }
  return shared[KEY]
}

/** Soon: what refuses is asked again by everybody whom it has refused. */
export const RETRY_AFTER_S = 2

function refuse(error: unknown): never {
  throw isNotAdmitted(error) ? new DomainError('unavailable', { retryAfterS: RETRY_AFTER_S }, { cause: error }) : error
}

/**
 * Does what a request asks for, when there is room for it in this process.
 *
 * @param options.signal of the client: once it has gone, no work for it is begun
 * @param options.writes whether the request changes something: what has begun is then finished, client or not
 * @throws {DomainError} `unavailable`: nothing was begun
 */
export function admit<T>(options: { signal: AbortSignal; writes: boolean }, work: () => Promise<T>): Promise<T> {
  const { current, admission } = slot()
  const scope: Scope = { isAdmitted: true, ...options }
  const inScope = async () => {
    try {
      return await work()
    } finally {
      // What still runs was started to go on by itself.
      scope.isAdmitted = false
      scope.signal = undefined
    }
  }
  return admission.run(() => current.run(scope, inScope), options.signal).catch(refuse)
}

/**
 * One call of the database: within its request's place, or, where no request was let in (pages), in a place of its own.
 *
 * @throws {DomainError} `unavailable`: nothing was begun
 */
export async function callInTurn<T>(call: (signal: AbortSignal | undefined) => PromiseLike<T>): Promise<T> {
  const { current, admission } = slot()
  const scope = current.getStore()
  if (!scope?.isAdmitted) return admission.run(async () => call(undefined)).catch(refuse)
  const { signal } = scope
  if (signal?.aborted) refuse(new NotAdmitted('gone'))
  if (scope.writes) scope.signal = undefined
  return call(signal)
}

/** Whether this process has refused something within the last second. */
export const isOverloaded = (): boolean => slot().admission.isShedding
