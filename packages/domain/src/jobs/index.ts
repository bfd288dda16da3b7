import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { serverAccess } from '../machinery/env.ts'
import { deletePictures } from '../machinery/photo-store.ts'
import type { RpcArgs, RpcName } from '../machinery/rpc-args.ts'
import { serverRpc } from '../machinery/server-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const listFailedJobs = useCase(contract.listFailedJobs)
export const retryFailedJobs = useCase(contract.retryFailedJobs)

// What the worker asks of the database, with its own token. The queue is app.jobs: supabase/schemas/05_jobs.

/** What is to be done. `id` is the same at every attempt; `lane` is whom it waits for; `content` is what is to be sent, as it is now. */
const Job = z.object({ id: z.uuid(), task: z.string(), lane: z.string(), attempt: z.int(), content: z.unknown() })
export type Job = z.infer<typeof Job>

/** A call without a caller. */
const call = <Fn extends RpcName>(fn: Fn, args: RpcArgs<Fn>) =>
  callRpc({ kind: 'visitor', requestId: randomUUID() }, fn, args)

/** The jobs that are due, at most so many of each lane, less those that are `busy` there. They are due again in ten minutes unless they were finished or have failed. */
export async function claimJobs(limit: number, busy: Readonly<Record<string, number>> = {}): Promise<Job[]> {
  return z.array(Job).parse(await call('claim_jobs', { p_limit: limit, p_busy: busy }))
}

/** A job was done. `result` is what is stored of it; the SQL of its task reads it. */
export async function finishJob({ id, task, attempt }: Job, result: unknown): Promise<void> {
  await call('finish_job', { p_id: id, p_task: task, p_attempt: attempt, p_result: result ?? null })
}

/** An attempt failed. `why` is shown to admins, so it names no person. */
export async function failJob({ id, attempt }: Job, why: string, isFinal: boolean): Promise<void> {
  await call('fail_job', { p_id: id, p_attempt: attempt, p_error: why, p_is_final: isFinal })
}

/** Makes the push messages and alerts of what has happened. */
export const makeAlerts = () => call('make_alerts', {})

/** Makes the deliveries of webhooks of what has changed. */
export const makeWebhookDeliveries = () => call('make_webhook_deliveries', {})

/** Alerts admins of what was not decided in time, and of a public feed that stands still. */
export const alertAdminsOfDelays = () => call('alert_admins_of_delays', {})

/** Expires, archives and purges what is due. It may take longer than a request may. */
export const sweep = () => serverRpc(serverAccess())('sweep', {})

/** Deletes an erased picture from the bucket. */
export const deletePicture = (object: string) => deletePictures([object])
