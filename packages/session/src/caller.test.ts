import { getCurrentUser } from '@salama/domain/accounts'
import { getHealth } from '@salama/domain/health'
import type { Operation } from '@salama/domain/shared'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { appCaller } from './caller.ts'
import { signDevice } from './device.ts'
import { hasEnded, isRefused } from './known-sessions.ts'
import { nowS, type Session, sessionCookies } from './session-cookie.ts'
import { standIn } from './testing/stand-in.ts'

const AMINA = 'a0000000-0000-4000-8000-000000000001'
const DEVICE = 'q'.repeat(43)
const forUsers: Operation = getCurrentUser.operation
const forAdmins: Operation = { ...forUsers, access: { role: 'admin' } }
const forKeys: Operation = { ...forUsers, access: { scope: 'incidents:read' } }
const forAll: Operation = getHealth.operation

/** Stubs the database's responses for these tokens. */
let database: Awaited<ReturnType<typeof standIn>>
beforeAll(async () => {
  database = await standIn(({ headers }) => {
    if (headers.authorization === 'Bearer access-silent') return 'hang up'
    if (headers.authorization === 'Bearer access-1')
      return {
        status: 200,
        body: { id: AMINA, email: 'amina@salama.test', displayName: null, locale: 'en', roles: ['rider'] },
      }
    if (headers.authorization === 'Bearer access-of-an-old-key')
      return { status: 401, body: { code: 'PGRST301', message: 'no', details: null, hint: null } }
    return { status: 400, body: { code: 'PT400', message: 'invalid_token', details: null, hint: null } }
  })
  vi.stubEnv('SUPABASE_URL', database.url)
})
afterAll(() => database.close())

const session = (secondsLeft: number, accessToken = 'access-1'): Session => ({
  sub: AMINA,
  email: 'amina@salama.test',
  accessToken,
  refreshToken: 'refresh-1',
  expiresAt: nowS() + secondsLeft,
})
async function cookieOf(signedIn: Session | null, device?: string) {
  const cookies = signedIn ? await sessionCookies(signedIn, () => undefined) : []
  const own = cookies.map(({ name, value }) => `${name}=${value}`)
  return [...own, ...(device ? [`salama-learning.device=${signDevice(device)}`] : [])].join('; ')
}
const ask = (op: Operation, headers: Record<string, string>, method = 'GET') =>
  appCaller(new Request('http://localhost:3003/api/x', { method, headers }), op, 'request-1')
const problem = (slug: string) => expect.objectContaining({ name: 'DomainError', slug })

describe('the caller of an app’s own route', () => {
  const amina = { kind: 'user', token: 'access-1', subject: AMINA, requestId: 'request-1' }

  test('is the user of the session cookie, with their device', async () => {
    await expect(ask(forUsers, { cookie: await cookieOf(session(60)) })).resolves.toEqual(amina)
    await expect(ask(forAll, { cookie: await cookieOf(session(60), DEVICE) })).resolves.toEqual({
      ...amina,
      device: DEVICE,
    })
  })

  test('waits for a new token where the database refuses this one, and nobody is signed out', async () => {
    const cookie = await cookieOf(session(3000, 'access-of-an-old-key'))
    await expect(ask(forUsers, { cookie })).rejects.toEqual(problem('unavailable'))
    await expect(isRefused('access-of-an-old-key')).resolves.toBe(true)
    await expect(hasEnded('access-of-an-old-key')).resolves.toBe(false)
  })

  test('is a device or a visitor for a route that needs no user', async () => {
    const visitor = { kind: 'visitor', requestId: 'request-1' }
    for (const op of [forAll, forKeys]) await expect(ask(op, {})).resolves.toEqual(visitor)
    const networks = [expect.any(String), expect.any(String)]
    const device = { kind: 'device', device: DEVICE, networks, requestId: 'request-1' }
    await expect(ask(forKeys, { cookie: await cookieOf(null, DEVICE) })).resolves.toEqual(device)
  })

  test('rejects a request without a session, with a token in a header or with another app’s cookie', async () => {
    const own = await cookieOf(session(60))
    for (const op of [forUsers, forAdmins]) {
      await expect(ask(op, {})).rejects.toEqual(problem('unauthenticated'))
      await expect(ask(op, { authorization: 'Bearer access-1' })).rejects.toEqual(problem('unauthenticated'))
      await expect(ask(op, { authorization: `Bearer ${own.split('=')[1]}` })).rejects.toEqual(
        problem('unauthenticated'),
      )
      const renamed = own.replace('salama-learning', 'salama-rider')
      await expect(ask(op, { cookie: renamed })).rejects.toEqual(problem('unauthenticated'))
    }
  })

  test('returns unavailable while the token cannot be refreshed, and still serves public reads', async () => {
    const cookie = await cookieOf(session(-1))
    await expect(ask(forUsers, { cookie })).rejects.toEqual(problem('unavailable'))
    await expect(ask(forAll, { cookie })).resolves.toMatchObject({ kind: 'visitor' })
  })

  test('rejects a deleted account without another database request, and still serves public reads', async () => {
    const cookie = await cookieOf(session(60, 'access-deleted'))
    await expect(ask(forUsers, { cookie })).rejects.toEqual(problem('unauthenticated'))
    const asked = database.state.asked.length
    await expect(ask(forAll, { cookie })).resolves.toMatchObject({ kind: 'visitor' })
    expect(database.state.asked).toHaveLength(asked)
  })

  test('keeps the session while the database is unavailable', async () => {
    const cookie = await cookieOf(session(60, 'access-silent'))
    await expect(ask(forUsers, { cookie })).resolves.toMatchObject({ kind: 'user', subject: AMINA })
  })

  test('rejects a cross-site change before it reads the session', async () => {
    const cookie = await cookieOf(session(60))
    const foreign = { cookie, origin: 'https://eve.test', 'sec-fetch-site': 'cross-site' }
    await expect(ask(forUsers, foreign, 'POST')).rejects.toEqual(problem('cross_site_request'))
    await expect(ask(forUsers, { cookie }, 'POST')).rejects.toEqual(problem('cross_site_request'))
    await expect(ask(forUsers, { cookie, 'sec-fetch-site': 'same-origin' }, 'POST')).resolves.toEqual(amina)
  })
})
