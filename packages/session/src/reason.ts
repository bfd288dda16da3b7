/** Why something failed, for the log: the innermost message. Our own errors hide their cause from callers. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
