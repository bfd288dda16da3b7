import type { TestDatabase } from '@salama/testing'

export type Job = { id: string; task: string; attempt: number; content: Record<string, unknown> }

/** What a worker does with a test's database. */
export function workerOf(database: () => TestDatabase) {
  const rpc = (name: string, args: object = {}) =>
    database()
      .as('worker_server')
      .rpc(name, { ...args })
  const claim = async (task: string): Promise<Job[]> =>
    ((await rpc('claim_jobs', { p_limit: 100 })) as Job[]).filter((job) => job.task === task)
  const finish = ({ id, task, attempt }: Job, result: unknown = null) =>
    rpc('finish_job', { p_id: id, p_task: task, p_attempt: attempt, p_result: result })
  return {
    claim,
    /** What the jobs of a task send that are due now. Afterwards a worker has them. */
    contents: async <Content>(task: string) => (await claim(task)).map(({ content }) => content as Content),
    finish,
    fail: ({ id, attempt }: Job, isFinal = false) =>
      rpc('fail_job', { p_id: id, p_attempt: attempt, p_error: 'ECONNREFUSED', p_is_final: isFinal }),
    makeAlerts: () => rpc('make_alerts'),
    makeWebhookDeliveries: () => rpc('make_webhook_deliveries'),
    /** Browsers answer the first message that they are sent. */
    answerFirst: async () => {
      for (const job of await claim('push')) {
        await database().as('rider_server').rpc('prove_push', { p_proof: job.content.proof })
        await finish(job, { ...job.content, gone: false })
      }
    },
  }
}
