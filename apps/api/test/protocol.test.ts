import { randomUUID } from 'node:crypto'
import { getCurrentUser } from '@salama/domain/accounts'
import { type Operation, operation } from '@salama/domain/shared'
import { useCase } from '@salama/domain/use-case'
import { createRoute, log } from '@salama/http'
import { bearerCaller } from '@salama/session/bearer'
import { CAST } from '@salama/testing'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi({ settings: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => api.close())

const NEARBY = '/api/v1/incidents/nearby?lat=-1.2812&lng=36.8226'
let addresses = 0
/** An IP address that no other test uses. */
const newAddress = () => ({ 'x-forwarded-for': `192.0.2.${addresses++}` })
const codeOf = async (response: Response) => [response.status, (await response.json()).code]

test('limits a key to 120 requests a minute, and sends the policy', async () => {
  const created = await api.call('POST', '/api/v1/api-keys', {
    as: 'amina',
    body: { name: 'Fleet monitor', scopes: ['incidents:read'] },
  })
  const { key } = await created.json()
  const read = () => api.call('GET', NEARBY, { headers: { 'x-api-key': key } })
  const first = await read()
  expect(first.headers.get('ratelimit-policy')).toBe('"default";q=120;w=60, "daily";q=20000;w=86400')
  const rest: Response[] = []
  for (let n = 0; n < 6; n++) rest.push(...(await Promise.all(Array.from({ length: 20 }, read))))
  expect(rest.filter(({ status }) => status === 200)).toHaveLength(119)
  const refused = rest.find(({ status }) => status === 429)
  expect(refused?.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await api.call('GET', NEARBY, { as: 'amina' })).status).toBe(200)
})

test('returns 429 after thirty wrong keys without querying the database', async () => {
  const headers = newAddress()
  const good = await (
    await api.call('POST', '/api/v1/api-keys', { as: 'baraka', body: { name: 'x', scopes: ['incidents:read'] } })
  ).json()
  for (let i = 0; i < 30; i++)
    expect((await api.call('GET', NEARBY, { headers: { ...headers, 'x-api-key': 'guess' } })).status).toBe(401)
  const guessed = await api.call('GET', NEARBY, { headers: { ...headers, 'x-api-key': good.key } })
  expect([guessed.status, guessed.headers.get('ratelimit-policy')]).toEqual([429, '"credentials";q=30;w=60'])
  const elsewhere = { ...newAddress(), 'x-api-key': good.key }
  expect((await api.call('GET', NEARBY, { headers: elsewhere })).status).toBe(200)
  expect((await api.call('GET', NEARBY, { headers: { ...headers, 'x-api-key': good.key } })).status).toBe(200)
  expect((await api.call('GET', NEARBY, { as: 'baraka', headers })).status).toBe(200)
})

test('sends Retry-After for a limit that SQL counts', async () => {
  const report = () =>
    api.call('POST', '/api/v1/reports', {
      as: 'baraka',
      body: { id: randomUUID(), category: 'breakdown', place: { lat: -1.2812, lng: 36.8226 } },
    })
  for (let i = 0; i < 5; i++) expect((await report()).status).toBe(201)
  const refused = await report()
  expect(refused.headers.get('ratelimit-policy')).toBe('"writes";q=60;w=60')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  expect(await codeOf(refused)).toEqual([429, 'rate_limited'])
})

let done = 0
const decide = operation({
  name: 'decide',
  method: 'post',
  path: '/api/v1/admin/decide',
  tag: 'Test',
  summary: 's',
  description: 'd',
  access: { role: 'admin' },
  body: z.strictObject({ id: z.uuid() }),
  reply: z.object({}),
  errors: [],
  cache: 'no-store',
  examples: { reply: {} },
} as const satisfies Operation)
const { POST } = createRoute(bearerCaller)({
  POST: useCase(decide, async () => {
    done += 1
    return {}
  }),
})
const callOperation = async (as: keyof typeof CAST, body: string) =>
  POST(
    new Request('http://localhost/api/v1/admin/decide', {
      method: 'POST',
      headers: { authorization: `Bearer ${await api.tokenOf(as)}`, 'content-type': 'application/json' },
      body,
    }),
    { params: Promise.resolve({}) },
  )

