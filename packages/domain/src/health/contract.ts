import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { Instant } from '../shared/shapes.ts'

const Check = z.enum(['ok', 'failed', 'not_asked'])

export const Health = z
  .object({
    status: z
      .enum(['ok', 'degraded'])
      .describe('`degraded`: the service works, but the public feed is late or no service area is loaded.'),
    version: z.string().describe('The release that runs, and after a plus its commit where it is known.'),
    checks: z.object({
      database: Check.describe('The database responds.'),
      schema: Check.describe('All tables, views and functions of this version exist.'),
      roles: Check.describe('The service can use all its database roles.'),
      reads: Check.describe('One read of each kind succeeds: lists, nearby, search, a vehicle, pictures.'),
      feed: z
        .enum(['ok', 'late', 'not_asked'])
        .describe('`late`: a change has been waiting for more than three minutes to be published.'),
      load: z
        .enum(['ok', 'shedding', 'not_asked'])
        .describe('`shedding`: the service is overloaded and rejects some requests with 503.'),
      area: z
        .enum(['ok', 'missing', 'not_asked'])
        .describe('`missing`: no service area is loaded, so every report is refused.'),
    }),
    feed: z
      .object({
        changedAt: Instant.nullable().describe('When the public feed of incidents last changed.'),
        lagS: z.int().describe('Age in seconds of the oldest unpublished change; 0 if there is none.'),
      })
      .nullable()
      .describe('Null unless requested.'),
  })
  .meta({ id: 'Health', description: 'The health of the service.' })

export const getHealth = operation({
  name: 'getHealth',
  method: 'get',
  path: '/api/v1/health',
  tag: 'Health',
  summary: 'Check health and readiness',
  description:
    'Returns 200 while the process is running. With `ready=true` the database is checked as well, at most once in five seconds except for the feed: 503 means not ready, and `checks` shows what failed or that the service is overloaded. `degraded` means that everything works but the public feed is late, or that no service area is loaded.',
  access: 'public',
  query: z.object({
    ready: z.enum(['true', 'false']).default('false').describe('Also check the database.'),
  }),
  reply: Health,
  errors: ['unavailable'],
  examples: {
    query: { ready: 'true' },
    reply: {
      status: 'ok',
      version: '1.0.0+5c0ffee12345',
      checks: { database: 'ok', schema: 'ok', roles: 'ok', reads: 'ok', feed: 'ok', load: 'ok', area: 'ok' },
      feed: { changedAt: '2026-11-20T06:52:04Z', lagS: 0 },
    },
  },
})
