import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { Instant } from '../shared/shapes.ts'

const Check = z.enum(['ok', 'failed', 'not_asked'])

export const Health = z
  .object({
    status: z.enum(['ok', 'degraded']).meta({ description: '`degraded`: it answers, but the public feed is late.' }),
    version: z.string().meta({ description: 'Of the running service.' }),
    checks: z.object({
      database: Check.meta({ description: 'It answers.' }),
      schema: Check.meta({ description: 'Every table, view and function that this version has is there.' }),
      roles: Check.meta({ description: 'The service may act as every role that it acts as.' }),
      reads: Check.meta({ description: 'One read of each kind works: lists, nearby, search, a vehicle, pictures.' }),
      feed: z
        .enum(['ok', 'late', 'not_asked'])
        .meta({ description: '`late`: a change waits over three minutes to be told.' }),
      load: z
        .enum(['ok', 'shedding', 'not_asked'])
        .meta({ description: '`shedding`: there is more to do than can be done, and requests are refused with 503.' }),
    }),
    feed: z
      .object({
        changedAt: Instant.nullable().meta({ description: 'When the public feed of incidents last changed.' }),
        lagS: z.int().meta({ description: 'For how many seconds the oldest untold change has been due; 0: none is.' }),
      })
      .nullable()
      .meta({ description: 'Null where it was not asked for.' }),
  })
  .meta({ id: 'Health', description: 'How the service is. It tells nothing that is not public.' })

export const getHealth = operation({
  name: 'getHealth',
  method: 'get',
  path: '/api/v1/health',
  tag: 'Health',
  summary: 'Is the service alive, and ready?',
  description:
    'Answers 200 while the process lives. With `ready=true` the database is asked too, at most once in five seconds for all but the feed: 503 means not ready, and `checks` what failed, or that there is more to do than can be done. `degraded` means that all works while the public feed is late.',
  access: 'public',
  isNeverRefused: true,
  query: z.object({
    ready: z.enum(['true', 'false']).default('false').meta({ description: 'Also ask the database.' }),
  }),
  reply: Health,
  errors: ['unavailable'],
  cache: 'no-store',
  examples: {
    query: { ready: 'true' },
    reply: {
      status: 'ok',
      version: '0.1.0',
      checks: { database: 'ok', schema: 'ok', roles: 'ok', reads: 'ok', feed: 'ok', load: 'ok' },
      feed: { changedAt: '2026-11-20T06:52:04Z', lagS: 0 },
    },
  },
})
