import { createHash } from 'node:crypto'
import { DomainError } from '@salama/domain/shared'
import { type Handler, requestIdOf, respond } from '@salama/http'
import { ACCOUNT_HEADER, NO_ACCOUNT } from '@salama/http/call'
import { readCookiesOf } from './cookies.ts'
import { liveSession } from './ended-session.ts'
import { nowS } from './session-cookie.ts'

// An outbox may send an item hours later, when the session has ended or somebody else has signed in on that phone. It
// would then be sent as the wrong caller: as the device, as the other user, or, worst, an anonymous report as a user.
// So the outbox states the account with which the item was written, as a hash of its e-mail address, or that there was
// none, and the request is only accepted as that.

/** Distinguishes accounts on one phone without naming them: the page computes the same hash from its e-mail address. */
export const accountKey = (email: string) => createHash('sha256').update(email).digest('base64url').slice(0, 22)

/**
 * Wraps a handler of `route` that also serves visitors. A request meant for an account needs it signed in
 * (`unauthenticated`, or `unavailable` while its token cannot be refreshed); one for none is served as nobody's.
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

/** Whether this request was meant for no account, even if a user is signed in. */
export const isUnnamed = (request: Request) => unnamed.has(request)
