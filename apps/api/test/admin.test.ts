import { randomUUID } from 'node:crypto'
import { CAST, type PersonName } from '@salama/testing'
import decodeQR from 'qr/decode.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

type Call = { as?: PersonName; token?: string; body?: unknown; headers?: Record<string, string> }
const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, options: Call) => {
  const response = await api.call(method, address, options)
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}
const rolesOf = (name: PersonName) => `/api/v1/admin/users/${CAST[name].id}/roles`

test('Dalmas finds Chebet and reads her roles; a change takes effect on her next request', async () => {
  const found = await ask('GET', '/api/v1/admin/users?q=chebet&role=surveyor', { as: 'dalmas' })
  expect(found.body.data).toMatchObject([{ email: CAST.chebet.email, roles: ['rider', 'surveyor'], you: false }])
  const { version } = (await ask('GET', rolesOf('chebet'), { as: 'dalmas' })).body
  const body = { roles: ['surveyor', 'admin'], reason: 'Helps with the queue.', version }
  expect(await ask('PUT', rolesOf('chebet'), { as: 'dalmas', body })).toMatchObject({
    status: 200,
    body: { version: version + 1 },
  })
  expect((await ask('GET', '/api/v1/admin/review-queue', { as: 'chebet' })).status).toBe(200)
  expect(await ask('PUT', rolesOf('chebet'), { as: 'dalmas', body })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', currentVersion: version + 1 },
  })
  const back = { roles: ['surveyor'], reason: 'Back to the field.', version: version + 1 }
  expect((await ask('PUT', rolesOf('chebet'), { as: 'dalmas', body: back })).status).toBe(200)
  expect((await ask('GET', '/api/v1/admin/review-queue', { as: 'chebet' })).body.code).toBe('role_required')
  const log = await ask('GET', `/api/v1/admin/audit-log?action=user.roles_changed&limit=1`, { as: 'dalmas' })
  expect(log.body.data).toMatchObject([{ reason: 'Back to the field.', actor: { email: CAST.dalmas.email } }])
  expect(log.body.page.nextCursor).toEqual(expect.any(String))
  const own = { roles: [], reason: 'Enough of it.', version: 0 }
  expect(await ask('PUT', rolesOf('dalmas'), { as: 'dalmas', body: own })).toMatchObject({
    status: 403,
    body: { code: 'own_roles' },
  })
})

test('the queue goes by its cursor, and a cursor of what waits is none of what is closed', async () => {
  for (const hours of [4, 24])
    await api.stack.query(
      `select app.open_review('report', gen_random_uuid(), null, 'category', make_interval(hours => $1))`,
      [hours],
    )
  const queue = (query: string) => ask('GET', `/api/v1/admin/review-queue${query}`, { as: 'dalmas' })
  const first = await queue('?limit=1&kind=report')
  expect(first.body).toMatchObject({ data: [{ kind: 'report', state: 'pending' }], asOf: expect.any(String) })
  const cursor = encodeURIComponent(first.body.page.nextCursor)
  const second = await queue(`?limit=1&kind=report&cursor=${cursor}`)
  expect(second.body.data[0].id).not.toBe(first.body.data[0].id)
  expect((await queue(`?state=closed&cursor=${cursor}`)).status).toBe(422)
  expect((await queue('?state=forgotten')).status).toBe(422)

  const { id } = first.body.data[0]
  const claimed = await ask('POST', `/api/v1/admin/review-queue/${id}/claim`, { as: 'dalmas' })
  expect(claimed).toMatchObject({ status: 200, body: { claimedByYou: true, version: 1 } })
  const decide = (body: object) => ask('POST', '/api/v1/admin/review', { as: 'dalmas', body: { entryId: id, ...body } })
  expect(await decide({ decision: 'rejected', version: 1 })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'reasonCode' }] },
  })
  expect(await decide({ decision: 'escalated', version: 1, reasonCode: 'not_sure' })).toMatchObject({
    status: 200,
    body: { state: 'escalated', version: 2 },
  })
  const missing = `/api/v1/admin/review-queue/${randomUUID()}`
  expect((await ask('GET', missing, { as: 'dalmas' })).status).toBe(404)
})

