import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeSecrets } from '../../../processes/src/secrets.mjs'
import { DEMO_PASSWORD, type LocalSupabase, PEOPLE, startLocalSupabase } from '../index.ts'

// Changing a password straight at Auth, as whoever has stolen an access token would.

const secrets = makeSecrets()
let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory', demo: true, passwordCost: 4 })
})
afterAll(async () => {
  vi.useRealTimers()
  await supabase.close()
})

async function ask(method: string, path: string, body: object, token?: string) {
  const response = await fetch(`${supabase.url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: secrets.publishableKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: Object(await response.json().catch(() => null)) }
}
const signIn = (email: string, password = DEMO_PASSWORD) =>
  ask('POST', 'token?grant_type=password', { email, password })
const tokenOf = async (email: string, password?: string) => String((await signIn(email, password)).body.access_token)
const change = (token: string, password: string) => ask('PUT', 'user', { password }, token)
const sessionsOf = async (email: string) =>
  (
    await supabase.query(`select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1`, [
      email,
    ])
  ).length
const refused = (status: number, code: string) => ({ status, body: expect.objectContaining({ error_code: code }) })
/** The sessions of an account were started some time ago. */
const age = (email: string, interval: string) =>
  supabase.query(
    `update auth.sessions s set created_at = s.created_at - $2::interval from auth.users u
      where u.id = s.user_id and u.email = $1`,
    [email, interval],
  )

test('a token that was stolen from an old session changes nothing and ends no session', async () => {
  const { email } = PEOPLE.amina
  const stolen = await tokenOf(email)
  await tokenOf(email)
  await age(email, '11 minutes')
  expect(await change(stolen, 'a new password of Eve')).toEqual(refused(400, 'reauthentication_needed'))
  expect(await sessionsOf(email)).toBe(2)
  const fresh = await tokenOf(email)
  expect(await change(stolen, 'a new password of Eve')).toEqual(refused(400, 'reauthentication_needed'))
  expect((await change(fresh, 'a new password of hers')).status).toBe(200)
  expect(await sessionsOf(email)).toBe(1)
  expect((await signIn(email, 'a new password of hers')).status).toBe(200)
  expect((await signIn(email)).status).toBe(400)
})

test('a session that has not proven the second factor changes nothing, and the proven one stays', async () => {
  const { email, id } = PEOPLE.dalmas
  const proven = await tokenOf(email)
  await supabase.query(
    `insert into app.second_factors (user_id, secret, created_at, confirmed_at, attempts_from)
     values ($1, repeat('x', 32), now(), now(), now())`,
    [id],
  )
  await supabase.query(
    `insert into app.proven_sessions (session_id, user_id, second_factor_at) select s.id, $1, now() from auth.sessions s where s.user_id = $1`,
    [id],
  )
  const unproven = await tokenOf(email)
  expect(await change(unproven, 'changed by unproven')).toEqual(refused(401, 'insufficient_aal'))
  expect(await sessionsOf(email)).toBe(2)
  expect((await change(proven, 'changed by its owner')).status).toBe(200)
  expect(await sessionsOf(email)).toBe(1)
})

test.each([
  ['common', 'password'],
  ['too short', 'xk4-q'],
  ['longer than 72 bytes', 'é'.repeat(37)],
  ['the own address', PEOPLE.baraka.email],
])('refuses a password that is %s', async (_, password) => {
  const token = await tokenOf(PEOPLE.baraka.email)
  expect(await change(token, password)).toEqual(refused(422, 'weak_password'))
  expect((await signIn(PEOPLE.baraka.email)).status).toBe(200)
})

test('changes nothing without a valid token', async () => {
  for (const token of [undefined, 'x', secrets.publishableKey])
    expect((await ask('PUT', 'user', { password: 'whatever it may be' }, token)).status).toBeGreaterThanOrEqual(400)
})

test('a refresh token that comes again after it was used ends its session, with the access token', async () => {
  const { email } = PEOPLE.eve
  const first = (await signIn(email)).body
  const refresh = async (token: unknown) =>
    ask('POST', 'token?grant_type=refresh_token', { refresh_token: String(token) })
  const second = (await refresh(first.refresh_token)).body
  const third = (await refresh(second.refresh_token)).body
  expect(await sessionsOf(email)).toBe(1)
  expect(await refresh(first.refresh_token)).toEqual(refused(400, 'refresh_token_already_used'))
  expect(await sessionsOf(email)).toBe(0)
  expect((await refresh(third.refresh_token)).status).toBe(400)
})

test('the refresh token before the newest works for an hour more while the newest is unused, whose response may be lost', async () => {
  const { email } = PEOPLE.eve
  const { body } = await signIn(email)
  const again = () => ask('POST', 'token?grant_type=refresh_token', { refresh_token: String(body.refresh_token) })
  const answers = [await again(), await again()]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1)
  const age = (interval: string) =>
    supabase.query('update auth.refresh_tokens set updated_at = updated_at - $1::interval', [interval])
  await age('59 minutes')
  expect((await again()).status).toBe(200)
  await age('2 minutes')
  const before = await sessionsOf(email)
  expect(await again()).toEqual(refused(400, 'refresh_token_already_used'))
  expect(await sessionsOf(email)).toBe(before - 1)
})

test('ids of new accounts tell no time', async () => {
  const email = `neema-${crypto.randomUUID()}@salama.test`
  await ask('POST', 'otp', { email })
  await supabase.settled()
  const token = String(supabase.mailbox.list(email)[0]?.code)
  const { body } = await ask('POST', 'verify', { email, token, type: 'email' })
  expect(body.user.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
