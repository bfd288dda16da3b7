import { DomainError } from '@salama/domain/shared'
import { logOut } from './auth-server.ts'
import { markEnded } from './known-sessions.ts'
import { renew } from './refresh.ts'
import { nowS, type Session } from './session-cookie.ts'

/**
 * Ends this session at Auth, or with it all other sessions of its account: those of the other apps and of other phones.
 * The database refuses their tokens from then on.
 *
 * @throws {DomainError} `unauthenticated` where the session has ended before, `unavailable` where Auth does not answer
 */
export async function endSessions(session: Session, scope: 'local' | 'global'): Promise<void> {
  const accessToken = session.expiresAt > nowS() ? session.accessToken : await renewed(session)
  const refusal = await logOut(accessToken, scope)
  if (refusal) throw new DomainError(REFUSALS.includes(refusal.status) ? 'unauthenticated' : 'unavailable')
  markEnded(session.accessToken)
}

/** Auth's for a token, session or person that is no more. */
const REFUSALS = [401, 403, 404]

async function renewed(session: Session): Promise<string> {
  const renewal = await renew(session)
  if (renewal.outcome === 'renewed') return renewal.session.accessToken
  throw new DomainError(renewal.outcome === 'refused' ? 'unauthenticated' : 'unavailable')
}
