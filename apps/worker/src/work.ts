import { setTimeout as sleep } from 'node:timers/promises'
import {
  alertAdminsOfDelays,
  claimJobs,
  failJob,
  finishJob,
  type Job,
  makeAlerts,
  makeWebhookDeliveries,
  sweep,
} from '@salama/domain/jobs'
import { measure } from '@salama/domain/measure'
import { log } from '@salama/http'
import { JobFailed, type Task, whyFailed } from './task.ts'

type Tasks = ReadonlyMap<string, Task>

/** How many jobs of one lane this process has at once: others have room beside a slow mail server or push service. */
const AT_ONCE = 20

/** What happens by itself, and how often. Each may run in several workers at once. */
const TIMERS: readonly { name: string; everyMs: number; step: () => Promise<unknown> }[] = [
  { name: 'alerts', everyMs: 5_000, step: makeAlerts },
  { name: 'webhooks', everyMs: 5_000, step: makeWebhookDeliveries },
  { name: 'delays', everyMs: 15_000, step: alertAdminsOfDelays },
  { name: 'sweep', everyMs: 60_000, step: sweep },
]
const CLAIM_EVERY_MS = 2_000

/** Without an answer of the database for so long the worker is not well. */
const WELL_FOR_MS = 30_000

export type Worker = {
  isWell: () => boolean
  /** Takes no more jobs; resolves when those that were taken are done. */
  stop: () => Promise<void>
}

/** Does jobs and timers until it is stopped. */
export function startWorking(tasks: Tasks): Worker {
  const stopping = new AbortController()
  const inHand = new Map<Promise<void>, string>()
  let answeredAt = Number.NEGATIVE_INFINITY
  const claim = async () => {
    const jobs = await claimJobs(AT_ONCE, countBy([...inHand.values()]))
    answeredAt = performance.now()
    for (const job of jobs) {
      const done: Promise<void> = attempt(job, tasks).finally(() => inHand.delete(done))
      inHand.set(done, job.lane)
    }
  }
  const timers = TIMERS.map((timer) => ({
    ...timer,
    step: async () => {
      await timer.step()
      answeredAt = performance.now() // also while this process has as many jobs as it can
    },
  }))
  const loops = [{ name: 'jobs', everyMs: CLAIM_EVERY_MS, step: claim }, ...timers].map((each) =>
    repeat(each, stopping.signal),
  )
  return {
    isWell: () => performance.now() - answeredAt < WELL_FOR_MS,
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
      await Promise.all(inHand.keys())
    },
  }
}

const countBy = (names: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, each]) => [name, each.length]))

/** Does once what is due now, and what follows from it. */
export async function workOnce(tasks: Tasks): Promise<void> {
  for (const { step } of TIMERS.filter(({ name }) => name !== 'sweep')) await step()
  for (let jobs = await claimJobs(AT_ONCE); jobs.length > 0; jobs = await claimJobs(AT_ONCE))
    await Promise.all(jobs.map((job) => attempt(job, tasks)))
}

async function repeat({ name, everyMs, step }: (typeof TIMERS)[number], stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await step().catch((error: unknown) => log.warn({ step: name, ...whyFailed(error) }, 'a step of the worker failed'))
    await sleep(everyMs, undefined, { signal: stop }).catch(() => {}) // stopped
  }
}

/** One attempt at a job. Never rejects: what could not even be noted is due again when its time with us is over. */
async function attempt(job: Job, tasks: Tasks): Promise<void> {
  const started = performance.now()
  try {
    const task = tasks.get(job.task)
    if (!task) throw new JobFailed('this version does not know the task')
    await finishJob(job, await task(job.content, job.id))
    measure('job', job.task, 200, started)
    log.info({ task: job.task }, 'a job was done')
  } catch (error) {
    const { why, isFinal } = whyFailed(error)
    measure('job', job.task, 500, started)
    log.warn({ task: job.task, why }, 'a job failed')
    await failJob(job, why, isFinal).catch((cause: unknown) => log.warn(whyFailed(cause), 'a failure was not noted'))
  }
}
