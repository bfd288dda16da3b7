import { getCurrentUser } from '@salama/domain/accounts'
import { DomainError } from '@salama/domain/shared'
import { LRUCache } from 'lru-cache'
import type { Session } from './session-cookie.ts'

// A session can outlive its account: somebody deletes it in one app, and the cookie of another, or of another phone, is
// good until its token ends. The database refuses that token everywhere, also where a visitor would be let in, so without
// this the whole app would be one fault to that person for an hour. To them the session is over.

/** So long a person who was there is taken to be there still; within it the database's own refusals are the bound. */
const THERE_MS = 30_000
/** Longer than any access token: who is gone stays gone. */
const GONE_MS = 24 * 3600 * 1000

/** By access token. Kept on the global object, because pages and routes are bundled apart but run in one process. */
const KEY = Symbol.for('salama.session.accounts')
type Accounts = LRUCache<string, Promise<boolean>>
const shared: typeof globalThis & { [KEY]?: Accounts } = globalThis

function accounts(): Accounts {
  shared[KEY] ??= new LRUCache({ max: 10_000, ttl: THERE_MS })
  return shared[KEY]
}

/** Whether this refusal says that the token's account is no more. */
export const isOfEndedAccount = (error: unknown) => error instanceof DomainError && error.slug === 'invalid_token'

/** Ends all sessions with this token, as far as this process goes. */
export const endAccount = (token: string) => accounts().set(token, Promise.resolve(false), { ttl: GONE_MS })

/** Whether the session's account is still there. A database that does not answer says nothing about it. Never throws. */
export async function isStillThere({ accessToken: token, sub: subject }: Session, requestId: string): Promise<boolean> {
  const known = accounts().get(token)
  if (known) return known
  const asked = getCurrentUser({ kind: 'user', token, subject, device: undefined, requestId }, {}).then(
    () => true,
    (error: unknown) => {
      if (isOfEndedAccount(error)) endAccount(token)
      else accounts().delete(token)
      return !isOfEndedAccount(error)
    },
  )
  accounts().set(token, asked)
  return asked
}
