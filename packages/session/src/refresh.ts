import { log } from '@salama/http'
import { LRUCache } from 'lru-cache'
import { exchangeRefreshToken } from './auth-server.ts'
import { reasonOf } from './reason.ts'
import type { Session } from './session-cookie.ts'

// A refresh token works once. A page and its pictures, or two tabs, ask at the same moment with the same cookie; if each
// exchanged it, all but the first would be refused and the person signed out. So there is one exchange per token and
// process, and its result is kept a while for requests that were already on their way with the old cookie.
//
// Being refused and not being answered are two things. A refusal is Auth's decision and ends the session. A failure to
// answer (a broken line, a restart) says nothing about the person: the session stays and the next request asks again.

const TTL_MS = 60_000
const MAX_ENTRIES = 10_000

export type Renewal = { outcome: 'renewed'; session: Session } | { outcome: 'refused' } | { outcome: 'unanswered' }

/** Kept on the global object because the proxy and the pages are bundled apart but run in one process. */
const KEY = Symbol.for('salama.session.renewals')
type Renewals = LRUCache<string, Promise<Renewal>>
const shared: typeof globalThis & { [KEY]?: Renewals } = globalThis

function renewals(): Renewals {
  shared[KEY] ??= new LRUCache({ max: MAX_ENTRIES, ttl: TTL_MS })
  return shared[KEY]
}

/** The session that follows this one. Never throws. */
export function renew({ refreshToken }: Session): Promise<Renewal> {
  const known = renewals().get(refreshToken)
  if (known) return known
  const renewal = exchange(refreshToken)
  renewals().set(refreshToken, renewal)
  return renewal
}

/** A refused token stays refused; other client errors (too many requests, say) are no decision about the person. */
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
