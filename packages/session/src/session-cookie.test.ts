import { NextRequest } from 'next/server'
import { encode, getToken } from 'next-auth/jwt'
import { describe, expect, test, vi } from 'vitest'
import { type CookieToSet, nowS, readSession, type Session, sessionCookies } from './session-cookie.ts'

const NAME = 'salama-learning.session-token'
const SECRET = 'the-learning-app-s-own-secret-0123456789'
const nothing = () => undefined

const session = (own: Partial<Session> = {}): Session => ({
  sub: 'a0000000-0000-4000-8000-000000000001',
  email: 'amina@salama.test',
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  expiresAt: nowS() + 3600,
  ...own,
})
/** A browser's cookie jar. */
function browser(...answers: CookieToSet[][]) {
  const jar = new Map<string, string>()
  for (const { name, value, options } of answers.flat()) {
    if (options.maxAge > 0) jar.set(name, value)
    else jar.delete(name)
  }
  return { jar, read: (name: string) => jar.get(name) }
}
const long = (length: number) => Array.from({ length }, (_, index) => (index % 36).toString(36)).join('')

describe('the session cookie', () => {
  test('decrypts what was encrypted, and reveals nothing', async () => {
    const given = session()
    const cookies = await sessionCookies(given, nothing)
    expect(cookies.map(({ name }) => name)).toEqual([NAME])
    expect(cookies[0]?.options).toEqual({
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: false,
      maxAge: 2_592_000,
    })
    expect(Buffer.from(cookies[0]?.value ?? '', 'base64url').toString('latin1')).not.toContain('access-1')
    await expect(readSession(browser(cookies).read)).resolves.toEqual(given)
  })

  test('fits one cookie under 4 kB with a Supabase token', async () => {
    const cookies = await sessionCookies(session({ accessToken: long(1_600), refreshToken: long(40) }), nothing)
    expect(cookies).toHaveLength(1)
    expect(cookies[0]?.value.length).toBeLessThan(3_933)
  })

  test('is split into chunks that the session library reads, without stale chunks', async () => {
    const large = session({ accessToken: long(6_000) })
    const first = await sessionCookies(large, nothing)
    expect(first.map(({ name }) => name)).toEqual([`${NAME}.0`, `${NAME}.1`, `${NAME}.2`])
    for (const { value } of first) expect(value.length).toBeLessThanOrEqual(3_933)
    const held = browser(first)
    await expect(readSession(held.read)).resolves.toEqual(large)

    const request = new NextRequest('http://localhost:3003/en')
    for (const [name, value] of held.jar) request.cookies.set(name, value)
    const library = await getToken({ req: request, cookieName: NAME, secret: SECRET })
    expect(library).toMatchObject(large)

    const small = browser(first, await sessionCookies(session(), held.read))
    expect([...small.jar.keys()]).toEqual([NAME])
    expect([...browser(first, await sessionCookies(null, held.read)).jar]).toEqual([])
  })

  test.each([
    ['another app’s secret', () => encode({ token: session(), secret: 'the-rider-app-s-own-secret-0123456789012' })],
    ['a session without tokens', () => encode({ token: { sub: 'x' }, secret: SECRET })],
    ['something that is no token', async () => 'signed-in=true'],
  ])('does not read %s', async (_, make) => {
    const value = await make()
    await expect(readSession((name) => (name === NAME ? value : undefined))).resolves.toBeNull()
  })

  test('is rejected when a character was changed', async () => {
    const [cookie] = await sessionCookies(session(), nothing)
    const value = cookie?.value ?? ''
    const middle = Math.floor(value.length / 2)
    const changed = `${value.slice(0, middle)}${value[middle] === 'A' ? 'B' : 'A'}${value.slice(middle + 1)}`
    await expect(readSession((name) => (name === NAME ? changed : undefined))).resolves.toBeNull()
  })

  test('expires after a month without use', async () => {
    const held = browser(await sessionCookies(session(), nothing))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 3600 * 1000 })
    await expect(readSession(held.read)).resolves.toBeNull()
    vi.useRealTimers()
  })
})
