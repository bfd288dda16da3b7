import { getCurrentUser } from '@salama/domain/accounts'
import { DomainError } from '@salama/domain/shared'
import type { ReadCookie } from './cookies.ts'
import { knownSessions, markEnded } from './known-sessions.ts'
import { nowS, readSession, type Session } from './session-cookie.ts'

// A cookie can outlive its session: somebody signs out and a copy of the cookie stays, or ends all sessions of the
// account from another phone, by a new password, or with the account itself. The database refuses the token everywhere
// then, also where a visitor would be let in, so without this the whole app would be one fault to that person until the
// token expires. To them the session is over; the proxy then takes the cookie away.

/** Whether this refusal says that the token's session, or its account, is no more. */
export const isOfEndedSession = (error: unknown) => error instanceof DomainError && error.slug === 'invalid_token'

/** The session in these cookies, unless it was ended meanwhile. */
export async function liveSession(read: ReadCookie, requestId: string): Promise<Session | null> {
  const session = await readSession(read)
  if (!session || session.expiresAt <= nowS()) return session
  return (await isLasting(session, requestId)) ? session : null
}

/** A database that does not answer says nothing about the person. Never throws. */
async function isLasting({ accessToken: token, sub: subject }: Session, requestId: string): Promise<boolean> {
  const known = knownSessions().get(token)
  if (known) return known
  const asked = getCurrentUser({ kind: 'user', token, subject, device: undefined, requestId }, {}).then(
    () => true,
    (error: unknown) => {
      if (isOfEndedSession(error)) markEnded(token)
      else knownSessions().delete(token)
      return !isOfEndedSession(error)
    },
  )
  knownSessions().set(token, asked)
  return asked
}
