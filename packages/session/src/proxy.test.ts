import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NextRequest, type NextResponse } from 'next/server'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { hashScripts } from '../../http/src/hash-scripts.ts'
import { markEnded } from './known-sessions.ts'
import { createProxy, withNonce } from './proxy.ts'
import { nowS, readSession, type Session, sessionCookies } from './session-cookie.ts'
import { grant, standIn } from './testing/stand-in.ts'

const NAME = 'salama-learning.session-token'
const routing = { locales: ['en', 'sw'], defaultLocale: 'en' } as const
const proxy = createProxy({
  routing,
  isPrivate: (path) => path === '/account',
  isPublic: (path) => path.startsWith('/certificates/'),
  isSecret: (path) => path.startsWith('/trip/'),
})

let auth: Awaited<ReturnType<typeof standIn>>
beforeAll(async () => {
  auth = await standIn(() => 'hang up')
  vi.stubEnv('SUPABASE_URL', auth.url)
})
beforeEach(() => {
  auth.state.asked = []
  auth.state.reply = () => 'hang up'
})
afterAll(() => auth.close())

let turn = 0
const session = (secondsLeft: number): Session => ({
  sub: 'a0000000-0000-4000-8000-000000000001',
  email: 'amina@salama.test',
  accessToken: 'access-old',
  refreshToken: `refresh-${turn++}`,
  expiresAt: nowS() + secondsLeft,
})

async function visit(path: string, signedIn: Session | null = null, headers: Record<string, string> = {}) {
  const cookies = signedIn ? await sessionCookies(signedIn, () => undefined) : []
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return proxy(new NextRequest(`http://localhost:3003${path}`, { headers: { ...headers, ...(cookie && { cookie }) } }))
}
const redirectsTo = (response: NextResponse) => response.headers.get('location')?.replace('http://localhost:3003', '')
const toBrowser = (response: NextResponse) => readSession((name) => response.cookies.get(name)?.value)
/** The cookies that the page rendered for this request sees. */
function toPage(response: NextResponse) {
  const cookies = new Map(
    (response.headers.get('x-middleware-request-cookie') ?? '').split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return [name, value]
    }),
  )
  return readSession((name) => cookies.get(name))
}

describe('pages', () => {
  test('of a secret URL are stored and listed by nobody, and links on them do not tell where they were', async () => {
    const headersOf = ({ headers }: NextResponse) =>
      ['referrer-policy', 'cache-control', 'x-robots-tag'].map((name) => headers.get(name))
    expect(headersOf(await visit('/sw/trip/1'))).toEqual(['no-referrer', 'private, no-store', 'noindex, nofollow'])
    expect(headersOf(await visit('/sw/about'))).toEqual(['same-origin', null, null])
  })

  test('clears the cookie of an ended session, and redirects private pages to sign-in', async () => {
    markEnded('access-ended')
    const response = await visit('/en/account', { ...session(3600), accessToken: 'access-ended' })
    expect(redirectsTo(response)).toBe('/en/sign-in?callbackUrl=%2Fen%2Faccount')
    expect(response.cookies.get(NAME)).toMatchObject({ value: '', maxAge: 0 })
    expect(auth.state.asked).toEqual([])
  })

  test('redirects a suspended user from any page once, and clears the cookie', async () => {
    markEnded('access-suspended', 'suspended')
    const suspended = { ...session(3600), accessToken: 'access-suspended' }
    for (const path of ['/en/account', '/en', '/en/sign-in?callbackUrl=%2Fen']) {
      const response = await visit(path, suspended)
      expect([path, redirectsTo(response)]).toEqual([path, '/en/sign-in?ended=suspended'])
      expect(response.cookies.get(NAME)).toMatchObject({ value: '', maxAge: 0 })
    }
    expect(redirectsTo(await visit('/sw/sign-in?ended=suspended', suspended))).toBeUndefined()
  })

  test('lets shared caches hold a public page, unless a session is refreshed with it', async () => {
    const path = '/en/certificates/a'
    for (const response of [await visit(path, null, { 'accept-language': 'sw' }), await visit(path, session(3600))]) {
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=/)
      expect(response.headers.get('set-cookie')).toBeNull()
    }
    auth.state.reply = () => ({ status: 200, body: grant('shared') })
    const refreshed = await visit(path, session(10))
    expect([refreshed.headers.get('cache-control'), refreshed.headers.has('set-cookie')]).toEqual([null, true])
    expect((await visit('/en/account')).headers.get('cache-control')).toBe('private, no-store')
    expect((await visit('/en/courses')).headers.get('cache-control')).toBeNull()
  })

  test('redirects a private page without a session to sign-in and back', async () => {
    expect(redirectsTo(await visit('/sw/account?tab=a%26b'))).toBe(
      '/sw/sign-in?callbackUrl=%2Fsw%2Faccount%3Ftab%3Da%2526b',
    )
    expect(redirectsTo(await visit('/en/sign-in'))).toBeUndefined()
  })

  test('redirects a URL without a language to the chosen one', async () => {
    expect(redirectsTo(await visit('/account', null, { cookie: 'NEXT_LOCALE=sw' }))).toBe('/sw/account')
    expect(redirectsTo(await visit('/'))).toBe('/en')
  })

  test('shows a localized 404 for a URL with a stray percent sign', async () => {
    const rewritten = (response: NextResponse) => response.headers.get('x-middleware-rewrite')
    expect(rewritten(await visit('/sw/x/%25'))).toBe('http://localhost:3003/sw/not-found')
    expect(rewritten(await visit('/%25'))).toBe('http://localhost:3003/en/not-found')
    expect(rewritten(await visit('/en/x?q=%25'))).toBeNull()
  })

  test('saves the language for a year in a cookie that all apps share', async () => {
    const response = await visit('/sw', null, { 'accept-language': 'en' })
    expect(response.headers.get('set-cookie')).toMatch(/^NEXT_LOCALE=sw; Path=\/;.*Max-Age=31536000/)
  })

  test('sends security headers with a page', async () => {
    const { headers } = await visit('/en')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'self'; style-src 'self' 'unsafe-inline';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('geolocation=(self), camera=(self)')
  })
})

