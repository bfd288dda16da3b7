import { z } from 'zod'
import { Task } from '../jobs/contract.ts'
import { forAdmins, operation } from '../shared/operation.ts'
import { Instant } from '../shared/shapes.ts'

/** Counts, sizes and ages of the database. */
export const SystemState = z.object({
  publicFeed: z.object({ changedAt: Instant.nullable(), lagS: z.int(), hasServiceArea: z.boolean() }),
  migrations: z.array(z.string()),
  databaseBytes: z.int(),
  backedUpAt: Instant.nullable().describe('When `salama backup` last made one; null: never, or by other means.'),
  feeds: z.array(
    z.object({
      feed: z.string(),
      appliedAt: Instant,
      endsOn: z.iso.date().nullable().describe('The last day of its calendar.'),
    }),
  ),
  jobs: z.array(z.object({ task: Task, waiting: z.int(), lateS: z.int(), failed: z.int() })),
  review: z.object({ open: z.int(), overdue: z.int(), oldestS: z.int() }),
})

const System = SystemState.extend({
  version: z.string().describe('The release that runs, and after a plus its commit where it is known.'),
  disk: z
    .object({ freeBytes: z.int(), bytes: z.int() })
    .nullable()
    .describe('Of the data folder; null where this process does not see it.'),
}).meta({ id: 'System' })

export const getSystem = operation({
  ...forAdmins,
  name: 'getSystem',
  method: 'get',
  path: '/api/system',
  summary: 'The state of the service',
  description: 'The release and its migrations, queued and failed jobs, the last backup and free disk space.',
  reply: System,
  examples: {
    reply: {
      version: '1.0.0+5c0ffee12345',
      disk: { freeBytes: 21_000_000_000, bytes: 40_000_000_000 },
      publicFeed: { changedAt: '2026-11-20T06:52:04Z', lagS: 0, hasServiceArea: true },
      migrations: ['20261127000000'],
      databaseBytes: 480_000_000,
      backedUpAt: '2026-11-19T23:30:00Z',
      feeds: [{ feed: 'buses', appliedAt: '2026-11-01T09:00:00Z', endsOn: '2027-01-31' }],
      jobs: [{ task: 'report_mail', waiting: 2, lateS: 0, failed: 1 }],
      review: { open: 12, overdue: 1, oldestS: 90_000 },
    },
  },
})
