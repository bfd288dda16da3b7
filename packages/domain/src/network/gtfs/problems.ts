/** One problem of a feed. `line` counts from 1, the header; null means the whole file. */
export type GtfsProblem = { file: string; line: number | null; column: string | null; reason: string }

/** Reading stops after this many problems. */
export const MAX_PROBLEMS = 100

/** The row limit of a feed over all its files: a small zip can unpack into more than a database can hold. */
export const MAX_ROWS = 5_000_000

/** Thrown to stop reading at either limit. */
export class TooManyProblems extends Error {}

/** A feed that is rejected as a whole, with all its problems (up to 100). */
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
