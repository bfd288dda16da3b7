import { log } from '@salama/http'
import { describe, expect, test, vi } from 'vitest'
import { hasEnded } from './known-sessions.ts'
import { nowS, type Session } from './session-cookie.ts'
import { AMINA, answer, authInTest, Browser, post } from './testing/account-browser.ts'
import { cookieOf } from './testing/cookie-of.ts'
import { grant } from './testing/stand-in.ts'

const auth = authInTest()

const onPage = { locale: 'en', callbackUrl: '/en/my-courses' }
const [signUp, signIn, forgot] = [
  { ...onPage, flow: 'sign-up' },
  { ...onPage, flow: 'sign-in' },
  { ...onPage, flow: 'forgot-password' },
]
const done = (next?: string) => ({ status: 200, body: { done: true, ...(next && { next }) } })
const problem = (status: number, code: string) => ({ status, body: expect.objectContaining({ status, code }) })
const rateLimited = (retryAfter: unknown) => ({ ...problem(429, 'rate_limited'), retryAfter })
const paths = () => auth.state.asked.map(({ path }) => path).filter((path) => path.startsWith('/auth'))

async function withCode(email: string, page: object = signUp) {
  const browser = new Browser()
  await browser.post('code', { ...page, email })
  auth.state.asked = []
  return browser
}

describe('asking for a code', () => {
  test('asks for it with the secret of the browser, and for no password', async () => {
    const phone = new Browser()
    const next = '/en/sign-up?step=code&callbackUrl=%2Fen%2Fmy-courses'
    const body = { ...signUp, email: ' new@salama.test ', password: 'a-password-of-eve' }
    await expect(phone.post('code', body)).resolves.toEqual(done(next))
    await phone.post('code', { ...signUp, email: 'new@salama.test' })
    await post('code', { ...signUp, email: 'new@salama.test' })
    expect(auth.state.asked).toMatchObject(
      Array(3).fill({ path: '/auth/v1/otp', body: { email: 'new@salama.test', create_user: true } }),
    )
    const [first, second, other] = auth.state.asked.map(({ headers }) => headers['x-salama-browser'])
    expect(first).toMatch(/^[\w-]{32}$/)
    expect([second === first, other === first]).toEqual([true, false])
    expect(JSON.stringify(auth.state.asked)).not.toContain('a-password-of-eve')
  })

  test('does not reveal whether an e-mail address has an account', async () => {
    const next = '/en/forgot-password?step=code&callbackUrl=%2Fen%2Fmy-courses'
    for (const email of [AMINA, 'nobody@salama.test'])
      await expect(post('code', { ...forgot, email })).resolves.toEqual(done(next))
    expect(paths()).toEqual(['/auth/v1/otp', '/auth/v1/otp'])
  })

  test('returns unavailable when Auth cannot be reached', async () => {
    auth.state.reply = () => 'hang up'
    await expect(post('code', { ...forgot, email: AMINA })).resolves.toEqual({
      ...problem(503, 'unavailable'),
      retryAfter: '5',
    })
  })
})

