import { AsyncLocalStorage } from 'node:async_hooks'
import { DomainError } from '../shared/errors.ts'
import { Admission, isNotAdmitted, NotAdmitted } from './admission.ts'
import { maxInFlight } from './env.ts'

// The state of one request that database calls need: that it was admitted, and whether its client is still connected.
// Stored on the global object, because one process may have loaded this file more than once: each route is a bundle.

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
      patienceMs: 500,
      crowdedAfterMs: 100,
      crowdedMs: 100,
      loopDelayMs: 50,
    }),
  }
  return shared[KEY]
}

/** Short: every rejected client retries after it. */
export const RETRY_AFTER_S = 2

const unavailable = (cause: unknown) => new DomainError('unavailable', { retryAfterS: RETRY_AFTER_S }, { cause })

function refuse(error: unknown): never {
  throw isNotAdmitted(error) ? unavailable(error) : error
}

/** Created once, as under overload there are thousands a second. */
const FULL = unavailable(new NotAdmitted('full'))

/** The failure of a request that could not even be queued; null where there is room. */
export const refusalIfFull = (): DomainError | null => (slot().admission.refuses() ? FULL : null)

/**
 * Runs a request's work when this process has capacity.
 *
 * @param options.signal of the client: after it disconnects no work is started
 * @param options.writes whether the request changes something: once started it is finished, also without its client
 * @throws {DomainError} `unavailable`: nothing was started
 */
export function admit<T>(options: { signal: AbortSignal; writes: boolean }, work: () => Promise<T>): Promise<T> {
  const { current, admission } = slot()
  const scope: Scope = { isAdmitted: true, ...options }
  const inScope = async () => {
    try {
      return await work()
    } finally {
      // Anything still running was started to continue in the background.
      scope.isAdmitted = false
      scope.signal = undefined
    }
  }
  return admission.run(() => current.run(scope, inScope), options.signal).catch(refuse)
}

/**
 * One database call: within the place of its request, or, where no request was admitted (pages), in its own place.
 *
 * @throws {DomainError} `unavailable`: nothing was started
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

/** Whether this process has rejected work within the last second. */
export const isOverloaded = (): boolean => slot().admission.isShedding
