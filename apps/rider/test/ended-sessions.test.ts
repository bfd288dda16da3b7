import { cookieOf } from '@salama/session/testing'
import { CAST, PASSWORD, signIn } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as account from '../app/api/account/[action]/route.ts'
import * as auth from '../app/api/auth/[...nextauth]/route.ts'
import * as ownData from '../app/api/me/export/route.ts'
import * as me from '../app/api/me/route.ts'
import { openRider, type Rider } from './rider.ts'

// What remains after a session has ended: its access token, which would be valid for an hour, and copies of its cookie.
// "Straight" is a direct call of the database API, which accepts tokens too.

type Session = Awaited<ReturnType<typeof signIn>>

let rider: Rider
let phone: Session
let laptop: Session
beforeAll(async () => {
  rider = await openRider()
})
beforeEach(async () => {
  phone = await signIn(rider.stack.supabase, 'amina')
  laptop = await signIn(rider.stack.supabase, 'amina')
})
afterAll(() => rider.close())

const supabase = (path: string, { accessToken }: Session, init: { method?: string; body?: object } = {}) =>
  fetch(`${rider.stack.supabase.url}${path}`, {
    method: init.method ?? 'POST',
    headers: {
      apikey: rider.stack.supabase.publishableKey,
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'content-profile': 'api',
    },
    body: JSON.stringify(init.body ?? {}),
  })
const straight = async (session: Session) => {
  const response = await supabase('/rest/v1/rpc/get_current_user', session)
  return response.ok ? 'taken' : Object(await response.json()).message
}
/** The response of the app's own routes to a copied session cookie. */
const copied = async (session: Session) => {
  const cookie = await cookieOf(session)
  return (await rider.send(ownData, '/api/me/export', { headers: { cookie } })).status
}
const states = async (session: Session) => [await copied(session), await straight(session)]
const LASTS = [200, 'taken']
const ENDED = [401, 'invalid_token']

test('invalidates the token and every copy of the cookie on sign-out, but no other device', async () => {
  expect((await supabase('/auth/v1/logout?scope=local', phone)).status).toBe(204)
  expect([await states(phone), await states(laptop)]).toEqual([ENDED, LASTS])
})

test('returns no account for a copied cookie of an ended session', async () => {
  await supabase('/auth/v1/logout?scope=local', phone)
  const headers = { cookie: await cookieOf(phone) }
  const handlers = { ...ownData, GET: (request: Request) => auth.GET(Object.assign(request), sessionAction) }
  expect(await (await rider.send(handlers, '/api/auth/session', { headers })).json()).toEqual({})
})
const sessionAction = { params: Promise.resolve({ nextauth: ['session'] }) }

test('ends the sessions of all devices and apps on sign-out everywhere', async () => {
  const headers = { cookie: await cookieOf(phone) }
  const params = { action: 'sign-out-everywhere' }
  const handlers = { ...ownData, POST: account.POST }
  const leave = () => rider.send(handlers, '/api/account/sign-out-everywhere', { headers, params, json: {} })
  expect((await leave()).status).toBe(200)
  expect([await states(phone), await states(laptop)]).toEqual([ENDED, ENDED])
  expect((await leave()).status).toBe(401)
})

test('requires a session and a same-site request to sign out everywhere', async () => {
  const params = { action: 'sign-out-everywhere' }
  const handlers = { ...ownData, POST: account.POST }
  const leave = (headers: Record<string, string>) =>
    rider.send(handlers, '/api/account/sign-out-everywhere', { headers, params, json: {} })
  expect((await leave({})).status).toBe(401)
  const cookie = await cookieOf(phone)
  expect((await leave({ cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status).toBe(403)
  expect(await states(phone)).toEqual(LASTS)
})

test('ends all other sessions on a password change, also when made at Auth directly', async () => {
  const changed = await supabase('/auth/v1/user', laptop, { method: 'PUT', body: { password: 'a-new-password' } })
  expect(changed.status).toBe(200)
  expect([await states(phone), await straight(laptop)]).toEqual([ENDED, 'taken'])
  await supabase('/auth/v1/user', laptop, { method: 'PUT', body: { password: PASSWORD } })
})

test('ends all other sessions on a password reset', async () => {
  let cookie = ''
  const post = async (action: string, fields: object) => {
    const json = { ...fields, flow: 'forgot-password', locale: 'en' }
    const sent = { params: { action }, json, headers: { cookie } }
    const response = await rider.send({ ...ownData, POST: account.POST }, `/api/account/${action}`, sent)
    expect(response.status).toBe(200)
    cookie = [cookie, ...response.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ')
  }
  await post('code', { email: CAST.amina.email })
  const [mail] = await rider.stack.mailbox(CAST.amina.email)
  await post('confirm', { email: CAST.amina.email, code: mail?.code })
  expect([await states(phone), await states(laptop)]).toEqual([LASTS, LASTS])
  await post('choose-password', { password: 'a-new-password' })
  expect([await states(phone), await states(laptop)]).toEqual([ENDED, ENDED])
  const [own, ...others] = await rider.stack.query('select from auth.sessions where user_id = $1', [CAST.amina.id])
  expect([own, others]).toEqual([{}, []])
})

test('ends all sessions when the account is deleted', async () => {
  const baraka = [await signIn(rider.stack.supabase, 'baraka'), await signIn(rider.stack.supabase, 'baraka')] as const
  const headers = { cookie: await cookieOf(baraka[0]) }
  await rider.send(me, `/api/me?confirm=${CAST.baraka.id}`, { method: 'DELETE', headers })
  expect([await states(baraka[0]), await states(baraka[1])]).toEqual([ENDED, ENDED])
})
