import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import type { Caller } from '../shared/caller.ts'
import { getCorridorMap as operation } from './contract.ts'

// The lines are the same for everybody, change only by an import, and are the largest response that a phone fetches:
// one response is cached for a few minutes, and concurrent requests share one call.

const TTL_MS = 5 * 60_000
let kept: { lines: Promise<unknown>; untilMs: number } | undefined

/** The lines of the map. At most five minutes older than the last import. */
export const getCorridorMap = useCase(operation, (caller) => {
  if (kept === undefined || Date.now() >= kept.untilMs)
    kept = { lines: fetchLines(caller), untilMs: Date.now() + TTL_MS }
  return kept.lines
})

/** A failure is not cached. */
async function fetchLines(caller: Caller) {
  try {
    return await callRpc(caller, 'get_corridor_map', {})
  } catch (error) {
    kept = undefined
    throw error
  }
}
