import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Policy, Quota } from '../rate-limit-store.ts'

export const POLICY: Policy = { name: 'default', points: 5, seconds: 60 }

/** Two processes, as far as counting goes, consume three points each, concurrently. */
export async function consumeInTwo(store: string, who: string): Promise<Quota[]> {
  const script = new URL('./count-in-store.ts', import.meta.url)
  const env = { RATE_LIMIT_STORE: store, LOG_LEVEL: 'silent', TIME_LIMIT_SCALE: '20' }
  const workers = [1, 2].map(() => new Worker(script, { workerData: { policy: POLICY, who }, env }))
  const told = await Promise.all(workers.map((worker) => once(worker, 'message')))
  await Promise.all(workers.map((worker) => worker.terminate()))
  return told.flat(2)
}

/** What was left after each consumption, the fewest first. */
export const leftIn = (quotas: Quota[]) => quotas.map(({ remaining }) => remaining).toSorted()