test('the QR code of a sticker is an SVG that says the link of the vehicle', async () => {
  const [vehicle] = await api.stack.query<{ id: string; public_code: string }>(
    'select id, public_code from app.vehicles order by plate limit 1',
  )
  const { status, body } = await ask('POST', `/api/v1/admin/vehicles/${vehicle?.id}/qr`, { as: 'dalmas', body: {} })
  expect([status, body.publicCode]).toEqual([200, vehicle?.public_code])
  expect(body.link).toBe(`${api.stack.addresses.rider}/v/${vehicle?.public_code}`)
  expect(decodeQR(pixelsOf(body.qrSvg))).toBe(body.link)
  const bare = { rotate: true }
  expect((await ask('POST', `/api/v1/admin/vehicles/${vehicle?.id}/qr`, { as: 'dalmas', body: bare })).status).toBe(422)
})

/** Draws the SVG's path of unit squares, ten pixels to a module. Each square begins where the one before began. */
function pixelsOf(svg: string) {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) * 10
  const data = new Uint8Array(side * side * 4).fill(255)
  let [x, y] = [0, 0]
  for (const [, command, dx, dy] of svg.matchAll(/([Mm])(-?\d+) ?(-?\d+)/g)) {
    x = (command === 'M' ? 0 : x) + Number(dx)
    y = (command === 'M' ? 0 : y) + Number(dy)
    for (let row = y * 10; row < y * 10 + 10; row++)
      for (let column = x * 10; column < x * 10 + 10; column++)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
  }
  return { width: side, height: side, data }
}

test('Amina takes her data along and leaves; every token and key of hers is refused at once', async () => {
  const token = await api.tokenOf('amina')
  const made = { name: 'Fleet monitor', scopes: ['incidents:read'] }
  const { key } = (await ask('POST', '/api/v1/api-keys', { token, body: made })).body
  const byKey = () => ask('GET', '/api/v1/incidents', { headers: { 'x-api-key': key } })
  expect((await byKey()).status).toBe(200)
  expect(await ask('GET', '/api/v1/me/export', { token })).toMatchObject({
    status: 200,
    body: { account: { email: CAST.amina.email }, apiKeys: [{ name: 'Fleet monitor' }] },
  })
  expect(await ask('DELETE', '/api/v1/me', { token })).toMatchObject({ status: 422 })
  const wrong = await ask('DELETE', `/api/v1/me?confirm=${CAST.eve.id}`, { token })
  expect(wrong).toMatchObject({ status: 422, body: { errors: [{ path: 'confirm' }] } })
  expect(await ask('DELETE', `/api/v1/me?confirm=${CAST.amina.id}`, { token })).toEqual({ status: 204, body: null })

  for (const address of ['/api/v1/auth/me', '/api/v1/me/export', '/api/v1/incidents', '/api/v1/saccos'])
    expect(await ask('GET', address, { token })).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
  expect(await byKey()).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } })
  const { supabase } = api.stack
  const straight = await fetch(`${supabase.url}/rest/v1/rpc/get_latest_incident_feed`, {
    method: 'POST',
    headers: {
      apikey: supabase.publishableKey,
      authorization: `Bearer ${token}`,
      'content-profile': 'api',
      'content-type': 'application/json',
    },
    body: '{}',
  })
  expect([straight.ok, (await straight.json()).message]).toEqual([false, 'invalid_token'])
  expect(await api.tokenOf('amina')).toBeUndefined()
})

test('the last admin cannot leave', async () => {
  expect(await ask('DELETE', `/api/v1/me?confirm=${CAST.dalmas.id}`, { as: 'dalmas' })).toMatchObject({
    status: 409,
    body: { code: 'last_admin' },
  })
})
