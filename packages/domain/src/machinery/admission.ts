// Admission control: limits how much work a process runs concurrently.
//
// Without a limit an overloaded process starts every request, all become slower than clients wait for, and work for
// disconnected clients still uses CPU and memory. So the running work, the queue and the time in the queue are bounded;
// the rest is rejected at once, which is cheap.
//
// A short burst may wait for `patienceMs`, first come, first served. Where the queue has not been empty for
// `crowdedAfterMs` the process is overloaded: new work waits for at most `crowdedMs`, and the newest goes first, because
// the oldest is what its client gives up next. These are the controlled delay and the adaptive LIFO of "Fail at Scale"
// (ACM Queue 13, 8, 2015). What a busy event loop has not yet read waits in no queue of ours: where every place is taken
// and the loop has not come round for `loopDelayMs`, what it reads has waited as long, and is rejected. See
// docs/decisions/overload.md.

export type AdmissionLimits = {
  inFlight: number
  waiting: number
  patienceMs: number
  crowdedAfterMs: number
  crowdedMs: number
  loopDelayMs?: number
}

/** The process is overloaded, or the client has disconnected. No work was started. */
export class NotAdmitted extends Error {
  override name = 'NotAdmitted'
}

/** Not `instanceof`: one process may have loaded this file more than once. */
export const isNotAdmitted = (error: unknown): boolean => error instanceof Error && error.name === 'NotAdmitted'

/** Created once: under overload there are thousands a second, and a stack costs more than the rest of a rejection. */
const GONE = new NotAdmitted('gone')
const FULL = new NotAdmitted('full')
const LATE = new NotAdmitted('late')

type Waiter = { begin: () => void; isPatient: boolean }

const TURN_MS = 10

/** For how long after a rejection a process reports that it is overloaded. */
const SHEDDING_MS = 1_000

export class Admission {
  readonly #limits: AdmissionLimits
  readonly #line: Waiter[] = []
  #running = 0
  #emptyAtMs = performance.now()
  #refusedAtMs = Number.NEGATIVE_INFINITY
  #turnedAtMs = performance.now()

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
    if (limits.loopDelayMs !== undefined) {
      setInterval(() => {
        this.#turnedAtMs = performance.now()
      }, TURN_MS).unref()
    }
  }

  /** Whether work was rejected within the last second. */
  get isShedding(): boolean {
    return performance.now() - this.#refusedAtMs < SHEDDING_MS
  }

  /** Whether work that was read now would be rejected at once. Counts as a rejection if it would. */
  refuses(): boolean {
    const refuses = this.#isFull || this.#isBehind
    if (refuses) this.#refusal(FULL)
    return refuses
  }

  get #isFull(): boolean {
    return this.#line.length >= this.#limits.waiting
  }

  get #isBehind(): boolean {
    const { inFlight, loopDelayMs = Number.POSITIVE_INFINITY } = this.#limits
    return this.#running >= inFlight && performance.now() - this.#turnedAtMs - TURN_MS > loopDelayMs
  }

  get isIdle(): boolean {
    return this.#running === 0
  }

  /**
   * Runs the work when a place is free; it is free again when the work has ended, even without its client.
   * @param signal aborting removes work that has not started from the queue @param isPatient waits without a time limit
   * @throws {NotAdmitted} the work was not started
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal, isPatient = false): Promise<T> {
    if (this.#running < this.#limits.inFlight && this.#line.length === 0) this.#running += 1
    else await this.#wait(signal, isPatient)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #wait(signal: AbortSignal | undefined, isPatient: boolean): Promise<void> {
    if (signal?.aborted) return Promise.reject(GONE)
    if (this.#isFull) return Promise.reject(this.#refusal(FULL))
    if (this.#line.length === 0) this.#emptyAtMs = performance.now()
    const waitMs = this.#isCrowded ? this.#limits.crowdedMs : this.#limits.patienceMs
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', gone)
        this.#line.splice(this.#line.indexOf(waiter), 1)
      }
      const gone = () => {
        end()
        reject(GONE)
      }
      const waiter: Waiter = {
        begin: () => {
          end()
          resolve()
        },
        isPatient,
      }
      const late = () => {
        end()
        reject(this.#refusal(LATE))
      }
      const timer = isPatient ? undefined : setTimeout(late, waitMs)
      signal?.addEventListener('abort', gone, { once: true })
      this.#line.push(waiter)
    })
  }

  #refusal(why: NotAdmitted): NotAdmitted {
    this.#refusedAtMs = performance.now()
    return why
  }

  get #isCrowded(): boolean {
    return performance.now() - this.#emptyAtMs > this.#limits.crowdedAfterMs
  }

  /** Gives the place to the next request in the queue, or frees it. Requests without a time limit do not starve. */
  #leave(): void {
    const [oldest] = this.#line
    const next = this.#isCrowded && !oldest?.isPatient ? this.#line.at(-1) : oldest
    if (next) next.begin()
    else this.#running -= 1
  }
}