describe('pages that run third-party code', () => {
  test('allows only scripts with the nonce of this request', async () => {
    const ask = () => withNonce(new NextRequest('http://localhost:3003/api/docs'))
    const [page, other] = [ask(), ask()]
    const { headers } = page
    const nonce = headers.get('x-middleware-request-x-nonce')
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
    expect(other.headers.get('x-middleware-request-x-nonce')).not.toBe(nonce)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain(`; script-src 'self' 'nonce-${nonce}'`)
    expect(headers.get('x-middleware-request-content-security-policy')).toBe(policy)
    const others = ({ headers: of }: NextResponse) =>
      [...of].filter(([name]) => !/^(content-security-policy$|set-cookie$|link$|x-middleware)/.test(name))
    expect(others(page)).toEqual(others(await visit('/en')))
  })
})

test('a page runs the scripts with the nonce of its request alone, whatever nonce the client sent', async () => {
  const headers = { 'content-security-policy': "script-src 'nonce-guessed'" }
  const [page, other] = [await visit('/en/courses', null, headers), await visit('/en/courses', null, headers)]
  const policy = page.headers.get('content-security-policy')
  expect(policy).toMatch(/; script-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='$/)
  expect(page.headers.get('x-middleware-request-content-security-policy')).toBe(policy)
  expect(other.headers.get('content-security-policy')).not.toBe(policy)
})

test('a page that the build made runs the scripts that it has alone', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'built-'))
  const before = process.cwd()
  onTestFinished(() => {
    process.chdir(before)
    rmSync(dir, { recursive: true })
  })
  mkdirSync(join(dir, '.next/server/app/en'), { recursive: true })
  const page = '<html><script src="/a.js" async=""></script><script>one()</script><script id="b">two()</script></html>'
  writeFileSync(join(dir, '.next/server/app/en/offline.html'), page)
  expect(await hashScripts(dir)).toBe(1)
  process.chdir(dir)
  vi.resetModules()
  const { createProxy: createBuilt } = await import('./proxy.ts')
  const built = createBuilt({ routing, isPrivate: () => false })
  const ask = async (path: string) => {
    const { headers } = await built(new NextRequest(`http://localhost:3003${path}`))
    return headers.get('content-security-policy')
  }
  const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  expect(await ask('/en/offline')).toMatch(
    new RegExp(`; script-src 'self' ${[hash('one()'), hash('two()')].join(' ').replace(/[+]/g, '[+]')}$`),
  )
  expect(await ask('/en')).toContain("'nonce-")
})

