import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { accountRoutes } from './account-routes.ts'
import { sessionOfCode } from './code-session.ts'
import { hasEnded } from './known-sessions.ts'
import { nowS, type Session } from './session-cookie.ts'
import { cookieOf } from './testing/cookie-of.ts'
import { type Asked, grant, standIn } from './testing/stand-in.ts'

const { POST } = accountRoutes()

/** Stubs Auth's responses for these e-mail addresses. */
function answer({ path, body }: Asked) {
  const { email, token, password } = Object(body)
  const refusal = (status: number, code: string) => ({
    status,
    body: { code: status, error_code: code, msg: 'English' },
  })
  if (path === '/auth/v1/signup') {
    if (password === 'password') return refusal(422, 'weak_password')
    return email === 'amina@salama.test' ? refusal(422, 'user_already_exists') : { status: 200, body: { id: 'x' } }
  }
  if (path === '/auth/v1/recover' || path === '/auth/v1/resend')
    return email === 'amina@salama.test' ? refusal(429, 'over_email_send_rate_limit') : { status: 200, body: {} }
  if (path === '/auth/v1/verify')
    return token === '123456' ? { status: 200, body: grant('code') } : refusal(403, 'otp_expired')
  if (path === '/auth/v1/user')
    return password === 'the-old-password' ? refusal(422, 'same_password') : { status: 200, body: {} }
  return { status: 204 }
}

let auth: Awaited<ReturnType<typeof standIn>>
beforeAll(async () => {
  auth = await standIn(answer)
  vi.stubEnv('SUPABASE_URL', auth.url)
})
beforeEach(() => {
  auth.state.reply = answer
  auth.state.asked = []
})
afterAll(() => auth.close())

