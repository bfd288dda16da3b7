import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeSecrets } from '../../../processes/src/secrets.mjs'
import { DEMO_PASSWORD, type LocalSupabase, PEOPLE, startLocalSupabase } from '../index.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const secrets = makeSecrets()
let supabase: LocalSupabase
let startedAt = Date.now()

beforeAll(async () => {
  supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory', demo: true, passwordCost: 4 })
})
afterAll(async () => {
  vi.useRealTimers()
  await supabase.close()
})
/** Each test starts at its own time, with empty counters. */
afterEach(() => {
  startedAt += 24 * HOUR_MS
  vi.setSystemTime(startedAt)
})
const passes = (ms: number) => vi.setSystemTime(Date.now() + ms)

type Browser = { browser?: string; device?: string | null }
async function ask(path: string, body: unknown, method = 'POST', { browser, device }: Browser = {}) {
  const response = await fetch(`${supabase.url}/auth/v1/${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: secrets.publishableKey,
      'content-type': 'application/json',
      ...(browser && { 'x-salama-browser': browser }),
      ...(device && { 'x-salama-device': device }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const retryAfter = response.headers.get('retry-after')
  return {
    status: response.status,
    body: Object(await response.json().catch(() => null)),
    retryAfterS: retryAfter === null ? null : Number(retryAfter),
    ...(response.headers.has('x-salama-device') && { device: response.headers.get('x-salama-device') }),
  }
}

const verify = (email: string, token: unknown) => ask('verify', { email, token, type: 'email' })
const signIn = (email: string, password = DEMO_PASSWORD) => ask('token?grant_type=password', { email, password })
const requestCode = (email: string) => ask('otp', { email })

async function codeFor(email: string): Promise<string> {
  expect((await requestCode(email)).status).toBe(200)
  await supabase.settled()
  return String(supabase.mailbox.list(email)[0]?.code)
}
/** A code other than this one. */
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

/** Repeats a request sequentially and returns each response. */
async function times(count: number, each: (index: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses = []
  for (let index = 0; index < count; index++) statuses.push((await each(index)).status)
  return statuses
}
const all = (count: number, status: number) => Array.from({ length: count }, () => status)

const limited = (error_code: string, withinMs: number) => ({
  status: 429,
  body: { code: 429, error_code, msg: expect.stringMatching(/limit/) },
  retryAfterS: expect.toSatisfy((s: number) => s > 0 && s <= withinMs / 1000),
})
const tooManyTries = (withinMs: number) => limited('over_request_rate_limit', withinMs)

describe('codes', () => {
  const { email } = PEOPLE.amina

  it('rejects the eleventh attempt, even with the right code, until the hour is over', async () => {
    const code = await codeFor(email)
    expect(await times(10, () => verify(email, otherThan(code)))).toEqual(all(10, 403))
    expect(await verify(email, otherThan(code))).toEqual(tooManyTries(HOUR_MS))
    expect(await verify(email, code)).toEqual(tooManyTries(HOUR_MS))
    passes(59 * MINUTE_MS)
    const late = await codeFor(email)
    expect(await verify(email, late)).toEqual(tooManyTries(MINUTE_MS + 1000))
    passes(2 * MINUTE_MS)
    expect((await verify(email, late)).status).toBe(200)
  })

  it('applies the limit to attempts that are sent concurrently', async () => {
    const code = await codeFor(email)
    const answers = await Promise.all(Array.from({ length: 40 }, () => verify(email, otherThan(code))))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  })

  it('applies the limit to other spellings of the e-mail address or the path', async () => {
    const code = await codeFor(email)
    const wrong = { email, token: otherThan(code), type: 'email' }
    expect(await times(5, () => ask('verify', { ...wrong, email: email.toUpperCase() }))).toEqual(all(5, 403))
    expect(await times(5, () => ask('%76erif%79', { ...wrong, type: 'magiclink' }))).toEqual(all(5, 403))
    expect(await ask('%76erify', { ...wrong, token: code })).toEqual(tooManyTries(HOUR_MS))
    expect(await ask('verify?email=x', { ...wrong, token: code, email: 'Amina@Salama.Test' })).toEqual(
      tooManyTries(HOUR_MS),
    )
  })

  it('rejects a code sent as a hash, or with part of the e-mail address in it', async () => {
    const code = await codeFor(email)
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email + code))
    const token_hash = Buffer.from(digest).toString('hex')
    expect((await ask('verify', { token_hash, type: 'recovery' })).status).toBe(403)
    expect((await ask('verify', { token_hash, email, token: '000000', type: 'recovery' })).status).toBe(403)
    expect((await ask(`verify?type=recovery&token=${token_hash}`, null, 'GET')).status).toBe(404)
    expect((await verify(email.slice(0, -1), `t${code}`)).status).toBe(403)
    expect((await verify(email + code.slice(0, 1), code.slice(1))).status).toBe(403)
    expect((await verify(email, code)).status).toBe(200)
  })

  it('resets the failed attempts of an e-mail address after a right code', async () => {
    const code = await codeFor(email)
    await times(9, () => verify(email, otherThan(code)))
    expect((await verify(email, code)).status).toBe(200)
    const next = await codeFor(email)
    expect(await times(10, () => verify(email, otherThan(next)))).toEqual(all(10, 403))
  })
})

describe('passwords', () => {
  const { email } = PEOPLE.baraka

  it('rejects the 21st attempt, even with the right password, until 15 minutes are over', async () => {
    expect(await times(20, (index) => signIn(email, `wrong ${index}`))).toEqual(all(20, 400))
    expect(await signIn(email, 'wrong again')).toEqual(tooManyTries(15 * MINUTE_MS))
    expect(await signIn(email)).toEqual(tooManyTries(15 * MINUTE_MS))
    passes(16 * MINUTE_MS)
    expect((await signIn(email)).status).toBe(200)
  })

  it('never counts a right password, also when sent concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(email)))
    expect(answers.map(({ status }) => status)).toEqual(all(30, 200))
  })

  it('resets the failed attempts of its own e-mail address only after a right password', async () => {
    await times(19, () => signIn(email, 'wrong'))
    expect((await signIn(PEOPLE.eve.email)).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
    expect(await times(20, () => signIn(email, 'wrong'))).toEqual(all(20, 400))
  })

  it('does not reset the counter when a session is refreshed with that e-mail address in the body', async () => {
    await times(19, () => signIn(email, 'wrong'))
    const { body } = await signIn(PEOPLE.eve.email)
    const renewal = { refresh_token: String(body.refresh_token), email }
    expect((await ask('token?grant_type=refresh_token', renewal)).status).toBe(200)
    expect((await signIn(email, 'wrong')).status).toBe(400)
    expect((await signIn(email)).status).toBe(429)
  })

  it('accepts a password again after a code from the mailbox', async () => {
    await times(20, () => signIn(email, 'wrong'))
    expect((await signIn(email)).status).toBe(429)
    expect((await verify(email, await codeFor(email))).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  it('does not limit session refreshes', async () => {
    const answers = await times(30, () => ask('token?grant_type=refresh_token', { refresh_token: 'gone' }))
    expect(answers).not.toContain(429)
  })
})

describe('a browser in which its owner signed in before', () => {
  const { email } = PEOPLE.dalmas
  const password = (typed: string, device?: string | null) =>
    ask('token?grant_type=password', { email, password: typed }, 'POST', { device: device ?? null })
  const deviceOf = async () => {
    const { device } = await signIn(email)
    expect(device).toMatch(/^[\w-]{24}\.[\w-]{43}$/)
    return device
  }

  it('signs in with its password while strangers have used up theirs, and has as many attempts', async () => {
    const device = await deviceOf()
    expect(await times(20, (n) => password(`wrong ${n}`))).toEqual(all(20, 400))
    expect((await password(DEMO_PASSWORD)).status).toBe(429)
    expect((await password(DEMO_PASSWORD, device)).status).toBe(200)
    expect(await times(20, () => password('wrong', device))).toEqual(all(20, 400))
    expect((await password(DEMO_PASSWORD, device)).status).toBe(429)
  })

  it('gets its mails and enters its code while strangers have used up both', async () => {
    const device = await deviceOf()
    const otp = (browser: string, device: string | null = null) => ask('otp', { email }, 'POST', { browser, device })
    const enter = (token: string, browser: string, device: string | null = null) =>
      ask('verify', { email, token, type: 'email' }, 'POST', { browser, device })
    expect(await times(6, () => otp('stranger'))).toEqual([...all(5, 200), 429])
    expect(await times(11, () => enter('abcdef', 'stranger'))).toEqual([...all(10, 403), 429])
    expect((await otp('phone', device)).status).toBe(200)
    await supabase.settled()
    const code = String(supabase.mailbox.list(email)[0]?.code)
    expect(await times(5, () => enter(otherThan(code), 'phone', device))).toEqual(all(5, 403))
    expect((await enter(code, 'phone', device)).status).toBe(200)
  })

  it('is known by a token for this address alone, which nobody can make up', async () => {
    const { device: eves } = await signIn(PEOPLE.eve.email)
    const own = await deviceOf()
    const [id = ''] = own?.split('.') ?? []
    await times(20, () => password('wrong'))
    for (const token of [eves, id, `${id}.`, `x${own}`, 'x.y'])
      expect((await password(DEMO_PASSWORD, token)).status).toBe(429)
  })

  it('is not affected by a crowd of failed attempts', async () => {
    const device = await deviceOf()
    await times(600, (n) => signIn(`nobody-${n}@salama.test`, 'wrong'))
    expect(await times(4, () => password('wrong', device))).toEqual(all(4, 400))
    expect((await password(DEMO_PASSWORD, device)).status).toBe(200)
  })
})

it('counts attempts per e-mail address', async () => {
  await times(10, () => verify(PEOPLE.eve.email, '000000'))
  await times(20, () => signIn(PEOPLE.eve.email, 'wrong'))
  expect((await signIn(PEOPLE.eve.email)).status).toBe(429)
  expect((await signIn(PEOPLE.chebet.email)).status).toBe(200)
  expect((await verify(PEOPLE.chebet.email, await codeFor(PEOPLE.chebet.email))).status).toBe(200)
})

describe('mails', () => {
  const tooManyMails = limited('over_email_send_rate_limit', HOUR_MS)

  it('sends at most five mails an hour to an e-mail address, however it is spelled', async () => {
    const { email } = PEOPLE.dalmas
    const before = supabase.mailbox.list(email).length
    expect(await times(5, () => requestCode(email))).toEqual(all(5, 200))
    expect(await requestCode(email.toUpperCase())).toEqual(tooManyMails)
    expect(await ask('%6ftp', { email, create_user: false })).toEqual(tooManyMails)
    await supabase.settled()
    expect(supabase.mailbox.list(email)).toHaveLength(before + 5)
    expect((await requestCode(PEOPLE.chebet.email)).status).toBe(200)
    passes(HOUR_MS + 1000)
    expect((await requestCode(email)).status).toBe(200)
  })
})

it('limits e-mail addresses with and without an account in the same way', async () => {
  const responsesAbout = async (email: string) => {
    const answers = []
    for (let count = 0; count < 12; count++) answers.push(await verify(email, '000000'))
    for (let count = 0; count < 22; count++) answers.push(await signIn(email, 'wrong'))
    for (let count = 0; count < 7; count++) answers.push(await requestCode(email))
    return answers.map(({ status, body, retryAfterS }) => ({ status, body, isTimed: retryAfterS !== null }))
  }
  const known = await responsesAbout(PEOPLE.amina.email)
  expect(known.filter(({ status, isTimed }) => status === 429 && isTimed)).toHaveLength(2 + 2 + 2)
  expect(await responsesAbout('nobody@salama.test')).toEqual(known)
})

describe('a peer with very many failed attempts, such as a shared app server', () => {
  it('allows three failed attempts per e-mail address, and a right password within them', async () => {
    const guess = (index: number) => signIn(`nobody-${index}@salama.test`, 'wrong')
    expect(await times(599, guess)).toEqual(all(599, 400))
    expect(await times(4, () => signIn(PEOPLE.eve.email, 'wrong'))).toEqual([400, 400, 400, 429])
    expect((await signIn(PEOPLE.eve.email)).status).toBe(429)
    expect(await times(2, () => signIn(PEOPLE.amina.email, 'wrong'))).toEqual([400, 400])
    expect((await signIn(PEOPLE.amina.email)).status).toBe(200)
    expect((await verify(PEOPLE.amina.email, await codeFor(PEOPLE.amina.email))).status).toBe(200)
    passes(HOUR_MS + 1000)
    expect(await times(4, () => signIn(PEOPLE.eve.email, 'wrong'))).toEqual(all(4, 400))
  })
})
