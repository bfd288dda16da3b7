import { getCurrentUser } from '@salama/domain/accounts'
import { DomainError } from '@salama/domain/shared'
import type { ReadCookie } from './cookies.ts'
import { endAccount, knownAccounts } from './known-accounts.ts'
import { nowS, readSession, type Session } from './session-cookie.ts'

// A session can outlive its account: somebody deletes it in one app, and the cookie of another, or of another phone, is
// good until its token ends. The database refuses that token everywhere, also where a visitor would be let in, so without
// this the whole app would be one fault to that person for an hour. To them the session is over; the proxy then takes
// the cookie away.

/** Whether this refusal says that the token's account is no more. */
export const isOfEndedAccount = (error: unknown) => error instanceof DomainError && error.slug === 'invalid_token'

/** The session in these cookies, unless its account was deleted meanwhile. */
export async function liveSession(read: ReadCookie, requestId: string): Promise<Session | null> {
  const session = await readSession(read)
  if (!session || session.expiresAt <= nowS()) return session
  return (await isStillThere(session, requestId)) ? session : null
}

/** A database that does not answer says nothing about the person. Never throws. */
async function isStillThere({ accessToken: token, sub: subject }: Session, requestId: string): Promise<boolean> {
  const known = knownAccounts().get(token)
  if (known) return known
  const asked = getCurrentUser({ kind: 'user', token, subject, device: undefined, requestId }, {}).then(
    () => true,
    (error: unknown) => {
      if (isOfEndedAccount(error)) endAccount(token)
      else knownAccounts().delete(token)
      return !isOfEndedAccount(error)
    },
  )
  knownAccounts().set(token, asked)
  return asked
}
