import { DomainError } from '@salama/domain/shared'
import { logOut } from './auth-server.ts'
import { markEnded } from './known-sessions.ts'
import { renew } from './refresh.ts'
import { nowS, type Session } from './session-cookie.ts'

/**
 * Ends this session at Auth, or all other sessions of its account: those of other apps and phones. The database rejects
 * their tokens from then on.
 * @throws {DomainError} `unauthenticated` if the session has ended before, `unavailable` if Auth does not respond
 */
export async function endSessions(session: Session, scope: 'local' | 'global'): Promise<void> {
  const accessToken = session.expiresAt > nowS() ? session.accessToken : await renewed(session)
  const refusal = await logOut(accessToken, scope)
  if (refusal) throw new DomainError(REFUSALS.includes(refusal.status) ? 'unauthenticated' : 'unavailable')
  markEnded(session.accessToken)
}

/** Auth's codes for a token, session or user that no longer exists. */
const REFUSALS = [401, 403, 404]

async function renewed(session: Session): Promise<string> {
  const renewal = await renew(session)
  if (renewal.outcome === 'renewed') return renewal.session.accessToken
  throw new DomainError(renewal.outcome === 'refused' ? 'unauthenticated' : 'unavailable')
}
