import { callRpc } from '../machinery/call-rpc.ts'

// How often keys are used.
//
// A write for every read would cost more than the read. So each process counts for itself and hands its counts over once a
// minute, all keys in one call, where they are added to those of the others; nothing is written while no key is used. It
// is a figure for the key's owner and no bill: a process that dies takes up to a minute of counts with it.

const EVERY_MS = 60_000

type Count = { requests: number; limited: number }

/** On the global object, because one process may have loaded this file more than once: each route is a bundle. */
const KEY = Symbol.for('salama.api-keys.use')
type Kept = { counts: Map<string, Count>; timer: NodeJS.Timeout | null }
const global: typeof globalThis & { [KEY]?: Kept } = globalThis

function kept(): Kept {
  global[KEY] ??= { counts: new Map(), timer: null }
  return global[KEY]
}

/** Notes one request with a key; `limited`: it was refused because there were too many. */
export function noteApiKeyUse(keyId: string, limited: boolean): void {
  add(keyId, { requests: 1, limited: Number(limited) })
  const state = kept()
  state.timer ??= setTimeout(() => {
    state.timer = null
    // What could not be handed over is still counted, and goes with the next request's minute.
    handOverApiKeyUse().catch(() => {})
  }, EVERY_MS).unref()
}

/** Hands over what this process has counted. @throws {DomainError} when the database cannot take it now; nothing is lost then */
export async function handOverApiKeyUse(): Promise<void> {
  const state = kept()
  if (state.counts.size === 0) return
  const counts = state.counts
  state.counts = new Map()
  const used = [...counts].map(([keyId, count]) => ({ keyId, ...count }))
  try {
    await callRpc({ kind: 'visitor', requestId: 'api-key-use' }, 'count_api_key_use', { p_used: used })
  } catch (error) {
    for (const [keyId, count] of counts) add(keyId, count)
    throw error
  }
}

function add(keyId: string, { requests, limited }: Count): void {
  const { counts } = kept()
  const before = counts.get(keyId) ?? { requests: 0, limited: 0 }
  counts.set(keyId, { requests: before.requests + requests, limited: before.limited + limited })
}
