import { z } from 'zod'
import { forAdmins, operation } from '../shared/operation.ts'
import { Instant } from '../shared/shapes.ts'

/** What the worker does, one row each of app.jobs. */
export const Task = z.enum([
  'account_mail',
  'admin_mail',
  'report_mail',
  'admin_webhook',
  'push',
  'erase_photo',
  'erase_photo_again',
  'webhook',
])

const FailedJobs = z
  .object({
    data: z
      .array(
        z.object({
          id: z.uuid(),
          task: Task,
          failedAt: Instant.describe('When it was tried last.'),
          error: z.string().nullable().describe('Why it failed. It names no person.'),
        }),
      )
      .describe('The latest first, at most 100.'),
    count: z.int(),
  })
  .meta({ id: 'FailedJobs' })

const shared = {
  ...forAdmins,
  path: '/api/failed-jobs',
  reply: FailedJobs,
} as const

const example = {
  data: [
    {
      id: '5f0c1a1e-3a52-4f7b-9a70-1b5d6c1f2e88',
      task: 'report_mail',
      failedAt: '2026-11-20T06:52:00Z',
      error: 'mail server: ECONNREFUSED',
    },
  ],
  count: 1,
} as const

export const listFailedJobs = operation({
  ...shared,
  name: 'listFailedJobs',
  method: 'get',
  summary: 'Failed jobs',
  description: 'Mails, webhooks, push messages and erasures of photos that failed for a day or longer.',
  examples: { reply: example },
})

export const retryFailedJobs = operation({
  ...shared,
  name: 'retryFailedJobs',
  method: 'post',
  summary: 'Retry failed jobs',
  description: 'Has all of them tried again, for another day. Idempotent.',
  examples: { reply: { data: [], count: 0 } },
})
