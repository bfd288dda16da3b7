import { AsyncLocalStorage } from 'node:async_hooks'
import { processGlobal } from './process-global.ts'

// The asynchronous context of the process itself. What continues after a request, such as a timer that it started, would
// keep that request's context (its trace, its place, all that Next stores with it) for as long as it runs.

type InContext = <T>(work: () => T) => T

const root = processGlobal('root-context', (): InContext => AsyncLocalStorage.snapshot())

/** To be called when the process starts, outside of any request. */
export const rememberRootContext = (): void => void root()

/** Runs work that belongs to no request. */
export const inRootContext: InContext = (work) => root()(work)