async function post(
  action: string,
  body: object,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) {
  const request = new Request(`http://localhost:3003/api/account/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const response = await POST(request, { params: Promise.resolve({ action }) })
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, body: Object(await response.json()), ...(retryAfter && { retryAfter }) }
}
const done = { status: 200, body: { done: true } }
const problem = (status: number, code: string) => ({ status, body: expect.objectContaining({ status, code }) })
const rateLimited = (retryAfter: unknown) => ({ ...problem(429, 'rate_limited'), retryAfter })

describe('sign-up and password reset', () => {
  test('passes the language on when creating an account', async () => {
    const body = { email: ' new@salama.test ', password: 'a-good-password', locale: 'sw' }
    await expect(post('sign-up', body)).resolves.toEqual(done)
    expect(auth.state.asked).toMatchObject([
      {
        path: '/auth/v1/signup',
        body: { email: 'new@salama.test', password: 'a-good-password', data: { locale: 'sw' } },
      },
    ])
  })

  test('does not reveal whether an e-mail address has an account', async () => {
    const password = 'a-good-password'
    for (const email of ['amina@salama.test', 'nobody@salama.test']) {
      await expect(post('sign-up', { email, password, locale: 'en' })).resolves.toEqual(done)
      await expect(post('recover', { email })).resolves.toEqual(done)
      await expect(post('resend', { email })).resolves.toEqual(done)
    }
    const asked = auth.state.asked.map(({ path }) => path)
    expect(asked.slice(0, 3)).toEqual(asked.slice(3))
  })

  test('reports what is wrong with the password in our own words', async () => {
    const email = 'new@salama.test'
    await expect(post('sign-up', { email, password: 'short', locale: 'en' })).resolves.toEqual(
      problem(422, 'invalid_request'),
    )
    const weak = await post('sign-up', { email, password: 'password', locale: 'en' })
    expect(weak).toEqual(problem(422, 'weak_password'))
    expect(JSON.stringify(weak)).not.toContain('English')
  })

  test('returns unavailable when Auth cannot be reached', async () => {
    auth.state.reply = () => 'hang up'
    await expect(post('recover', { email: 'amina@salama.test' })).resolves.toEqual({
      ...problem(503, 'unavailable'),
      retryAfter: '5',
    })
  })
})

describe('a code', () => {
  test('confirms an e-mail address without leaving a session', async () => {
    await expect(post('confirm', { email: 'new@salama.test', code: '123456' })).resolves.toEqual(done)
    expect(auth.state.asked).toMatchObject([
      { path: '/auth/v1/verify', body: { email: 'new@salama.test', token: '123456', type: 'signup' } },
      { path: '/auth/v1/logout?scope=local', headers: { authorization: 'Bearer access-code' } },
    ])
  })

  test('changes the password and ends all sessions', async () => {
    const body = { email: 'baraka@salama.test', code: '123456', password: 'a-new-password' }
    await expect(post('reset', body)).resolves.toEqual(done)
    expect(auth.state.asked).toMatchObject([
      { path: '/auth/v1/verify', body: { type: 'recovery' } },
      { path: '/auth/v1/user', method: 'PUT', body: { password: 'a-new-password' } },
      { path: '/auth/v1/logout?scope=global' },
    ])
  })

  test('accepts the password that the account already has', async () => {
    const body = { email: 'baraka@salama.test', code: '123456', password: 'the-old-password' }
    await expect(post('reset', body)).resolves.toEqual(done)
  })

  test('changes nothing when it is wrong', async () => {
    const body = { email: 'baraka@salama.test', code: '654321', password: 'a-new-password' }
    await expect(post('reset', body)).resolves.toEqual(problem(422, 'wrong_code'))
    expect(auth.state.asked.map(({ path }) => path)).toEqual(['/auth/v1/verify'])
  })

  test('allows ten guesses an hour, also concurrent ones', async () => {
    const guess = (code: number) => post('confirm', { email: 'eve@salama.test', code: String(code) })
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => guess(200_000 + index)))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
    await expect(post('confirm', { email: 'EVE@salama.test', code: '123456' })).resolves.toEqual(
      rateLimited(expect.stringMatching(/^3(600|5\d\d)$/)),
    )
    await expect(post('confirm', { email: 'chebet@salama.test', code: '123456' })).resolves.toEqual(done)
  })

  test('never asks to wait more than an hour, also when guesses take long', async () => {
    let nowMs = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      nowMs += 1_000 // between any two looks at the clock
      return nowMs
    })
    const guess = () => sessionOfCode('farah@salama.test', '200000', ['signup'])
    const answers = await Promise.allSettled(Array.from({ length: 11 }, guess))
    clock.mockRestore()
    const retryAfterS = expect.toSatisfy((seconds: number) => seconds > 3_500 && seconds <= 3_600)
    expect(answers.at(-1)).toMatchObject({ reason: { slug: 'rate_limited', detail: { retryAfterS } } })
  })

  test('returns 429 with Retry-After when Auth limits guesses', async () => {
    const body = { code: 429, error_code: 'over_request_rate_limit', msg: 'English' }
    auth.state.reply = () => ({ status: 429, body, headers: { 'retry-after': '1234' } })
    await expect(post('confirm', { email: 'dalmas@salama.test', code: '123456' })).resolves.toEqual(rateLimited('1234'))
  })
})

describe('signing out everywhere', () => {
  const session = (secondsLeft: number): Session => ({
    sub: 'a0000000-0000-4000-8000-000000000001',
    email: 'amina@salama.test',
    accessToken: 'access-old',
    refreshToken: `refresh-${secondsLeft}`,
    expiresAt: nowS() + secondsLeft,
  })
  const leave = async (signedIn: Session) =>
    post('sign-out-everywhere', {}, { 'sec-fetch-site': 'same-origin', cookie: await cookieOf(signedIn) })

  test('ends all sessions, and is known in this process at once', async () => {
    await expect(leave(session(60))).resolves.toEqual(done)
    expect(auth.state.asked).toMatchObject([
      { path: '/auth/v1/logout?scope=global', headers: { authorization: 'Bearer access-old' } },
    ])
    await expect(hasEnded('access-old')).resolves.toBe(true)
  })

  test('renews an expired token first', async () => {
    auth.state.reply = (asked) => (asked.path.includes('refresh') ? { status: 200, body: grant('new') } : answer(asked))
    await expect(leave(session(-1))).resolves.toEqual(done)
    expect(auth.state.asked[1]).toMatchObject({
      path: '/auth/v1/logout?scope=global',
      headers: { authorization: 'Bearer access-new' },
    })
  })

  test('rejects a visitor and an ended session', async () => {
    await expect(post('sign-out-everywhere', {})).resolves.toEqual(problem(401, 'unauthenticated'))
    expect(auth.state.asked).toEqual([])
    auth.state.reply = () => ({ status: 403, body: { code: 403, error_code: 'session_not_found', msg: 'English' } })
    await expect(leave(session(60))).resolves.toEqual(problem(401, 'unauthenticated'))
  })

  test('returns unavailable when Auth does not respond', async () => {
    auth.state.reply = () => 'hang up'
    await expect(leave(session(60))).resolves.toMatchObject(problem(503, 'unavailable'))
  })
})

test('rejects cross-site requests', async () => {
  const answer = await post('recover', { email: 'amina@salama.test' }, { origin: 'https://eve.test' })
  expect(answer).toEqual(problem(403, 'cross_site_request'))
  expect(auth.state.asked).toEqual([])
})

test.each(['constructor', 'sign-in', ''])('there is no action “%s”', async (action) => {
  await expect(post(action, {})).resolves.toEqual(problem(404, 'not_found'))
})