describe('token refresh', () => {
  test('keeps a token with more than a minute left', async () => {
    const response = await visit('/en/account', session(61))
    expect(redirectsTo(response)).toBeUndefined()
    expect(response.cookies.get(NAME)).toBeUndefined()
    expect(auth.state.asked).toEqual([])
  })

  test('refreshes a token that the database refuses, because its key is gone, before its end', async () => {
    markEnded('access-of-an-old-key', 'refused')
    auth.state.reply = () => ({ status: 200, body: grant('new') })
    const response = await visit('/en/account', { ...session(3000), accessToken: 'access-of-an-old-key' })
    await expect(toBrowser(response)).resolves.toMatchObject({ accessToken: 'access-new' })
  })

  test.each(['/en/account', '/api/report-incident'])(
    'refreshes an expiring token for the browser and the current render: %s',
    async (path) => {
      auth.state.reply = () => ({ status: 200, body: grant('new') })
      const response = await visit(path, session(30))
      await expect(toBrowser(response)).resolves.toMatchObject({ accessToken: 'access-new' })
      await expect(toPage(response)).resolves.toMatchObject({ accessToken: 'access-new', refreshToken: 'refresh-new' })
      expect(response.cookies.get(NAME)).toMatchObject({
        httpOnly: true,
        sameSite: 'lax',
        path: '/',
        maxAge: 2_592_000,
      })
    },
  )

  test('gives ten concurrent requests the same new session', async () => {
    auth.state.reply = () => ({ status: 200, body: grant('once') })
    const old = session(0)
    const answers = await Promise.all(Array.from({ length: 10 }, () => visit('/en', old)))
    expect(auth.state.asked).toHaveLength(1)
    for (const answer of answers) await expect(toBrowser(answer)).resolves.toMatchObject({ accessToken: 'access-once' })
  })

  test('signs out on a refusal: clears the cookie, redirects a private page to sign-in', async () => {
    auth.state.reply = () => ({ status: 400, body: { error_code: 'refresh_token_not_found' } })
    const response = await visit('/en/account', session(0))
    expect(redirectsTo(response)).toBe('/en/sign-in?callbackUrl=%2Fen%2Faccount')
    expect(response.headers.get('set-cookie')).toMatch(new RegExp(`^${NAME}=; Path=/;.*Max-Age=0`))
  })

  test('shows a public page as for a visitor after a refusal', async () => {
    auth.state.reply = () => ({ status: 401, body: {} })
    const response = await visit('/en', session(0))
    expect(redirectsTo(response)).toBeUndefined()
    await expect(toPage(response)).resolves.toBeNull()
  })

  test('keeps the session when Auth does not respond, even past the token’s expiry', async () => {
    const old = session(-3600)
    const response = await visit('/en/account', old)
    expect(redirectsTo(response)).toBeUndefined()
    expect(response.cookies.get(NAME)).toBeUndefined()
    auth.state.reply = () => ({ status: 200, body: grant('back') })
    await expect(toBrowser(await visit('/en/account', old))).resolves.toMatchObject({ accessToken: 'access-back' })
  })

  test('renews on a session request, so that an ended session reports nobody', async () => {
    auth.state.reply = () => ({ status: 400, body: { error_code: 'refresh_token_not_found' } })
    const response = await visit('/api/auth/session', session(0))
    expect(response.cookies.get(NAME)).toMatchObject({ value: '', maxAge: 0 })
    await expect(toPage(response)).resolves.toBeNull()
  })

  test('renews before sessions are ended, which needs a valid token', async () => {
    auth.state.reply = () => ({ status: 200, body: grant('ending') })
    const response = await visit('/api/account/end-sessions', session(0))
    await expect(toPage(response)).resolves.toMatchObject({ accessToken: 'access-ending' })
  })

  test('leaves the cookies of sign-in and sign-out alone', async () => {
    auth.state.reply = () => ({ status: 200, body: grant('never') })
    for (const path of ['/api/auth/signout', '/api/account/reset']) {
      expect((await visit(path, session(0))).headers.get('set-cookie')).toBeNull()
    }
    expect(auth.state.asked).toEqual([])
  })
})
