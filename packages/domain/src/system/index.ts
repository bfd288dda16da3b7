import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { dataFolder } from '../machinery/env.ts'
import { useCase } from '../machinery/use-case.ts'
import { runningVersion } from '../machinery/version.ts'
import * as contract from './contract.ts'

/** What admins see of the service. */
export const getSystem = useCase(contract.getSystem, async (caller) => {
  const [state, disk] = await Promise.all([callRpc(caller, 'get_system', {}), diskSpace()])
  return { ...Object(state), version: runningVersion(), disk }
})

/** Less than Prometheus waits for an answer. */
const WATCH_MS = 5_000

/** The same of the database, for the metrics of the worker. */
export async function watchSystem(): Promise<z.infer<typeof contract.SystemState>> {
  const state = await callRpc({ kind: 'visitor', requestId: randomUUID() }, 'watch_system', {}, WATCH_MS)
  return contract.SystemState.parse(state)
}

/** The room of the data folder for those who are not root; null where this process does not see it. */
export async function diskSpace(): Promise<{ freeBytes: number; bytes: number } | null> {
  const folder = dataFolder()
  const found = folder === undefined ? null : await statfs(folder).catch(() => null)
  return found && { freeBytes: found.bavail * found.bsize, bytes: found.blocks * found.bsize }
}
