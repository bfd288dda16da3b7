import { setTimeout as sleep } from 'node:timers/promises'
import { inRootContext } from '../../machinery/root-context.ts'
import { FeedIndex } from './feed-index.ts'
import { Beginning, Changes, Rows } from './feed-rows.ts'
import { NetworkCopy, NetworkPlaces } from './network-places.ts'

// A copy of the public live feed in this process, which follows the numbered changes.
//
// A read is answered from it only while it is certain to be what the database would answer, up to its age: it is at
// most ten seconds old, of the current hour (coarse incidents change on the full hour only), and has seen every change
// that this process has made. Otherwise the database is queried, as without the copy. Expiry is by the database's clock,
// which each response contains.

/** Calls one SQL function of schema `api` as the server. */
export type Ask = (fn: string, args: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>

export type FeedLimits = {
  /** With more rows than this there is no copy. */
  maxRows: number
  maxAgeMs: number
  /** Between two requests for changes. */
  everyMs: number
  /** Without a read for this long polling stops until the next read. */
  idleMs: number
}

const FEED_LIMITS: FeedLimits = { maxRows: 100_000, maxAgeMs: 10_000, everyMs: 1_000, idleMs: 60_000 }

const ROWS_PER_CALL = 1_000
const CHANGES_PER_CALL = 500
const CALL_TIMEOUT_MS = 5_000
/** How long a read waits for a write of this process to arrive here. */
const PATIENCE_MS = 250
/** Another process is numbering changes: it takes milliseconds. */
const BUSY_MS = 50
const TOO_MANY_MS = 60_000
/** The first backoff after a failed load; doubled each time. */
const FIRST_REST_MS = 1_000
const MAX_REST_MS = 60_000
const HOUR_US = 3_600_000_000

export class LiveFeed {
  readonly #ask: Ask
  readonly #limits: FeedLimits
  readonly #stop = new AbortController()
  #index: FeedIndex | undefined
  #head = 0
  /** The import of a feed that `#places` is of. */
  #network: number | null | undefined
  #places: NetworkPlaces | null = null
  /** When everything here was complete, in microseconds by the database's clock. */
  #asOf = 0
  /** The database's clock in its last response, and when that was requested. */
  #clock = { now: 0, askedMs: 0 }
  #writes = 0
  #writesSeen = 0
  #readMs = Number.NEGATIVE_INFINITY
  #restUntilMs = 0
  #failures = 0
  /** A read has waited for a write in vain; none waits until one has arrived. */
  #isLagging = false
  #turn: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(ask: Ask, limits: Partial<FeedLimits> = {}) {
    this.#ask = ask
    this.#limits = { ...FEED_LIMITS, ...limits }
  }

  /** The database's time at most, in microseconds: that of its last response, as if it was sent at the time of the request. */
  get now(): number {
    return this.#clock.now + Math.round((performance.now() - this.#clock.askedMs) * 1_000)
  }

  /** Microseconds. */
  get asOf(): number {
    return this.#asOf
  }

  get size(): number {
    return this.#index?.size ?? 0
  }

  /** Area and corridor of places; null where the database has to be queried. */
  get places(): NetworkPlaces | null {
    return this.#places
  }

  /** The rows that are visible now; null where the database has to be queried. */
  async read(): Promise<FeedIndex | null> {
    this.#readMs = performance.now()
    if (this.#timer === undefined && !this.#stop.signal.aborted) void this.refresh()
    if (!this.#usable()) return null
    if (this.#writesSeen < this.#writes && !(await this.#hasCaughtUp())) return null
    return this.#usable()
  }

  /** This process has written: `read` returns null until that change has arrived. */
  wrote(): void {
    this.#writes += 1
    if (this.#index && !this.#stop.signal.aborted) void this.refresh()
  }

  /** Loads the changes, or everything if nothing is loaded yet. Never rejects. */
  refresh(): Promise<void> {
    this.#turn ??= inRootContext(() =>
      this.#synchronize()
        .catch((error: unknown) => this.#failed(error))
        .finally(() => {
          this.#turn = undefined
          this.#schedule()
        }),
    )
    return this.#turn
  }

  /** Ends all requests and timers for good. */
  stop(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
    this.#index = undefined
  }

  /** Backs off: without a copy, everything would be loaded again each second. */
  #failed(error: unknown): void {
    if (this.#index || this.#stop.signal.aborted) return
    this.#restUntilMs = performance.now() + Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** this.#failures)
    this.#failures += 1
    if (this.#failures !== 5) return
    const kind = error instanceof Error ? error.name : typeof error
    process.emitWarning(`The live feed could not be loaded five times (${kind}): the database answers all reads`)
  }

  #usable(): FeedIndex | null {
    const { now } = this
    const isOld = now - this.#asOf > this.#limits.maxAgeMs * 1_000
    if (!this.#index || isOld || hourOf(now) !== hourOf(this.#asOf)) return null
    this.#index.expire(now)
    return this.#index
  }

  async #hasCaughtUp(): Promise<boolean> {
    if (this.#isLagging) return false
    const wanted = this.#writes
    const late = performance.now() + PATIENCE_MS
    // A request that was under way may not have the write; the second one has.
    for (let turns = 0; turns < 3 && this.#writesSeen < wanted && performance.now() < late; turns += 1)
      await Promise.race([this.refresh(), sleep(late - performance.now(), undefined, { ref: false })])
    this.#isLagging = this.#writesSeen < wanted
    return !this.#isLagging
  }

  /** The next request: in a second, or right after the full hour; none without readers. */
  #schedule(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const isIdle = performance.now() - this.#readMs > this.#limits.idleMs
    if (this.#stop.signal.aborted || isIdle) return
    const untilHourMs = (HOUR_US - (this.now % HOUR_US)) / 1_000 + 1
    const isBehind = this.#index !== undefined && this.#writesSeen < this.#writes
    const afterMs = isBehind ? 0 : Math.min(this.#limits.everyMs, untilHourMs)
    this.#timer = setTimeout(() => this.refresh(), afterMs).unref()
  }

  async #synchronize(): Promise<void> {
    if (this.#index && (await this.#follow(this.#index))) return
    if (performance.now() >= this.#restUntilMs) await this.#load()
  }

  async #load(): Promise<void> {
    const { maxRows } = this.#limits
    const { head, rows: count } = Beginning.parse(await this.#call('begin_incident_feed_copy', { p_most: maxRows }))
    if (count > maxRows) return void this.#rest()
    const rows = []
    for (let after: string | undefined, isDone = false; !isDone; ) {
      const page = Rows.parse(
        await this.#call('list_incident_feed_rows', { p_limit: ROWS_PER_CALL, ...(after && { p_after: after }) }),
      )
      rows.push(...page)
      after = page.at(-1)?.id
      isDone = page.length < ROWS_PER_CALL
      if (rows.length > maxRows) return void this.#rest()
    }
    this.#head = head
    this.#asOf = 0
    this.#clock = { now: 0, askedMs: 0 }
    const index = new FeedIndex(rows)
    if (!(await this.#follow(index))) return
    this.#index = index
    this.#failures = 0
  }

  /** Applies the changes since the last time. False: the copy is of no use any more. */
  async #follow(index: FeedIndex): Promise<boolean> {
    const writes = this.#writes
    const late = performance.now() + this.#limits.everyMs
    for (;;) {
      const askedMs = performance.now()
      const page = Changes.parse(
        await this.#call('follow_incident_feed', { p_after: this.#head, p_limit: CHANGES_PER_CALL }),
      )
      // A clock that went back has rows visible again that were dropped here.
      if (!page.isKnown || page.now < this.#clock.now - 1_000_000) return this.#drop()
      index.replace(page.changed, page.rows)
      if (index.size > this.#limits.maxRows) return this.#rest()
      if (page.network !== this.#network) await this.#loadPlaces(page.network)
      this.#head = page.head
      this.#clock = { now: page.now, askedMs }
      if (page.hasMore) continue
      if (page.isCurrent) {
        this.#asOf = page.now
        this.#writesSeen = writes
        this.#isLagging = false
        return true
      }
      if (performance.now() > late) return true
      await sleep(BUSY_MS, undefined, { ref: false })
    }
  }

  /** Without it the incidents are of use, so that it is only tried again with the next changes. */
  async #loadPlaces(network: number | null): Promise<void> {
    this.#places = null
    try {
      this.#places = new NetworkPlaces(NetworkCopy.parse(await this.#call('get_network_places', {})))
      this.#network = network
    } catch {
      this.#network = undefined
    }
  }

  #drop(): false {
    this.#index = undefined
    this.#asOf = 0
    return false
  }

  /** The same, where there are too many rows; for a while nothing is tried. */
  #rest(): false {
    this.#restUntilMs = performance.now() + TOO_MANY_MS
    return this.#drop()
  }

  #call(fn: string, args: Record<string, unknown>): Promise<unknown> {
    const { signal } = this.#stop
    signal.throwIfAborted()
    return this.#ask(fn, args, AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]))
  }
}

const hourOf = (at: number) => Math.floor(at / HOUR_US)
