/**
 * Does one job. Returns what the database stores of it, if anything; throws where it has to be tried again. It may run
 * more than once for one job: `id` is the same each time, so that a receiver recognizes a repetition.
 */
export type Task = (content: unknown, id: string) => Promise<unknown>

/** Why an attempt failed, in words that admins read: neither an address nor a name. */
export class JobFailed extends Error {
  override name = 'JobFailed'
  /** There is no sense in trying again. */
  readonly isFinal: boolean
  constructor(why: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(why, { cause })
    this.isFinal = isFinal
  }
}

/** Why an attempt failed; of any other error its code or name alone, because its message may quote what was sent. */
export function whyFailed(error: unknown): { why: string; isFinal: boolean } {
  if (error instanceof JobFailed) return { why: error.message, isFinal: error.isFinal }
  const { slug, code, name } = Object(error)
  return { why: String(slug ?? code ?? name ?? 'unknown'), isFinal: false }
}
