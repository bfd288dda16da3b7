import { codeOf } from './fault-words.ts'

/**
 * One cause of trouble in a file of a feed, with the number of rows that have it. `line` is that of the first, and
 * counts from 1, the header; null means the whole file. `done` is what is done about it; null: the feed is refused.
 */
export type GtfsProblem = {
  file: string
  line: number | null
  column: string | null
  reason: string
  count: number
  done: string | null
  /** The same by name, with values (see fault-words.ts); `example`: what `reason` begins with. */
  codes: { reason: string[]; done: string[]; example: string | null }
}

/** A fault with its names. `example` is of what is wrong, `reason` the sentence without it. */
export const faultOf = (fault: Omit<GtfsProblem, 'count' | 'codes'>, example?: string): GtfsProblem => ({
  ...fault,
  reason: example === undefined ? fault.reason : `"${example}" ${fault.reason}`,
  count: 1,
  codes: {
    reason: codeOf(fault.reason),
    done: fault.done === null ? [] : codeOf(fault.done),
    example: example ?? null,
  },
})

/** The row limit of a feed over all its files: a small zip can unpack into more than a database can hold. */
export const MAX_ROWS = 5_000_000

/** Thrown to stop reading at the limit. */
export class TooManyRows extends Error {}

/** A feed that is rejected as a whole, with everything that makes it unusable. */
export class GtfsFeedError extends Error {
  override name = 'GtfsFeedError'
  readonly problems: readonly GtfsProblem[]

  constructor(problems: readonly GtfsProblem[]) {
    const [first] = problems
    super(first ? `The feed is broken: ${describeProblem(first)}` : 'The feed is broken.')
    this.problems = problems
  }
}

/** What is wrong with a whole file. */
export const ofFile = (file: string, reason: string, done: string | null = null): GtfsProblem =>
  faultOf({ file, line: null, column: null, reason, done })

/** `stops.txt:17 stop_lat is not between -90 and 90 (3 rows): the row is left out` */
export function describeProblem({ file, line, column, reason, count, done }: GtfsProblem): string {
  const rows = count > 1 ? `(${count.toLocaleString('en')} rows)` : null
  const what = [line === null ? file : `${file}:${line}`, column, reason, rows]
    .filter((part) => part !== null)
    .join(' ')
  return done === null ? what : `${what}: ${done}`
}
