import { type GtfsProblem, MAX_PROBLEMS, MAX_ROWS, TooManyProblems } from './problems.ts'
import type { RowKind, Staging } from './staging.ts'

/** How far outside the box around the area a place may be before it counts as a mistake, in degrees: about 220 km. */
const FAR_DEGREES = 2

type Area = { name: string; west: number; south: number; east: number; north: number }

/**
 * The state while a feed is read: the ids so far, its problems, and where valid rows are staged. After the first
 * problem nothing more is staged, because the feed will not be applied.
 */
export class FeedCheck {
  readonly problems: GtfsProblem[] = []
  readonly agencies = new Set<string>()
  readonly services = new Set<string>()
  readonly shapes = new Set<string>()
  readonly stops = new Set<string>()
  readonly routes = new Set<string>()
  readonly trips = new Set<string>()
  /** The box around the border that came with the feed, if one did. */
  area: Area | undefined
  readonly #staging: Staging
  readonly #maxRows: number
  #rows = 0

  constructor(staging: Staging, maxRows = MAX_ROWS) {
    this.#staging = staging
    this.#maxRows = maxRows
  }

  readonly report = (problem: GtfsProblem): void => {
    this.problems.push(problem)
    if (this.problems.length >= MAX_PROBLEMS) throw new TooManyProblems()
  }

  /** Counts a row of a file, and stops reading above the limit for the whole feed. */
  countRow(file: string) {
    this.#rows += 1
    if (this.#rows <= this.#maxRows) return
    this.report({ file, line: null, column: null, reason: `brings the feed above ${this.#maxRows} rows in all` })
    throw new TooManyProblems()
  }

  stage(kind: RowKind, row: object, weight?: number) {
    if (this.problems.length === 0) this.#staging.add(kind, row, weight)
  }

  async settle() {
    if (this.problems.length === 0) await this.#staging.settle()
  }
}

/** The position of a row, for problems. */
export class Place {
  readonly file: string
  readonly line: number
  readonly #check: FeedCheck

  constructor(check: FeedCheck, file: string, line: number) {
    this.#check = check
    this.file = file
    this.line = line
  }

  wrong(column: string | null, reason: string) {
    this.#check.report({ file: this.file, line: this.line, column, reason })
  }

  /** Checks that a place is plausible for the feed. */
  checkPlace(column: string, lat: number, lng: number) {
    const area = this.#check.area
    if (lat === 0 && lng === 0) return this.wrong(column, 'is 0, and so is the longitude: that is no place')
    if (!area) return
    const far =
      lat < area.south - FAR_DEGREES ||
      lat > area.north + FAR_DEGREES ||
      lng < area.west - FAR_DEGREES ||
      lng > area.east + FAR_DEGREES
    if (far) this.wrong(column, `is far from ${area.name}: are latitude and longitude swapped?`)
  }

  /** Adds the row's own id; returns false and adds a problem when it is a duplicate. */
  claim(known: Set<string>, column: string, id: string): boolean {
    if (known.has(id)) {
      this.wrong(column, `"${id}" is there twice`)
      return false
    }
    known.add(id)
    return true
  }

  /**
   * Checks an id that refers to a row of another file; an empty one is valid. Where that file itself has problems none
   * is added: one invalid stop would cause a problem for each of its stop times.
   */
  refer(known: Set<string>, column: string, id: string | undefined, ...files: string[]) {
    if (id === undefined || known.has(id)) return
    if (this.#check.problems.some(({ file }) => file !== this.file && files.includes(file))) return
    this.wrong(column, `"${id}" is not in ${files.join(' or ')}`)
  }
}
