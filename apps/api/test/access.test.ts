import { randomUUID } from 'node:crypto'
import { operations } from '@salama/domain/contract'
import { CAST } from '@salama/testing'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSecrets } from '../../../packages/processes/src/secrets.mjs'
import { signToken } from '../../../packages/processes/src/server-token.mjs'
import { type Api, openApi } from './api.ts'
import { ofEachKind } from './call-operation.ts'

let api: Api
beforeAll(async () => {
  api = await openApi({ isCompared: true })
})
afterAll(() => api.close())

const closed = ofEachKind(operations.filter((op) => op.access !== 'public'))

/** A request that would be accepted with credentials. */
function callOperation(
  op: (typeof operations)[number],
  credentials: { token?: string; headers?: Record<string, string> },
) {
  const query = new URLSearchParams(Object.entries(op.examples.query ?? {}).map(([k, v]) => [k, String(v)]))
  const path = op.path.replace(/\{(\w+)\}/g, (_, name) => String(op.examples.params?.[name]))
  return api.call(op.method.toUpperCase() as 'GET', `${path}?${query}`, { ...credentials, body: op.examples.body })
}

const claims = { sub: CAST.amina.id, role: 'authenticated', email: CAST.amina.email }
const now = () => Math.floor(Date.now() / 1000)
const signed = (exp: number, aud = 'authenticated', keys = api.stack.supabase.signingKeys) =>
  signToken({ ...claims, iss: `${api.stack.supabase.url}/auth/v1`, aud, exp }, keys)
/** With the public half of the key as secret, for a verifier that takes the algorithm from the token. */
const withPublicKey = (exp: number) => {
  const [{ d, ...key } = {}] = api.stack.supabase.signingKeys
  return new SignJWT({ ...claims, aud: 'authenticated', exp })
    .setProtectedHeader({ alg: 'HS256', kid: String(Object(key).kid) })
    .sign(new TextEncoder().encode(JSON.stringify(key)))
}

const refusals: [string, () => Promise<string> | string, string][] = [
  ['an expired token', () => signed(now() - 60), 'token_expired'],
  ['a token for another audience', () => signed(now() + 600, 'somewhere-else'), 'invalid_token'],
  [
    'a token signed by somebody else',
    () => signed(now() + 600, 'authenticated', makeSecrets().signingKeys),
    'invalid_token',
  ],
  ['a token with the public key as secret', () => withPublicKey(now() + 600), 'invalid_token'],
  [
    'an unsigned token',
    () => new UnsecuredJWT(claims).setAudience('authenticated').setExpirationTime('1h').encode(),
    'invalid_token',
  ],
  ['the word without a token', () => '', 'invalid_token'],
  ['something that is no token', () => 'aaaa.bbbb.cccc', 'invalid_token'],
]

test.each(closed.flatMap((op) => refusals.map((refusal) => [op.name, ...refusal, op] as const)))(
  '%s refuses %s',
  async (_name, _what, make, code, op) => {
    const response = await callOperation(op, { token: await make() })
    expect([response.status, (await response.json()).code]).toEqual([401, code])
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
  },
)

test('rejects an unsigned token however the header spells "none"', async () => {
  const payload = Buffer.from(JSON.stringify({ ...claims, aud: 'authenticated', exp: now() + 600 })).toString(
    'base64url',
  )
  for (const alg of ['none', 'None', 'NONE', 'nOnE']) {
    const token = `${Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url')}.${payload}.`
    const response = await api.call('GET', '/api/v1/auth/me', { token })
    expect([response.status, (await response.json()).code]).toEqual([401, 'invalid_token'])
  }
})

test.each(closed.map((op) => [op.name, op] as const))(
  '%s rejects missing credentials, a cookie and an invalid API key',
  async (_, op) => {
    expect((await callOperation(op, {})).status).toBe(401)
    const cookie = await callOperation(op, { headers: { cookie: 'salama-rider.session-token=x' } })
    expect([cookie.status, (await cookie.json()).code]).toEqual([401, 'unauthenticated'])
    const key = await callOperation(op, { headers: { 'x-api-key': 'svc_live_abc_def' } })
    const acceptsApiKey = typeof op.access === 'object' && 'scope' in op.access
    expect([key.status, (await key.json()).code]).toEqual(
      acceptsApiKey ? [401, 'invalid_api_key'] : [403, 'api_key_not_accepted'],
    )
    const both = await callOperation(op, { token: 'x.y.z', headers: { 'x-api-key': 'svc_live_abc_def' } })
    expect([both.status, (await both.json()).code]).toEqual([400, 'ambiguous_credentials'])
  },
)

test('returns the account of the token with its roles from the database', async () => {
  const me = await (await api.call('GET', '/api/v1/auth/me', { as: 'chebet' })).json()
  expect(me).toMatchObject({ id: CAST.chebet.id, email: CAST.chebet.email, roles: ['rider', 'surveyor'] })
})

test('stores nothing when a report is rejected', async () => {
  const before = await api.stack.query('select count(*) from app.reports')
  await api.call('POST', '/api/v1/reports', {
    token: await signed(now() - 60),
    body: { id: randomUUID(), category: 'crash', place: { lat: -1.2812, lng: 36.8226 } },
  })
  expect(await api.stack.query('select count(*) from app.reports')).toEqual(before)
})

const health = async (query = '') => (await api.call('GET', `/api/v1/health${query}`)).json()

/** The id of a new incident. */
async function newIncident(): Promise<string> {
  const body = { id: randomUUID(), category: 'hazard', place: { lat: -1.2812, lng: 36.8226 } }
  const response = await api.call('POST', '/api/v1/reports', { as: 'baraka', body })
  expect(response.status).toBe(201)
  return (await response.json()).incidentId
}

test('returns health without credentials: database status and last change of the feed', async () => {
  expect(await health()).toMatchObject({
    checks: { database: 'not_asked', feed: 'not_asked', load: 'not_asked' },
    feed: null,
  })
  await newIncident()
  await api.stack.query('select app.release_changes()')
  const { feed, ...rest } = await health('?ready=true')
  expect(rest).toMatchObject({ status: 'ok', checks: { database: 'ok', feed: 'ok', load: 'ok' } })
  expect(feed).toEqual({ changedAt: expect.stringMatching(/Z$/), lagS: 0 })
})

test('returns "degraded" while changes of the feed are not released', async () => {
  await api.stack.query(`select app.note_change($1, app.now() - interval '10 minutes')`, [await newIncident()])
  const { status, checks, feed } = await health('?ready=true')
  expect([status, checks.feed, checks.database]).toEqual(['degraded', 'late', 'ok'])
  expect(feed.lagS).toBeGreaterThanOrEqual(600)
  await api.stack.query('select app.release_changes()')
  expect(await health('?ready=true')).toMatchObject({ status: 'ok', feed: { lagS: 0 } })
})
