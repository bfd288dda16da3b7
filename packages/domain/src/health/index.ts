import { z } from 'zod'
import packageJson from '../../package.json' with { type: 'json' }
import { callRpc } from '../machinery/call-rpc.ts'
import { isOverloaded, RETRY_AFTER_S } from '../machinery/request-scope.ts'
import { useCase } from '../machinery/use-case.ts'
import { DomainError } from '../shared/errors.ts'
import { getHealth as operation } from './contract.ts'

/** The database publishes due changes once a minute; three missed runs are a fault. */
const LATE_S = 180

const Answer = z.object({ changedAt: z.string().nullable(), lagS: z.int() })

const NOT_ASKED = { database: 'not_asked', feed: 'not_asked', load: 'not_asked' } as const

/**
 * Liveness, and on request readiness: whether the database is reachable and the feed is up to date.
 *
 * @throws {DomainError} `unavailable`
 */
export const getHealth = useCase(operation, async (caller, { ready }) => {
  const version = packageJson.version
  if (ready === 'false') return { status: 'ok', version, checks: NOT_ASKED, feed: null }
  if (isOverloaded())
    throw new DomainError('unavailable', { retryAfterS: RETRY_AFTER_S, checks: { ...NOT_ASKED, load: 'shedding' } })
  try {
    const feed = Answer.parse(await callRpc({ kind: 'visitor', requestId: caller.requestId }, 'get_health', {}))
    const isLate = feed.lagS > LATE_S
    const checks = { database: 'ok', feed: isLate ? 'late' : 'ok', load: 'ok' }
    return { status: isLate ? 'degraded' : 'ok', version, checks, feed }
  } catch (cause) {
    const checks = { database: 'failed', feed: 'not_asked', load: isOverloaded() ? 'shedding' : 'ok' }
    throw new DomainError('unavailable', { retryAfterS: RETRY_AFTER_S, checks }, { cause })
  }
})
