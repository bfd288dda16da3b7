import { callRpc } from '../machinery/call-rpc.ts'
import { processGlobal } from '../machinery/process-global.ts'

// Counts requests by API key.
//
// A write for every read would cost more than the read. So each process counts in memory and sends its counts once a
// minute, all keys in one call, to be added to those of other processes; nothing is sent while no key is used. The
// figures are informative and not for billing: a process that crashes loses up to a minute of counts.

const EVERY_MS = 60_000

type Count = { requests: number; limited: number }

/** What the API counts is read on a page. */
const kept = processGlobal('api-key-use', (): { counts: Map<string, Count>; timer: NodeJS.Timeout | null } => ({
  counts: new Map(),
  timer: null,
}))

/** Counts one request with a key; `limited`: it was rejected by the rate limit. */
export function noteApiKeyUse(keyId: string, limited: boolean): void {
  add(keyId, { requests: 1, limited: Number(limited) })
  const state = kept()
  state.timer ??= setTimeout(() => {
    state.timer = null
    // Counts that could not be sent stay in memory and are sent with the next request's minute.
    handOverApiKeyUse().catch(() => {})
  }, EVERY_MS).unref()
}

/** Sends the counts of this process. @throws {DomainError} when the database is unavailable; the counts are retained */
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
