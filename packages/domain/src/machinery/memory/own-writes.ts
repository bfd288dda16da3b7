import { processGlobal } from '../process-global.ts'

// Invalidates this process's copies of data after a write of its own, so that what was just reported is seen at once.

const listeners = processGlobal('own-writes', () => new Set<() => void>())

/** Calls `listener` after every write of this process. Returns a function that unsubscribes it. */
export function onOwnWrite(listener: () => void): () => void {
  listeners().add(listener)
  return () => listeners().delete(listener)
}

/** Notifies every cache of this process that it has to drop or reload its data. */
export function invalidateAfterWrite(): void {
  for (const listener of listeners()) listener()
}
