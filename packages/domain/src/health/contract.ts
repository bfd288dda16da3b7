import { z } from 'zod'
import { operation } from '../shared/operation.ts'

export const Health = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    checks: z.object({ database: z.enum(['ok', 'failed', 'not_asked']) }),
  })
  .meta({ id: 'Health' })

export const getHealth = operation({
  name: 'getHealth',
  method: 'get',
  path: '/api/v1/health',
  tag: 'Health',
  summary: 'Is the service alive, and ready?',
  description:
    'Answers 200 while the process lives. With `ready=true` the database is asked too, and 503 means not ready.',
  access: 'public',
  query: z.object({
    ready: z.enum(['true', 'false']).default('false').meta({ description: 'Also ask the database.' }),
  }),
  reply: Health,
  errors: ['unavailable'],
  cache: 'no-store',
  examples: { query: { ready: 'true' }, reply: { status: 'ok', version: '0.1.0', checks: { database: 'ok' } } },
})
