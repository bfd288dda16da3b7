import { getCurrentUser } from '@salama/domain/accounts'
import { DomainError } from '@salama/domain/shared'
import type { ReadCookie } from './cookies.ts'
import { knownSessions, markEnded, type SessionState } from './known-sessions.ts'
import { nowS, readSession, type Session } from './session-cookie.ts'

// A cookie can outlive its session: a copy after sign-out, or all sessions ended elsewhere, by a new password or by
// deleting the account. The database then rejects the token also on public pages, and the whole app would fail for that
// user until it expires. Here the session counts as ended, and the proxy deletes the cookie.

/** Whether this refusal means that the token's session or its account no longer exists. */
export const isOfEndedSession = (error: unknown) => error instanceof DomainError && error.slug === 'invalid_token'

const isOfRefusedToken = (error: unknown) => error instanceof DomainError && error.slug === 'token_expired'

/** Whether it means that the account is suspended. */
const isOfSuspended = (error: unknown) => error instanceof DomainError && error.detail.because === 'suspended'

/** How the session ended, by a refusal of its token. */
export const endBy = (error: unknown) => (isOfSuspended(error) ? 'suspended' : 'ended')

/** Whether somebody who has just signed in has a suspended account. */
export async function isSuspended({ accessToken: token, sub: subject }: Session, requestId: string): Promise<boolean> {
  const asked = getCurrentUser({ kind: 'user', token, subject, device: undefined, requestId }, {})
  return asked.then(() => false, isOfSuspended)
}

/** The session in these cookies, unless it has ended. */
export async function liveSession(read: ReadCookie, requestId: string): Promise<Session | null> {
  const session = await readSession(read)
  if (!session || session.expiresAt <= nowS()) return session
  const state = await stateOf(session, requestId)
  // As one whose token has run out: the proxy renews it at the next request.
  if (state === 'refused') return { ...session, expiresAt: 0 }
  return state === 'live' ? session : null
}

/** An unavailable database leaves the session valid. Never throws. */
async function stateOf({ accessToken: token, sub: subject }: Session, requestId: string): Promise<SessionState> {
  const known = knownSessions().get(token)
  if (known) return known
  const asked = getCurrentUser({ kind: 'user', token, subject, device: undefined, requestId }, {}).then(
    (): SessionState => 'live',
    (error: unknown): SessionState => {
      const state = isOfEndedSession(error) ? endBy(error) : isOfRefusedToken(error) ? 'refused' : 'live'
      if (state === 'live') knownSessions().delete(token)
      else markEnded(token, state)
      return state
    },
  )
  knownSessions().set(token, asked)
  return asked
}
