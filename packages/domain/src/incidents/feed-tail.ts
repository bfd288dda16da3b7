/** A change as it is sent, at its position. */
export type Entry = { version: number; text: string }
/** Changes after a position, up to `head`; `more` says that there are further ones now. */
export type Page = { entries: readonly Entry[]; head: number; more: boolean }

/** How many entries are held for streams that are a little behind. */
const KEPT = 500
const EVERY_MS = 2_000

/** The end of the list of changes: one poller for all streams of this process, while one waits. */
export class FeedTail {
  readonly #read: (after: number) => Promise<Page>
  readonly #everyMs: number
  #entries: Entry[] = []
  /** Everything after this position, up to the head, is in `#entries`. */
  #from = 0
  #head = 0
  /** Another one for each time that it is started. */
  #run: object | null = null
  #timer: NodeJS.Timeout | undefined
  readonly #waiting = new Set<() => void>()

  constructor(read: (after: number) => Promise<Page>, everyMs = EVERY_MS) {
    this.#read = read
    this.#everyMs = everyMs
  }

  /** The known entries after a position; null where earlier ones would be missing. */
  after(position: number): readonly Entry[] | null {
    if (this.#run && position < this.#from) return null
    const first = this.#entries.findIndex(({ version }) => version > position)
    return first < 0 ? [] : this.#entries.slice(first)
  }

  /** Resolves when there are entries after this position, after so long, or when aborted. */
  async changed(position: number, withinMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#run) this.#start(position)
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, withinMs)
    this.#waiting.add(resolve)
    const onAbort = () => resolve()
    signal.addEventListener('abort', onAbort)
    await promise
    signal.removeEventListener('abort', onAbort)
    clearTimeout(timer)
    this.#waiting.delete(resolve)
  }

  stop(): void {
    this.#run = null
    clearTimeout(this.#timer)
    this.#entries = []
  }

  #start(position: number): void {
    const run = {}
    this.#run = run
    this.#from = position
    this.#head = position
    this.#schedule(run)
  }

  #schedule(run: object): void {
    if (this.#run === run) this.#timer = setTimeout(() => void this.#poll(run), this.#everyMs).unref()
  }

  /** A failure is tried again with the next poll. */
  async #poll(run: object): Promise<void> {
    const page = await this.#read(this.#head).catch(() => null)
    if (page && this.#run === run) {
      this.#head = page.head
      this.#entries.push(...page.entries)
      const old = this.#entries.splice(0, Math.max(0, this.#entries.length - KEPT)).at(-1)
      this.#from = old?.version ?? this.#from
      if (page.entries.length > 0) for (const wake of [...this.#waiting]) wake()
    }
    if (page?.more && this.#run === run) await this.#poll(run)
    else this.#schedule(run)
  }
}
