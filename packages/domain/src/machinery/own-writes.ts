// Tells this process's copies of data that it has written something, so that what was just reported is seen at once.
// On the global object, because one process may have loaded this file more than once: each route is a bundle.

const KEY = Symbol.for('salama.own-writes')
const shared: typeof globalThis & { [KEY]?: Set<() => void> } = globalThis

const listeners = () => (shared[KEY] ??= new Set())

/** Calls `listener` after every write. Returns a function that ends this. */
export function onOwnWrite(listener: () => void): () => void {
  listeners().add(listener)
  return () => listeners().delete(listener)
}

export function announceOwnWrite(): void {
  for (const listener of listeners()) listener()
}
