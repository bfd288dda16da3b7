import { faultOf, type GtfsProblem, MAX_ROWS, ofFile, TooManyRows } from './problems.ts'
import type { RowKind, Staging } from './staging.ts'
import type { Region } from './where.ts'

/** The share of a file's rows that may be left out before the feed is unusable. */
const MOST_LEFT_OUT = 0.5

const LEFT_OUT = 'left out'

/**
 * The state while a feed is read: the ids so far, its faults by cause, and where valid rows are staged. A fault that
 * can be mended, or costs a row, is a warning. Once the feed is refused nothing more is staged.
 */
export class FeedCheck {
  readonly agencies = new Set<string>()
  readonly services = new Set<string>()
  readonly shapes = new Set<string>()
  readonly stops = new Set<string>()
  readonly routes = new Set<string>()
  readonly trips = new Set<string>()
  /** The names of its makers. */
  readonly credits = new Set<string>()
  /** Services that trips name and no calendar has. */
  readonly dayless = new Set<string>()
  /** The files that the feed does not have. */
  readonly absent = new Set<string>()
  /** Of the first agency. */
  timeZone: string | undefined
  /** What main roads are derived from: the lines by shape, the number of trips by route and shape, the stops. */
  readonly lines = new Map<string, readonly (readonly [lng: number, lat: number])[]>()
  readonly shapesOf = new Map<string, Map<string, number>>()
  readonly places: { name: string; lat: number; lng: number }[] = []
  /** Where the stops are. */
  region: Region | undefined
  /** Whether a place is far from the border that came with the feed, if one did, and what the area is called. */
  area: { name: string; isFar(lat: number, lng: number): boolean } | undefined
  readonly #faults = new Map<string, GtfsProblem>()
  readonly #files = new Map<string, { rows: number; leftOut: number }>()
  readonly #staging: Staging
  readonly #maxRows: number
  #rows = 0

  constructor(staging: Staging, maxRows = MAX_ROWS) {
    this.#staging = staging
    this.#maxRows = maxRows
  }

  /** Counts a fault with those of the same cause, which is told by the first of them. */
  readonly note = (fault: Omit<GtfsProblem, 'count' | 'codes'>, example?: string): void => {
    const key = JSON.stringify([fault.file, fault.column, fault.reason, fault.done])
    const known = this.#faults.get(key)
    if (known) known.count += 1
    else this.#faults.set(key, faultOf(fault, example?.slice(0, 60)))
  }

  /** Why the feed is refused, if it is. */
  get problems(): GtfsProblem[] {
    return [...this.#faults.values()].filter(({ done }) => done === null)
  }
  get warnings(): GtfsProblem[] {
    return [...this.#faults.values()].filter(({ done }) => done !== null)
  }
  get isRefused(): boolean {
    return this.problems.length > 0
  }

  /** Whether a file is the reason for a refusal, so that what follows from it in other files is not said. */
  isBroken(file: string): boolean {
    return this.problems.some((fault) => fault.file === file)
  }

  /** What is said of ids that lead to a file: that a row is not there, or may have been left out. */
  missingIn(file: string): string {
    if (this.absent.has(file)) return `names a row of ${file}, which is missing`
    return this.#of(file).leftOut > 0 ? `is not among the rows of ${file} that can be used` : `is not in ${file}`
  }

  /** Counts a row of a file, and stops reading above the limit for the whole feed. */
  countRow(file: string) {
    this.#of(file).rows += 1
    this.#rows += 1
    if (this.#rows <= this.#maxRows) return
    this.note(ofFile(file, `brings the feed above ${this.#maxRows} rows in all`))
    throw new TooManyRows()
  }

  countLeftOut(file: string) {
    this.#of(file).leftOut += 1
  }

  /** After a file: refuses the feed for what cost most of its rows. */
  judge(file: string) {
    const { rows, leftOut } = this.#of(file)
    if (leftOut <= rows * MOST_LEFT_OUT) return
    for (const fault of this.#faults.values()) if (fault.file === file && fault.done === LEFT_OUT) fault.done = null
  }

  stage(kind: RowKind, row: object, weight?: number) {
    if (!this.isRefused) this.#staging.add(kind, row, weight)
  }

  async settle() {
    if (!this.isRefused) await this.#staging.settle()
  }

  #of(file: string) {
    const known = this.#files.get(file) ?? { rows: 0, leftOut: 0 }
    this.#files.set(file, known)
    return known
  }
}

/** The position of a row, for faults. `value` is an example of what is wrong; the cause is the reason without it. */
export class Place {
  readonly file: string
  readonly line: number | null
  readonly #check: FeedCheck

  constructor(check: FeedCheck, file: string, line: number | null) {
    this.#check = check
    this.file = file
    this.line = line
  }

  /** A fault that makes the feed unusable. */
  refuse(column: string | null, reason: string, value?: string) {
    this.#note(column, reason, null, value)
  }

  /** A fault that costs the row. */
  leaveOut(column: string | null, reason: string, value?: string): undefined {
    this.#check.countLeftOut(this.file)
    this.#note(column, reason, LEFT_OUT, value)
  }

  /** A fault that something else is done about. */
  mend(column: string | null, reason: string, done: string, value?: string) {
    this.#note(column, reason, done, value)
  }

  /** Adds the row's own id; returns false where a row has it already. */
  claim(known: Set<string>, column: string, id: string): boolean {
    if (known.has(id)) this.mend(column, 'is there twice', 'the first is kept', id)
    else return Boolean(known.add(id))
    return false
  }

  /** Whether an id refers to a row of another file; the row is left out where it does not. */
  refer(known: Set<string>, column: string, id: string, file: string): boolean {
    if (known.has(id) || this.#check.isBroken(file)) return true
    this.leaveOut(column, this.#check.missingIn(file), id)
    return false
  }

  #note(column: string | null, reason: string, done: string | null, value: string | undefined) {
    this.#check.note({ file: this.file, line: this.line, column, reason, done }, value)
  }
}