test('returns 403 for a missing role before the body is validated', async () => {
  for (const body of ['{"id":', '{}', JSON.stringify({ id: randomUUID() })]) {
    const refused = await callOperation('eve', body)
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
    expect(await codeOf(refused)).toEqual([403, 'role_required'])
  }
  expect(await codeOf(await callOperation('chebet', '{}'))).toEqual([403, 'role_required'])
  expect(await codeOf(await callOperation('dalmas', '{}'))).toEqual([422, 'invalid_request'])
  expect(done).toBe(0)
  expect((await callOperation('dalmas', JSON.stringify({ id: randomUUID() }))).status).toBe(200)
})

test('applies a revoked role at the next request', async () => {
  await api.stack.query(`delete from app.user_roles where user_id = $1 and role = 'surveyor'`, [CAST.chebet.id])
  const me = await (await api.call('GET', '/api/v1/auth/me', { as: 'chebet' })).json()
  expect(me.roles).toEqual(['rider'])
  await api.stack.query(`insert into app.user_roles (user_id, role) values ($1, 'surveyor')`, [CAST.chebet.id])
})

test('logs no token, key, account, plate, location or text from requests', async () => {
  const lines: unknown[] = []
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(line))
  const token = await api.tokenOf('dalmas')
  const { key } = await (
    await api.call('POST', '/api/v1/api-keys', { token, body: { name: 'Secret name', scopes: ['incidents:read'] } })
  ).json()
  const secret = {
    note: 'The conductor Njoroge, njoroge@mail.test',
    plate: 'KDA 482Q',
    lat: -1.2812345,
    lng: 36.8226543,
  }
  const place = { lat: secret.lat, lng: secret.lng }
  const body = { id: randomUUID(), category: 'crash', place, note: secret.note, vehicle: { identifier: secret.plate } }
  const headers = { ...newAddress(), cookie: 'salama-api.session-token=a-cookie' }
  await api.call('POST', '/api/v1/reports', { token, body, headers })
  await api.call('POST', '/api/v1/reports', {
    token,
    body: { ...body, [secret.note]: secret.plate, id: secret.note },
    headers,
  })
  await api.call('GET', `/api/v1/incidents/nearby?lat=${secret.lat}&lng=${secret.lng}`, {
    headers: { 'x-api-key': key },
  })
  await api.call('GET', `/api/v1/vehicles/${encodeURIComponent(secret.plate)}`, { token })
  await api.call('GET', '/api/v1/auth/me', { token: `${token}x`, headers })
  await api.call('GET', NEARBY, { headers: { ...headers, 'x-api-key': `${key}x` } })
  await breakOn(secret.note, token, body)

  const faults = lines.filter((line) => JSON.stringify(line).includes('"code":"internal"'))
  expect(faults.length).toBeGreaterThanOrEqual(3)
  expect(JSON.stringify(faults)).toMatch(/submit_incident_report: 22\w\w\w/)
  expect(lines.length).toBeGreaterThan(8)
  const all = JSON.stringify(lines)
  const { email, id } = CAST.dalmas
  const sent = [
    token,
    key,
    key.slice(20),
    email,
    id,
    'Njoroge',
    'KDA',
    '482Q',
    '1.28123',
    '36.82265',
    'Secret name',
    'a-cookie',
    '192.0.2',
  ]
  for (const value of sent) expect(all).not.toContain(value)
})

/** Internal errors in whose messages PostgreSQL, Node and zod quote user input. */
async function breakOn(note: string, token: string, body: object): Promise<void> {
  await api.stack.query(
    `create function app.break() returns trigger language plpgsql as $$ begin perform new.note::uuid; return new; end $$`,
  )
  await api.stack.query('create trigger break before insert on app.reports for each row execute function app.break()')
  await api.call('POST', '/api/v1/reports', { token, body: { ...body, id: randomUUID() } })
  await api.stack.query('drop trigger break on app.reports')
  const broken = (run: () => unknown) =>
    createRoute(bearerCaller)({ GET: useCase(getCurrentUser.operation, async () => run()) }).GET(
      new Request('http://localhost/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } }),
      { params: Promise.resolve({}) },
    )
  await broken(() => JSON.parse(`${note}, ${token}`))
  await broken(() => ({ [note]: note, roles: [note], email: [note] }))
  await broken(() => {
    throw new TypeError(`no such thing: ${note} ${token} -1.2812345`.replace('The conductor Njoroge, ', ''))
  })
}
