import { parentPort, workerData } from 'node:worker_threads'
import { consume } from '../rate-limit-store.ts'

// A separate process as far as counting goes: consumes three points and posts the results.
const { policy, who } = workerData
const quotas = []
for (let i = 0; i < 3; i++) quotas.push(await consume(policy, who))
parentPort?.postMessage(quotas)
