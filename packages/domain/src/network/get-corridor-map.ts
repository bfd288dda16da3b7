import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { useCase } from '../machinery/use-case.ts'
import { getCorridorMap as operation } from './contract.ts'

// The same lines for everybody, changed only by an import, and the largest thing that a phone fetches here: one answer
// is kept for all for a few minutes, and those who ask at the same moment wait for one call.

const TTL_MS = 5 * 60_000
let kept: { lines: Promise<unknown>; untilMs: number } | undefined

/** The lines of the map. At most five minutes behind an import. */
export const getCorridorMap = useCase(operation, (caller) => {
  if (kept === undefined || Date.now() >= kept.untilMs)
    kept = { lines: fetchLines(caller), untilMs: Date.now() + TTL_MS }
  return kept.lines
})

/** A failure is not kept. */
async function fetchLines(caller: Caller) {
  try {
    return await callRpc(caller, 'get_corridor_map', {})
  } catch (error) {
    kept = undefined
    throw error
  }
}
