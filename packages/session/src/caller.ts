import { type Caller, DomainError, type Operation } from '@salama/domain/shared'
import { type ResolveCaller, requestIdOf } from '@salama/http'
import { cookies, headers } from 'next/headers'
import { isUnnamed } from './as-account.ts'
import { readCookiesOf } from './cookies.ts'
import { deviceOf, readDevice } from './device.ts'
import { liveSession } from './ended-session.ts'
import { browserName, wantsKnownBrowser } from './known-browser.ts'
import { networkHashes } from './network-hashes.ts'
import { requireSameSite } from './same-site.ts'
import { nowS, type Session } from './session-cookie.ts'

// The caller of a web app, from the app's cookies.
//
// The proxy has refreshed the access token before this runs. If it is expired nevertheless, Auth was unavailable: the
// user is still signed in, but no request can be made as them until Auth responds. A public page is then rendered as
// for a visitor, and whatever needs the user fails with `unavailable`, never "sign in".

export type UserCaller = Extract<Caller, { kind: 'user' }>

/** The signed-in user, for display. Contains no token, so it may be passed to a component. */
export type SignedIn = { id: string; email: string | null }

const isCurrent = (session: Session) => session.expiresAt > nowS()

function callerOf(request: Sent, session: Session | null, device: string | undefined, requestId: string): Caller {
  if (session && isCurrent(session))
    return { kind: 'user', token: session.accessToken, subject: session.sub, device, requestId }
  if (device === undefined) return { kind: 'visitor', requestId }
  return { kind: 'device', device, networks: networkHashes(request), requestId }
}

type Sent = { headers: Pick<Headers, 'get'> }

/** @throws {DomainError} `unauthenticated` without a session, `unavailable` when its token was not refreshed */
function requireCurrent(session: Session | null): void {
  if (!session) throw new DomainError('unauthenticated')
  if (!isCurrent(session)) throw new DomainError('unavailable', { retryAfterS: 5 })
}

async function ofThisRequest() {
  const [jar, sent] = await Promise.all([cookies(), headers()])
  const read = (name: string) => jar.get(name)?.value
  const requestId = requestIdOf({ headers: sent })
  return { sent, session: await liveSession(read, requestId), device: readDevice(read), requestId }
}

/** The signed-in user of this app, or null. For server components and route handlers. */
export async function getSignedIn(): Promise<SignedIn | null> {
  const { session } = await ofThisRequest()
  return session && { id: session.sub, email: session.email }
}

/** The caller for a public page: the signed-in user, otherwise a device or visitor. */
export async function getCaller(): Promise<Caller> {
  const { sent, session, device, requestId } = await ofThisRequest()
  return callerOf({ headers: sent }, session, device, requestId)
}

/** The caller for a page that is the same for everyone, signed in or not, so that shared caches may hold it. */
export async function getVisitor(): Promise<Caller> {
  return { kind: 'visitor', requestId: requestIdOf({ headers: await headers() }) }
}

/**
 * The caller for what needs a user.
 * @throws {DomainError} `unauthenticated`, `unavailable`
 */
export async function requireCaller(): Promise<UserCaller> {
  const { sent, session, device, requestId } = await ofThisRequest()
  requireCurrent(session)
  const caller = callerOf({ headers: sent }, session, device, requestId)
  if (caller.kind !== 'user') throw new DomainError('unauthenticated')
  return caller
}

/** Whether an operation needs a user. In the apps visitors may also do what is open to API keys or devices. */
const needsPerson = ({ access }: Operation) => access === 'user' || (typeof access === 'object' && 'role' in access)

/** The caller of an app's own route: from its cookies, and for a change only from the app's own pages. */
export const appCaller: ResolveCaller = async (request, op, requestId) => {
  requireSameSite(request)
  const read = readCookiesOf(request)
  const session = isUnnamed(request) ? null : await liveSession(read, requestId)
  // A signed-in user writes as themselves: while that is impossible it must wait, and is not the device's.
  if (needsPerson(op) || (op.access === 'device' && session)) requireCurrent(session)
  const device = wantsKnownBrowser(request) ? await browserName(read) : await deviceOf(request, read, requestId)
  const caller = callerOf(request, session, device, requestId)
  if (op.access === 'device' && caller.kind === 'visitor') throw new DomainError('unauthenticated')
  return caller
}
