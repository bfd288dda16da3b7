import { createHash } from 'node:crypto'
import { DomainError } from '@salama/domain/shared'
import { type Handler, requestIdOf, respond } from '@salama/http'
import { ACCOUNT_HEADER, NO_ACCOUNT } from '@salama/http/call'
import { readCookiesOf } from './cookies.ts'
import { liveSession } from './ended-session.ts'
import { nowS } from './session-cookie.ts'

// What somebody wrote may be sent hours later from the phone's outbox, when the session is over or somebody else has
// signed in on that phone. Without a word it would then go out in the wrong name: as the report of the phone, of the
// other person, or, worst, what was written without an account in the name of one. So the outbox says with which
// account it was written, as a hash of the address, or that it was none, and it is only taken so.

/** Tells accounts on one phone apart without naming them: the page makes the same from the address that it knows. */
export const accountKey = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 22)

/**
 * Wraps a handler of `route` that also serves people who are not signed in. A request that was meant for an account is
 * refused as `unauthenticated` unless that account is signed in, and as `unavailable` while its token cannot be renewed;
 * one that was meant for none is served as if nobody were signed in.
 */
export function withAccount(handler: Handler): Handler {
  const wrapped: Handler = async (request, context) => {
    const meant = request.headers.get(ACCOUNT_HEADER)
    if (meant === null) return handler(request, context)
    if (meant === NO_ACCOUNT) unnamed.add(request)
    const refusal = meant === NO_ACCOUNT ? null : await refusalOf(request, meant)
    if (refusal === null) return handler(request, context)
    return respond(request, handler.operation?.name ?? 'account', () => Promise.reject(refusal))
  }
  return Object.assign(wrapped, handler)
}

async function refusalOf(request: Request, meant: string): Promise<DomainError | null> {
  const session = await liveSession(readCookiesOf(request), requestIdOf(request))
  if (!session?.email || accountKey(session.email) !== meant) return new DomainError('unauthenticated')
  return session.expiresAt <= nowS() ? new DomainError('unavailable', { retryAfterS: 5 }) : null
}

/** Requests that are served as if nobody were signed in. */
const unnamed = new WeakSet<Request>()

/** Whether this request was meant for no account, whoever is signed in. */
export const isUnnamed = (request: Request) => unnamed.has(request)
