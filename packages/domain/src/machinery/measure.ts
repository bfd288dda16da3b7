import { processGlobal } from './process-global.ts'

// What a process measures of itself. Dropped unless this process has an observer (see `serveMetrics` in the package `http`).
//
// `name` is an operation, a SQL function or a task of ours: never a value from a client.

type Observe = (what: 'request' | 'rpc' | 'job', name: string, status: number, seconds: number) => void

const slot = processGlobal('measure', (): { observe?: Observe | undefined } => ({}))

/** Sends everything that this process measures to `observe` from now on. */
export function observeWith(observe?: Observe): void {
  slot().observe = observe
}

/**
 * Something has ended.
 *
 * @param status as in HTTP; 0 without an answer
 * @param started of `performance.now()`
 */
export function measure(what: Parameters<Observe>[0], name: string, status: number, started: number): void {
  slot().observe?.(what, name, status, (performance.now() - started) / 1000)
}
