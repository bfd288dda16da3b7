// How much a process takes on at once.
//
// Without it everything that comes is begun, all of it becomes slower than anybody waits for, and what nobody waits for
// any more is still worked off: nothing is answered, and memory grows. So a bounded number is under way, a bounded number
// waits, and each waits for a bounded time; the rest is refused at once, which costs next to nothing.
//
// A short crowd is let wait (`patienceMs`). Where the line has not been empty for that long it is no crowd but more than
// can be done, and waiting longer would only make every answer late: then nobody waits for more than `crowdedMs`. That is
// the controlled delay of "Fail at Scale" (ACM Queue 13, 8, 2015). See docs/decisions/0055-overload.md.

export type AdmissionLimits = { inFlight: number; waiting: number; patienceMs: number; crowdedMs: number }

/** There is more to do than can be done, or whoever asked has gone. Nothing was begun. */
export class NotAdmitted extends Error {
  override name = 'NotAdmitted'
}

/** Not `instanceof`: one process may have loaded this file more than once. */
export const isNotAdmitted = (error: unknown): boolean => error instanceof Error && error.name === 'NotAdmitted'

type Waiter = { begin: () => void }

/** For how long after a refusal a process says that it is overloaded. */
const SHEDDING_MS = 1_000

export class Admission {
  readonly #limits: AdmissionLimits
  readonly #line = new Set<Waiter>()
  #running = 0
  #emptyAtMs = performance.now()
  #refusedAtMs = Number.NEGATIVE_INFINITY

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
  }

  /** Whether somebody was refused within the last second. */
  get isShedding(): boolean {
    return performance.now() - this.#refusedAtMs < SHEDDING_MS
  }

  /** Whether nothing is under way. */
  get isIdle(): boolean {
    return this.#running === 0
  }

  /**
   * Does the work when there is room for it. Its place is free again when it has ended, whoever still waits for it.
   *
   * @param signal of the one who asks: while the work has not begun, going away gives up the place in the line
   * @param isPatient waits for as long as it takes
   * @throws {NotAdmitted} the work was not begun
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal, isPatient = false): Promise<T> {
    if (this.#running < this.#limits.inFlight && this.#line.size === 0) this.#running += 1
    else await this.#wait(signal, isPatient)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #wait(signal: AbortSignal | undefined, isPatient: boolean): Promise<void> {
    if (signal?.aborted) return Promise.reject(new NotAdmitted('gone'))
    if (this.#line.size >= this.#limits.waiting) return Promise.reject(this.#refusal('full'))
    const nowMs = performance.now()
    if (this.#line.size === 0) this.#emptyAtMs = nowMs
    const { patienceMs, crowdedMs } = this.#limits
    const waitMs = nowMs - this.#emptyAtMs > patienceMs ? crowdedMs : patienceMs
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', gone)
        this.#line.delete(waiter)
      }
      const gone = () => {
        end()
        reject(new NotAdmitted('gone'))
      }
      const waiter: Waiter = {
        begin: () => {
          end()
          resolve()
        },
      }
      const late = () => {
        end()
        reject(this.#refusal('late'))
      }
      const timer = isPatient ? undefined : setTimeout(late, waitMs)
      signal?.addEventListener('abort', gone, { once: true })
      this.#line.add(waiter)
    })
  }

  #refusal(why: string): NotAdmitted {
    this.#refusedAtMs = performance.now()
    return new NotAdmitted(why)
  }

  /** The place goes to the next in the line; where there is none it is free. */
  #leave(): void {
    const [next] = this.#line
    if (next) next.begin()
    else this.#running -= 1
  }
}
