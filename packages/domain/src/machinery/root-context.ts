import { AsyncLocalStorage } from 'node:async_hooks'

// The asynchronous context of the process itself. What continues after a request, such as a timer that it started, would
// keep that request's context (its trace, its place, all that Next stores with it) for as long as it runs.
// On the global object, because one process may have loaded this file more than once: each route is a bundle.

type InContext = <T>(work: () => T) => T

const KEY = Symbol.for('salama.root-context')
const shared: typeof globalThis & { [KEY]?: InContext } = globalThis

/** To be called when the process starts, outside of any request. */
export function rememberRootContext(): void {
  shared[KEY] ??= AsyncLocalStorage.snapshot()
}

/** Runs work that belongs to no request. */
export const inRootContext: InContext = (work) => (shared[KEY] ? shared[KEY](work) : work())
