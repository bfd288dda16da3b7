import bcrypt from 'bcryptjs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeSecrets } from '../../../processes/src/secrets.mjs'
import { DEMO_PASSWORD, type LocalSupabase, PEOPLE, startLocalSupabase } from '../index.ts'

const secrets = makeSecrets()
const PASSWORD = 'a long password'
let supabase: LocalSupabase
/** Signed up, but never confirmed. */
const UNCONFIRMED = 'wanjiru@salama.test'
/** E-mail addresses with an account, with an unconfirmed one, and with none. */
const ADDRESSES = [PEOPLE.amina.email, UNCONFIRMED, 'nobody@salama.test', 'Nobody.Else@Salama.Test']

beforeAll(async () => {
  supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory', demo: true, passwordCost: 4 })
  await supabase.query(
    `insert into auth.users (id, aud, role, email) values (gen_random_uuid(), 'authenticated', 'authenticated', $1)`,
    [UNCONFIRMED],
  )
})
const compare = vi.spyOn(bcrypt, 'compare')
const hash = vi.spyOn(bcrypt, 'hash')
/** Each test starts on its own day, with empty counters. */
let startedAt = Date.now()
beforeEach(() => {
  startedAt += 24 * 3600 * 1000
  vi.setSystemTime(startedAt)
})
afterAll(async () => {
  vi.useRealTimers()
  await supabase.close()
})

type Sent = { method?: string; headers?: Record<string, string> }
async function ask(path: string, body?: unknown, { method = 'POST', headers = {} }: Sent = {}) {
  const response = await fetch(`${supabase.url}/auth/v1/${path}`, {
    method,
    redirect: 'manual',
    headers: { apikey: secrets.publishableKey, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const told = [...response.headers].filter(([name]) => !['date', 'content-length'].includes(name))
  return { status: response.status, headers: Object.fromEntries(told), text: await response.text() }
}

/** What a caller observes for this e-mail address, and how many passwords were compared and hashed. */
async function learn(path: string, email: string, body: object, sent?: Sent) {
  vi.clearAllMocks()
  const answer = await ask(path, { ...body, email }, sent)
  await supabase.settled()
  // Differs with every request anyway.
  const text = answer.text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    .replaceAll(email.toLowerCase(), 'the address')
  return { ...answer, text, compared: compare.mock.calls.length, hashed: hash.mock.calls.length }
}

describe('the response does not reveal whether an e-mail address has an account', () => {
  it.each<[string, object, { status: number; compared: number; hashed: number }, Sent?]>([
    ['token?grant_type=password', { password: 'wrong' }, { status: 400, compared: 1, hashed: 0 }],
    ['token?grant_type=password', { password: '' }, { status: 400, compared: 0, hashed: 0 }],
    ['token?grant_type=password', { password: ['wrong'] }, { status: 400, compared: 0, hashed: 0 }],
    ['token?grant_type=password', {}, { status: 400, compared: 0, hashed: 0 }],
    [
      'token?grant_type=refresh_token',
      { password: 'wrong', refresh_token: 'x' },
      { status: 400, compared: 0, hashed: 0 },
    ],
    ['token?grant_type=pkce', { password: 'wrong' }, { status: 400, compared: 0, hashed: 0 }],
    ['token?grant_type=pass%77ord', { password: 'wrong' }, { status: 400, compared: 0, hashed: 0 }],
    ['token', { password: 'wrong' }, { status: 400, compared: 0, hashed: 0 }],
    ['otp', {}, { status: 200, compared: 0, hashed: 0 }],
    ['otp', { create_user: false }, { status: 200, compared: 0, hashed: 0 }],
    ['otp', { password: PASSWORD, data: { locale: 'sw' } }, { status: 200, compared: 0, hashed: 0 }],
    ['verify', { token: '000000', type: 'email' }, { status: 403, compared: 0, hashed: 0 }],
    ['verify', { token: '000000', type: 'recovery' }, { status: 403, compared: 0, hashed: 0 }],
    ['verify', { token: '000000', type: 'email_change' }, { status: 403, compared: 0, hashed: 0 }],
    ['verify', { type: 'email' }, { status: 403, compared: 0, hashed: 0 }],
    ['signup', { password: PASSWORD }, { status: 404, compared: 0, hashed: 0 }],
    ['recover', {}, { status: 404, compared: 0, hashed: 0 }],
    ['resend', { type: 'signup' }, { status: 404, compared: 0, hashed: 0 }],
    ['magiclink', {}, { status: 404, compared: 0, hashed: 0 }],
    ['invite', {}, { status: 404, compared: 0, hashed: 0 }],
    ['admin/users', {}, { status: 404, compared: 0, hashed: 0 }],
    ['admin/generate_link', { type: 'recovery' }, { status: 403, compared: 0, hashed: 0 }],
  ])('for POST %s %j', async (path, body, expected) => {
    const learnt: Awaited<ReturnType<typeof learn>>[] = []
    for (const email of ADDRESSES) learnt.push(await learn(path, email, body))
    expect(learnt[0]).toMatchObject(expected)
    expect(learnt).toEqual(learnt.map(() => learnt[0]))
  })

  it('when an account changes its own e-mail address to it', async () => {
    const { text } = await ask('token?grant_type=password', { email: PEOPLE.eve.email, password: DEMO_PASSWORD })
    const headers = { authorization: `Bearer ${JSON.parse(text).access_token}` }
    for (const email of [...ADDRESSES, PEOPLE.eve.email, '', null]) {
      const { status } = await ask('user', { email, data: { locale: 'sw' } }, { method: 'PUT', headers })
      expect(status).toBe(422)
    }
    expect((await ask('user', { data: { locale: 'sw' } }, { method: 'PUT', headers })).status).toBe(200)
    expect((await ask('reauthenticate', undefined, { method: 'GET', headers })).status).toBe(404)
  })
})

it('compares a right password once', async () => {
  const { status, compared } = await learn('token?grant_type=password', PEOPLE.eve.email, { password: DEMO_PASSWORD })
  expect([status, compared]).toEqual([200, 1])
})

it('compares with a hash of the same cost where there is no account', async () => {
  const { text } = await ask('token?grant_type=password', { email: PEOPLE.eve.email, password: DEMO_PASSWORD })
  const headers = { authorization: `Bearer ${JSON.parse(text).access_token}` }
  await ask('user', { password: PASSWORD }, { method: 'PUT', headers })
  await learn('token?grant_type=password', 'nobody@salama.test', { password: 'wrong' })
  const [made] = await supabase.query<{ hash: string }>(
    'select encrypted_password as hash from auth.users where email = $1',
    [PEOPLE.eve.email],
  )
  const costOf = (text: unknown) => String(text).split('$')[2]
  expect(costOf(compare.mock.calls[0]?.[1])).toBe(costOf(made?.hash))
})
