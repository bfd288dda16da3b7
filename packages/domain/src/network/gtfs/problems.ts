/** One thing that is wrong with a feed: where, and why. `line` counts from 1, the header; null means the whole file. */
export type GtfsProblem = { file: string; line: number | null; column: string | null; reason: string }

/** More than this nobody reads; reading stops there. */
export const MAX_PROBLEMS = 100

/** Rows that a feed may have in all its files together: a small zip can unpack into more than a database holds. */
export const MAX_ROWS = 5_000_000

/** Thrown to stop reading when there are that many. */
export class TooManyProblems extends Error {}

/** A feed that is refused as a whole, with everything that is wrong with it (up to 100 problems). */
export class GtfsFeedError extends Error {
  override name = 'GtfsFeedError'
  readonly problems: readonly GtfsProblem[]

  constructor(problems: readonly GtfsProblem[]) {
    const [first] = problems
    super(first ? `The feed is broken: ${describeProblem(first)}` : 'The feed is broken.')
    this.problems = problems
  }
}

/** `stops.txt:17 stop_lat is not between -90 and 90` */
export function describeProblem({ file, line, column, reason }: GtfsProblem): string {
  return [line === null ? file : `${file}:${line}`, column, reason].filter((part) => part !== null).join(' ')
}
