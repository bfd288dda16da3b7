import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { isOverloaded, RETRY_AFTER_S } from '../machinery/request-scope.ts'
import { useCase } from '../machinery/use-case.ts'
import { runningVersion } from '../machinery/version.ts'
import { DomainError } from '../shared/errors.ts'
import { type Readiness, readiness } from './ask-readiness.ts'
import { getHealth as operation } from './contract.ts'

export { isAnswer, READS } from './ask-readiness.ts'

/** The database publishes due changes once a minute; three missed runs are a fault. */
const LATE_S = 180

const Answer = z.object({ changedAt: z.string().nullable(), lagS: z.int(), hasServiceArea: z.boolean() })

const NOT_ASKED = {
  database: 'not_asked',
  schema: 'not_asked',
  roles: 'not_asked',
  reads: 'not_asked',
  feed: 'not_asked',
  load: 'not_asked',
  area: 'not_asked',
} as const

/**
 * Liveness, and on request readiness: whether the database is reachable and has what this version needs, its reads work
 * and the feed is up to date.
 *
 * @throws {DomainError} `unavailable`
 */
export const getHealth = useCase(operation, async (caller, { ready }) => {
  const version = runningVersion()
  if (ready === 'false') return { status: 'ok', version, checks: NOT_ASKED, feed: null }
  if (isOverloaded())
    throw new DomainError('unavailable', { retryAfterS: RETRY_AFTER_S, checks: { ...NOT_ASKED, load: 'shedding' } })
  const { checks: found, cause } = await readiness(caller)
  if (cause !== undefined) throw notReady(found, cause)
  try {
    const { hasServiceArea, ...feed } = Answer.parse(
      await callRpc({ kind: 'visitor', requestId: caller.requestId }, 'get_health', {}),
    )
    const isLate = feed.lagS > LATE_S
    const area = hasServiceArea ? 'ok' : 'missing'
    const checks = { ...found, feed: isLate ? 'late' : 'ok', load: 'ok', area }
    return { status: isLate || !hasServiceArea ? 'degraded' : 'ok', version, checks, feed }
  } catch (error) {
    throw notReady({ ...found, database: 'failed' }, error)
  }
})

const notReady = (found: Readiness['checks'], cause: unknown) =>
  new DomainError(
    'unavailable',
    {
      retryAfterS: RETRY_AFTER_S,
      checks: { ...found, feed: 'not_asked', load: isOverloaded() ? 'shedding' : 'ok', area: 'not_asked' },
    },
    { cause },
  )
