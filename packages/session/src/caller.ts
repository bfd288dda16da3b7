import { type Caller, DomainError, type Operation } from '@salama/domain/shared'
import { type ResolveCaller, requestIdOf } from '@salama/http'
import { cookies, headers } from 'next/headers'
import { isUnnamed } from './as-account.ts'
import { readCookiesOf } from './cookies.ts'
import { deviceOf, readDevice } from './device.ts'
import { liveSession } from './ended-session.ts'
import { networkHashes } from './network-hashes.ts'
import { requireSameSite } from './same-site.ts'
import { nowS, type Session } from './session-cookie.ts'

// Who is asking, in the web apps: read from the app's cookies.
//
// The proxy has renewed the access token before anything here runs. If it is past its time nevertheless, Auth could not
// be reached: the person is still signed in, but nothing can be asked in their name until it answers again. A page that
// anyone may see is then made as for a visitor, and whatever needs the person says `unavailable`, never "sign in".

export type UserCaller = Extract<Caller, { kind: 'user' }>

/** Who is signed in, for showing it. No token in it, so it may be handed to a component. */
export type SignedIn = { id: string; email: string | null }

const isCurrent = (session: Session) => session.expiresAt > nowS()

function callerOf(request: Sent, session: Session | null, device: string | undefined, requestId: string): Caller {
  if (session && isCurrent(session))
    return { kind: 'user', token: session.accessToken, subject: session.sub, device, requestId }
  if (device === undefined) return { kind: 'visitor', requestId }
  return { kind: 'device', device, networks: networkHashes(request), requestId }
}

type Sent = { headers: Pick<Headers, 'get'> }

/** @throws {DomainError} `unauthenticated` when nobody is signed in, `unavailable` when their token could not be renewed */
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

/** Who is signed in at this app, or null. For server components and route handlers. */
export async function getSignedIn(): Promise<SignedIn | null> {
  const { session } = await ofThisRequest()
  return session && { id: session.sub, email: session.email }
}

/** The caller for a page that anyone may see: the person who is signed in, else a device or visitor. */
export async function getCaller(): Promise<Caller> {
  const { sent, session, device, requestId } = await ofThisRequest()
  return callerOf({ headers: sent }, session, device, requestId)
}

/**
 * The caller for what needs a person.
 *
 * @throws {DomainError} `unauthenticated`, `unavailable`
 */
export async function requireCaller(): Promise<UserCaller> {
  const { sent, session, device, requestId } = await ofThisRequest()
  requireCurrent(session)
  const caller = callerOf({ headers: sent }, session, device, requestId)
  if (caller.kind !== 'user') throw new DomainError('unauthenticated')
  return caller
}

/** What a visitor of the apps may also do without an account: public reads, what is open to other systems by key, and what a phone may. */
const needsPerson = ({ access }: Operation) => access === 'user' || (typeof access === 'object' && 'role' in access)

/** Who calls an app's own route: read from its cookies, and for a change only from its own pages. */
export const appCaller: ResolveCaller = async (request, op, requestId) => {
  requireSameSite(request)
  const read = readCookiesOf(request)
  const session = isUnnamed(request) ? null : await liveSession(read, requestId)
  // Somebody who is signed in writes in their own name; while that cannot be done it waits, and does not become the phone's.
  if (needsPerson(op) || (op.access === 'device' && session)) requireCurrent(session)
  const caller = callerOf(request, session, await deviceOf(request, read, requestId), requestId)
  if (op.access === 'device' && caller.kind === 'visitor') throw new DomainError('unauthenticated')
  return caller
}
