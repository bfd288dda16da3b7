import { parentPort, workerData } from 'node:worker_threads'
import { consume } from '../rate-limit-store.ts'

// A process of its own, as far as counting goes: takes three and tells what it was told.
const { policy, who } = workerData
const quotas = []
for (let i = 0; i < 3; i++) quotas.push(await consume(policy, who))
parentPort?.postMessage(quotas)