describe('a code', () => {
  test('signs in, and a new account then chooses its password, or does not', async () => {
    const phone = await withCode('new@salama.test')
    const next = '/en/sign-up?step=password&callbackUrl=%2Fen%2Fmy-courses'
    const typed = { ...signUp, email: 'new@salama.test', code: ' 123456 ' }
    await expect(phone.post('confirm', typed)).resolves.toEqual(done(next))
    expect(auth.state.asked[0]).toMatchObject({
      path: '/auth/v1/verify',
      body: { email: 'new@salama.test', token: '123456', type: 'email' },
    })
    await expect(phone.session()).resolves.toMatchObject({ accessToken: 'access-code' })
    await expect(phone.post('choose-password', { ...signUp, password: 'a-new-password' })).resolves.toEqual(
      done('/en/my-courses'),
    )
    expect(auth.state.asked.at(-1)).toMatchObject({
      path: '/auth/v1/user',
      method: 'PUT',
      body: { password: 'a-new-password' },
      headers: { authorization: 'Bearer access-code' },
    })
    await expect(phone.session()).resolves.toMatchObject({ accessToken: 'access-code' })
  })

  test('signs in without another step on the page for signing in', async () => {
    const phone = await withCode('chebet@salama.test', signIn)
    const typed = { ...signIn, callbackUrl: '//eve.test', email: 'chebet@salama.test', code: '123456' }
    await expect(phone.post('confirm', typed)).resolves.toEqual(done('/en'))
  })

  test('is refused in a browser that did not ask for it, without a try at Auth', async () => {
    await withCode('dalmas@salama.test')
    const typed = { ...signIn, email: 'dalmas@salama.test', code: '123456' }
    const other = new Browser()
    await expect(other.post('confirm', typed)).resolves.toEqual(problem(422, 'wrong_code'))
    other.cookies.set('salama-learning.code', 'forged')
    await expect(other.post('confirm', typed)).resolves.toEqual(problem(422, 'wrong_code'))
    expect(paths()).toEqual([])
    await expect(other.session()).resolves.toBeNull()
  })

  test('is refused after ten minutes', async () => {
    const phone = await withCode('late@salama.test')
    vi.setSystemTime(Date.now() + 11 * 60_000)
    const typed = { ...signUp, email: 'late@salama.test', code: '123456' }
    await expect(phone.post('confirm', typed)).resolves.toEqual(problem(422, 'wrong_code'))
    vi.useRealTimers()
    expect(paths()).toEqual([])
  })

  test('signs in once, also when the form is sent twice or its response is lost', async () => {
    const phone = await withCode('farah@salama.test')
    const before = new Map(phone.cookies)
    const typed = { ...signUp, email: 'farah@salama.test', code: '123456' }
    const both = await Promise.all([phone.post('confirm', typed), phone.post('confirm', typed)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    phone.cookies.clear()
    for (const [name, value] of before) phone.cookies.set(name, value)
    await expect(phone.post('confirm', typed)).resolves.toMatchObject({ status: 200 })
    await expect(phone.session()).resolves.toMatchObject({ accessToken: 'access-code' })
    expect(paths()).toEqual(['/auth/v1/verify'])
  })

  test('changes nothing when it is wrong', async () => {
    const phone = await withCode('baraka@salama.test')
    const typed = { ...signUp, email: 'baraka@salama.test', code: '654321' }
    await expect(phone.post('confirm', typed)).resolves.toEqual(problem(422, 'wrong_code'))
    await expect(phone.session()).resolves.toBeNull()
  })

  test('allows ten guesses an hour, also concurrent ones and from several browsers', async () => {
    const [phone, laptop] = [await withCode('eve@salama.test'), await withCode('eve@salama.test')]
    const guess = (browser: Browser, code: number, email = 'eve@salama.test') =>
      browser.post('confirm', { ...signUp, email, code: String(code) })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => guess(index % 2 ? phone : laptop, 200_000 + index)),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
    await expect(guess(phone, 123_456, 'EVE@salama.test')).resolves.toEqual(
      rateLimited(expect.stringMatching(/^3(600|5\d\d)$/)),
    )
    await expect(guess(phone, 123_456, 'grace@salama.test')).resolves.toMatchObject({ status: 200 })
  })

  test('returns 429 with Retry-After when Auth limits guesses', async () => {
    const phone = await withCode('hassan@salama.test')
    const body = { code: 429, error_code: 'over_request_rate_limit', msg: 'English' }
    auth.state.reply = () => ({ status: 429, body, headers: { 'retry-after': '1234' } })
    const typed = { ...signUp, email: 'hassan@salama.test', code: '123456' }
    await expect(phone.post('confirm', typed)).resolves.toEqual(rateLimited('1234'))
  })
})

describe('choosing a password', () => {
  const choose = (browser: Browser, password: string) => browser.post('choose-password', { ...forgot, password })
  async function proven(email: string) {
    const phone = await withCode(email, forgot)
    await phone.post('confirm', { ...forgot, email, code: '123456' })
    auth.state.asked = []
    return phone
  }

  test('accepts the password that the account already has', async () => {
    await expect(choose(await proven('iris@salama.test'), 'the-old-password')).resolves.toEqual(done('/en/my-courses'))
  })

  test('reports what is wrong with the password in our own words, and then takes another', async () => {
    const phone = await proven('juma@salama.test')
    for (const password of ['short', 'x'.repeat(73), 'é'.repeat(40)])
      await expect(choose(phone, password)).resolves.toEqual(problem(422, 'invalid_request'))
    const weak = await choose(phone, 'password')
    expect(weak).toEqual(problem(422, 'weak_password'))
    expect(JSON.stringify(weak)).not.toContain('English')
    await expect(choose(phone, 'a-new-password')).resolves.toEqual(done('/en/my-courses'))
  })

  test('asks the database first whether this session may, and changes nothing otherwise', async () => {
    const phone = await proven('lucy@salama.test')
    const refuseWith = (message: string) => {
      auth.state.asked = []
      auth.state.reply = (asked) =>
        asked.path === '/rest/v1/rpc/check_password_change'
          ? { status: 400, body: { code: 'PT400', message, details: '', hint: null } }
          : answer(asked)
    }
    refuseWith('second_factor_required')
    await expect(choose(phone, 'a-new-password')).resolves.toEqual(problem(403, 'second_factor_required'))
    expect(paths()).toEqual([])
    refuseWith('password_required')
    await expect(choose(phone, 'a-new-password')).resolves.toEqual(problem(401, 'unauthenticated'))
    expect(paths()).toEqual([])
  })

  test.each([
    ['reauthentication_needed', 400, 401, 'unauthenticated'],
    ['insufficient_aal', 401, 403, 'second_factor_required'],
  ])('passes on what Auth says by itself: %s', async (code, status, ours, slug) => {
    const phone = await proven(`mary-${status}@salama.test`)
    auth.state.reply = (asked) =>
      asked.path === '/auth/v1/user'
        ? { status, body: { code: status, error_code: code, msg: 'English' } }
        : answer(asked)
    await expect(choose(phone, 'a-new-password')).resolves.toEqual(problem(ours, slug))
  })

  test('needs the code of this browser, for this account, within ten minutes', async () => {
    const signedIn = new Browser()
    await signedIn.post('sign-in', { ...signIn, email: AMINA, password: 'her-password' })
    await expect(choose(signedIn, 'a-new-password')).resolves.toEqual(problem(401, 'unauthenticated'))
    await signedIn.post('code', { ...forgot, email: 'eve@salama.test' })
    await expect(choose(signedIn, 'a-new-password')).resolves.toEqual(problem(401, 'unauthenticated'))

    const phone = await proven('kamau@salama.test')
    vi.setSystemTime(Date.now() + 11 * 60_000)
    await expect(choose(phone, 'a-new-password')).resolves.toEqual(problem(401, 'unauthenticated'))
    vi.useRealTimers()
    expect(paths()).not.toContain('/auth/v1/user')
  })
})

describe('signing in with a password', () => {
  test('sets the session, and continues within the app', async () => {
    const phone = new Browser()
    const body = { ...signIn, email: AMINA, password: 'her-password' }
    await expect(phone.post('sign-in', body)).resolves.toEqual(done('/en/my-courses'))
    await expect(phone.session()).resolves.toMatchObject({ email: AMINA, accessToken: 'access-password' })
  })

  test('returns one refusal, whatever is wrong', async () => {
    const body = { ...signIn, email: AMINA, password: 'a guess' }
    await expect(post('sign-in', body)).resolves.toEqual(problem(422, 'wrong_password'))
    auth.state.reply = () => ({ status: 400, body: { code: 400, error_code: 'email_not_confirmed', msg: 'English' } })
    await expect(post('sign-in', body)).resolves.toEqual(problem(422, 'wrong_password'))
  })
})

describe('a browser in which somebody signed in before', () => {
  const DEVICE = 'an-id.a-signature'
  async function known(email: string) {
    const phone = new Browser()
    auth.state.reply = (asked) => {
      const given = answer(asked)
      return asked.path.includes('grant_type=password') && given.status === 200
        ? {
            ...given,
            body: { ...given.body, user: { ...grant('x').user, email } },
            headers: { 'x-salama-device': DEVICE },
          }
        : given
    }
    await phone.post('sign-in', { ...signIn, email, password: 'her-password' })
    auth.state.reply = answer
    auth.state.asked = []
    return phone
  }
  const enter = (browser: Browser, email: string, password: string) =>
    browser.post('sign-in', { ...signIn, email, password })

  test('is named to Auth for the address of its owner alone, in another spelling too', async () => {
    const phone = await known('nia@salama.test')
    await enter(phone, 'Nia@salama.test', 'a guess')
    await phone.post('code', { ...forgot, email: 'nia@salama.test' })
    await enter(phone, 'eve@salama.test', 'a guess')
    const devices = auth.state.asked.map(({ headers }) => headers['x-salama-device'])
    expect(devices).toEqual([DEVICE, DEVICE, undefined])
  })

  test('signs in while strangers behind the same address have used up its attempts', async () => {
    const phone = await known('otieno@salama.test')
    const stranger = new Browser()
    const behindOne = { 'x-forwarded-for': phone.address }
    const guess = () => stranger.post('sign-in', { ...signIn, email: AMINA, password: 'a guess' }, behindOne)
    for (let n = 0; n < 30; n++) await expect(guess()).resolves.toEqual(problem(422, 'wrong_password'))
    await expect(guess()).resolves.toMatchObject({ status: 429 })
    await expect(enter(new Browser(), 'otieno@salama.test', 'her-password')).resolves.toMatchObject({ status: 200 })
    await expect(enter(phone, 'otieno@salama.test', 'her-password')).resolves.toMatchObject({ status: 200 })
    for (let n = 0; n < 31; n++) await stranger.post('code', { ...forgot, email: AMINA }, behindOne)
    await expect(guess()).resolves.toMatchObject({ status: 429 })
    await expect(enter(phone, 'otieno@salama.test', 'her-password')).resolves.toMatchObject({ status: 200 })
  })

  test('enters its code while strangers have used up the guesses for its address', async () => {
    const phone = await known('paul@salama.test')
    const email = 'paul@salama.test'
    const confirm = (browser: Browser, code: string) => browser.post('confirm', { ...signIn, email, code })
    const stranger = await withCode(email)
    for (let n = 0; n < 10; n++) await confirm(stranger, '000000')
    await expect(confirm(stranger, '123456')).resolves.toMatchObject({ status: 429 })
    await phone.post('code', { ...signIn, email })
    await expect(confirm(phone, '123456')).resolves.toMatchObject({ status: 200 })
  })

  test('is not known by a cookie that is not ours', async () => {
    const phone = await known('first@salama.test')
    phone.cookies.set('salama-learning.known', 'forged')
    await enter(phone, 'first@salama.test', 'a guess')
    expect(auth.state.asked.at(-1)?.headers['x-salama-device']).toBeUndefined()
  })
})

describe('without scripts', () => {
  test('leads from the address to the code, to the password, and on', async () => {
    const phone = new Browser()
    const email = 'lulu@salama.test'
    const step = (name: string) => `/en/sign-up?step=${name}&callbackUrl=%2Fen%2Fmy-courses`
    await expect(phone.submit('code', { ...signUp, email })).resolves.toBe(step('code'))
    const wrong = await phone.submit('confirm', { ...signUp, email, code: '654321' })
    expect(wrong).toMatch(/^\/en\/sign-up\?step=code&callbackUrl=%2Fen%2Fmy-courses&again=/)
    expect(phone.rejected(wrong)).toMatchObject({ code: 'wrong_code' })
    await expect(phone.submit('confirm', { ...signUp, email, code: '123456' })).resolves.toBe(step('password'))
    await expect(phone.submit('choose-password', { ...signUp, password: 'a-new-password' })).resolves.toBe(
      '/en/my-courses',
    )
    await expect(phone.session()).resolves.toMatchObject({ accessToken: 'access-code' })
  })

  test('shows a rejected form again with its address, and stores neither password nor code', async () => {
    const phone = new Browser()
    const location = await phone.submit('sign-in', { ...signIn, email: AMINA, password: 'a guess' })
    expect(location).toMatch(/^\/en\/sign-in\?callbackUrl=%2Fen%2Fmy-courses&again=/)
    expect(phone.rejected(location)).toMatchObject({ code: 'wrong_password', values: { email: [AMINA] } })
    expect(phone.rejected(location)?.values).not.toHaveProperty('password')
    const missing = await phone.submit('code', { ...signIn, email: '' })
    expect(phone.rejected(missing)).toMatchObject({ code: 'invalid_request', paths: ['email'] })
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
  const leave = async (signedIn: Session) => post('sign-out-everywhere', {}, { cookie: await cookieOf(signedIn) })

  test('ends all sessions, and is known in this process at once', async () => {
    await expect(leave(session(60))).resolves.toEqual(done())
    expect(auth.state.asked).toMatchObject([
      { path: '/auth/v1/logout?scope=global', headers: { authorization: 'Bearer access-old' } },
    ])
    await expect(hasEnded('access-old')).resolves.toBe(true)
  })

  test('renews an expired token first', async () => {
    auth.state.reply = (asked) => (asked.path.includes('refresh') ? { status: 200, body: grant('new') } : answer(asked))
    await expect(leave(session(-1))).resolves.toEqual(done())
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
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://eve.test' }
  const answer = await post('code', { ...signUp, email: AMINA }, headers)
  expect(answer).toEqual(problem(403, 'cross_site_request'))
  expect(auth.state.asked).toEqual([])
})

test.each(['constructor', 'recover', '', 'passkey-options'])('there is no action “%s”', async (action) => {
  await expect(post(action, {})).resolves.toEqual(problem(404, 'not_found'))
})

test('logs which form of signing in was sent and whether it succeeded, and not by whom', async () => {
  const written = vi.spyOn(log, 'info')
  await post('code', { ...signIn, email: AMINA })
  await post('sign-in', { ...signIn, email: AMINA, password: 'wrong-password' })
  await post('no-such-form', {})
  expect(written.mock.calls.map(([line]) => line)).toMatchObject([
    { operation: 'account code', status: 200 },
    { operation: 'account sign-in', status: 422 },
    { operation: 'account', status: 404 },
  ])
  expect(JSON.stringify(written.mock.calls)).not.toContain(AMINA)
})
