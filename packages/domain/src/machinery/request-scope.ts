import { AsyncLocalStorage } from 'node:async_hooks'
import { DomainError } from '../shared/errors.ts'
import { Admission, isNotAdmitted, NotAdmitted } from './admission.ts'
import { maxInFlight } from './env.ts'
import { processGlobal } from './process-global.ts'

// How much this process does at once. Its two places: at the door a request for which the queue has no room is refused
// before anything is made of it, and each database call waits in that queue for its turn. Bodies are read and
// responses sent outside of it, because a slow client must not hold a place.

type Scope = { signal: AbortSignal | undefined; isWriting: boolean }

const slot = processGlobal('request-scope', () => ({
  current: new AsyncLocalStorage<Scope>(),
  admission: new Admission({
    inFlight: maxInFlight(),
    waiting: 8 * maxInFlight(),
    patienceMs: 500,
    crowdedAfterMs: 100,
    crowdedMs: 100,
    loopDelayMs: 50,
  }),
}))

/** Short: every rejected client retries after it. */
export const RETRY_AFTER_S = 2

const unavailable = (cause: unknown) => new DomainError('unavailable', { retryAfterS: RETRY_AFTER_S }, { cause })

function refuse(error: unknown): never {
  throw isNotAdmitted(error) ? unavailable(error) : error
}

/** Created once, as under overload there are thousands a second. */
const FULL = unavailable(new NotAdmitted('full'))

/** The failure of a request whose database calls could not even be queued; null where there is room. */
export const refusalIfFull = (): DomainError | null => (slot().admission.refuses() ? FULL : null)

/** Runs a request's work. After its client has disconnected no database call is started for it. */
export function inRequest<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { signal, isWriting: false }
  return slot().current.run(scope, async () => {
    try {
      return await work()
    } finally {
      // Anything still running was started to continue in the background.
      scope.signal = undefined
    }
  })
}

/** From here on the request changes something: once the next call is started it is finished, also without its client. */
export function finishOnceStarted(): void {
  const scope = slot().current.getStore()
  if (scope) scope.isWriting = true
}

/**
 * One database call, when this process has capacity.
 * @throws {DomainError} `unavailable`: nothing was started
 */
export function callInTurn<T>(call: (signal: AbortSignal | undefined) => PromiseLike<T>): Promise<T> {
  const { current, admission } = slot()
  const scope = current.getStore()
  const begin = async () => {
    const signal = scope?.signal
    if (signal?.aborted) throw new NotAdmitted('gone')
    if (scope?.isWriting) scope.signal = undefined
    return call(signal)
  }
  return admission.run(begin, scope?.signal).catch(refuse)
}

/** Whether this process has rejected work within the last second. */
export const isOverloaded = (): boolean => slot().admission.isShedding
