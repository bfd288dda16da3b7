/** Why something failed, for the log: the innermost message. Our own errors say outwardly less than their cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
