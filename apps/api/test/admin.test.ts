import { randomUUID } from 'node:crypto'
import { CAST, type PersonName } from '@salama/testing'
import { parse } from 'csv-parse/sync'
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

test('lets an admin find a user and change roles, effective from that user’s next request', async () => {
  const found = await ask('GET', '/api/v1/admin/users?q=chebet&role=surveyor', { as: 'dalmas' })
  expect(found.body.data).toMatchObject([{ email: CAST.chebet.email, roles: ['rider', 'surveyor'], you: false }])
  const { version } = (await ask('GET', rolesOf('chebet'), { as: 'dalmas' })).body
  const body = { roles: ['surveyor', 'admin'], reason: 'Helps with the queue.', version }
  expect(await ask('PUT', rolesOf('chebet'), { as: 'dalmas', body })).toMatchObject({
    status: 200,
    body: { version: version + 1 },
  })
  expect(await ask('GET', '/api/v1/admin/review-queue', { as: 'chebet' })).toMatchObject({
    status: 403,
    body: { code: 'second_factor_required', because: 'not_set_up' },
  })
  await api.stack.query('insert into app.second_factor_waivers (user_id) values ($1)', [CAST.chebet.id])
  expect((await ask('GET', '/api/v1/admin/review-queue', { as: 'chebet' })).status).toBe(200)
  expect(await ask('PUT', rolesOf('chebet'), { as: 'dalmas', body })).toMatchObject({
    status: 200,
    body: { version: version + 1 },
  })
  const other = { ...body, reason: 'Something else.' }
  expect(await ask('PUT', rolesOf('chebet'), { as: 'dalmas', body: other })).toMatchObject({
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

test('paginates the review queue, and rejects a cursor of open entries for closed ones', async () => {
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

test('returns the QR code of a sticker as an SVG that encodes the vehicle’s link', async () => {
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

/** Rasterizes the SVG's path of unit squares, ten pixels per module. Squares are relative to the previous one. */
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

test('exports an account’s data and deletes it; its tokens and API keys stop working at once', async () => {
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

test('refuses to delete the account of the last admin', async () => {
  expect(await ask('DELETE', `/api/v1/me?confirm=${CAST.dalmas.id}`, { as: 'dalmas' })).toMatchObject({
    status: 409,
    body: { code: 'last_admin' },
  })
})

const EXPORT = '/api/v1/admin/audit-log/export'
const note = (reason: string) =>
  api.stack.query(`select app.audit($1, 'test.noted', 'user', 'x', $2, '{"after": ["a,b"]}')`, [CAST.dalmas.id, reason])
const rowsOf = (text: string): string[][] => parse(text)

test('exports the audit log as CSV with formulas escaped', async () => {
  const reasons = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', 'Said "no", twice;\r\nthen yes', 'Sababu: jină']
  for (const reason of reasons) await note(reason)
  const response = await api.call('GET', `${EXPORT}?action=test.noted`, { as: 'dalmas' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
  expect(response.headers.get('link')).toBeNull()
  const [header, ...rows] = rowsOf(await response.text())
  expect(header).toEqual([
    'at',
    'actorId',
    'actorEmail',
    'action',
    'subjectKind',
    'subjectId',
    'reason',
    'detail',
    'about',
  ])
  const written = rows.map((row) => row[6]).toReversed()
  expect(written).toEqual(reasons.map((reason) => (/^[=+\-@\t\r]/.test(reason) ? `'${reason}` : reason)))
  expect(rows[0]?.slice(1, 6)).toEqual([CAST.dalmas.id, CAST.dalmas.email, 'test.noted', 'user', 'x'])
  expect(rows[0]?.[7]).toBe('{"after":["a,b"]}')
})

test('splits a long audit log into files, each with a link to the next', async () => {
  for (let n = 0; n < 5; n++) await note(`Line ${n}`)
  const lines: (string | undefined)[] = []
  let address: string | undefined = `${EXPORT}?action=test.noted&limit=3`
  while (address !== undefined) {
    const response: Response = await api.call('GET', address, { as: 'dalmas' })
    lines.push(
      ...rowsOf(await response.text())
        .slice(1)
        .map((row) => row[6]),
    )
    address = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
    if (address !== undefined)
      expect(address).toMatch(/^\/api\/v1\/admin\/audit-log\/export\?action=test\.noted&limit=3&cursor=/)
  }
  expect(lines.slice(0, 5)).toEqual(['Line 4', 'Line 3', 'Line 2', 'Line 1', 'Line 0'])
  const all = await api.call('GET', `${EXPORT}?action=test.noted&limit=5000`, { as: 'dalmas' })
  expect(lines).toEqual(
    rowsOf(await all.text())
      .slice(1)
      .map((row) => row[6]),
  )
})

test('exports CSV only, and rejects the cursor of another list', async () => {
  const status = async (address: string, accept?: string) =>
    (await api.call('GET', address, { as: 'dalmas', ...(accept !== undefined && { headers: { accept } }) })).status
  expect(await status(EXPORT, 'text/csv')).toBe(200)
  expect(await status(EXPORT, 'text/*;q=0.5')).toBe(200)
  expect(await status(EXPORT, 'application/json')).toBe(406)
  expect(await status(`${EXPORT}?limit=5001`)).toBe(422)
  const list = await api.call('GET', '/api/v1/admin/audit-log?limit=1', { as: 'dalmas' })
  const { page } = await list.json()
  expect(await status(`${EXPORT}?cursor=${page.nextCursor}`)).toBe(422)
})

test('returns dashboard figures, cacheable for a minute, with an ETag of their content', async () => {
  const get = (headers: Record<string, string> = {}) =>
    api.call('GET', '/api/v1/admin/dashboard', { as: 'dalmas', headers })
  const body = { id: randomUUID(), category: 'hazard', place: { lat: -1.2812, lng: 36.8226 } }
  await api.call('POST', '/api/v1/reports', { as: 'baraka', body })
  const first = await get()
  const { asOf, incidents, queue } = await first.json()
  expect([first.headers.get('cache-control'), typeof asOf]).toEqual(['private, max-age=60', 'string'])
  expect(incidents.published).toBeGreaterThan(0)
  expect(queue.now).toHaveLength(4)
  // Figures in hours grow with time, so they may differ between two responses, but not between every two.
  const again = async () => (await get({ 'if-none-match': (await get()).headers.get('etag') ?? '' })).status
  await expect.poll(again).toBe(304)
})
