import { processGlobal } from '@salama/domain/process-global'
import { log } from '@salama/http'
import { LRUCache } from 'lru-cache'
import { exchangeRefreshToken } from './auth-server.ts'
import { reasonOf } from './reason.ts'
import type { Session } from './session-cookie.ts'

// A refresh token works once. A page and its images, or two tabs, send concurrent requests with the same cookie; if
// each exchanged it, all but the first would be rejected and the user signed out. So there is one exchange per token
// and process, and its result is cached for a while for requests sent with the old cookie.
//
// A refusal differs from a missing response. A refusal is Auth's decision and ends the session. A missing response
// (network error, restart) says nothing about the user: the session stays and the next request retries.

const TTL_MS = 60_000
const MAX_ENTRIES = 10_000

export type Renewal = { outcome: 'renewed'; session: Session } | { outcome: 'refused' } | { outcome: 'unanswered' }

const renewals = processGlobal(
  'session.renewals',
  () => new LRUCache<string, Promise<Renewal>>({ max: MAX_ENTRIES, ttl: TTL_MS }),
)

/** The refreshed session. Never throws. */
export function renew({ refreshToken }: Session): Promise<Renewal> {
  const known = renewals().get(refreshToken)
  if (known) return known
  const renewal = exchange(refreshToken)
  renewals().set(refreshToken, renewal)
  return renewal
}

/** A rejected token stays rejected; other client errors, such as 429, do not end the session. */
const REFUSALS = [400, 401, 403]

async function exchange(refreshToken: string): Promise<Renewal> {
  try {
    const session = await exchangeRefreshToken(refreshToken)
    if (!('refused' in session)) return { outcome: 'renewed', session }
    if (REFUSALS.includes(session.status)) return { outcome: 'refused' }
    log.warn({ status: session.status, code: session.refused }, 'session not renewed')
  } catch (cause) {
    log.warn({ reason: reasonOf(cause) }, 'session not renewed')
  }
  renewals().delete(refreshToken)
  return { outcome: 'unanswered' }
}
