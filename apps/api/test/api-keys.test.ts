import { randomUUID } from 'node:crypto'
import { DATA_LICENCE } from '@salama/domain/city-words'
import { operations } from '@salama/domain/contract'
import { recordSpans } from '@salama/domain/trace'
import { log } from '@salama/http'
import type { PersonName } from '@salama/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
beforeEach(() => api.stack.query('delete from app.api_keys'))
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await api.stack.shiftClock('0')
})
afterAll(() => api.close())

type Created = { id: string; prefix: string; key: string; scopes: string[]; expiresAt: string }
const NAME = 'Fleet monitor'
const NEARBY = '/api/v1/incidents/nearby?lat=-1.2812&lng=36.8226'

const create = (as: PersonName, body: object = {}, headers: Record<string, string> = {}) =>
  api.call('POST', '/api/v1/api-keys', { as, body: { name: NAME, scopes: ['incidents:read'], ...body }, headers })
const made = async (as: PersonName, body: object = {}): Promise<Created> => (await create(as, body)).json()
const read = (key: string, address = NEARBY) => api.call('GET', address, { headers: { 'x-api-key': key } })
const revoke = (as: PersonName, id: string) => api.call('DELETE', `/api/v1/api-keys/${id}`, { as })
const rotate = (as: PersonName, id: string, headers: Record<string, string> = {}) =>
  api.call('POST', `/api/v1/api-keys/${id}/rotate`, { as, headers })
const list = async (as: PersonName) => (await api.call('GET', '/api/v1/api-keys', { as })).json()
const codeOf = async (response: Response) => [response.status, (await response.json()).code]
/** Advances this process's clock, for its caches. */
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })

test('creates an API key that reads what its scope allows', async () => {
  const response = await create('amina', { expiresInDays: 30, acceptsTerms: true })
  const created: Created = await response.json()
  const address = `/api/v1/api-keys/${created.id}`
  expect([response.status, response.headers.get('location')]).toEqual([201, address])
  const { key: _, ...stored } = created
  const own = await (await api.call('GET', address, { as: 'amina' })).json()
  expect(own).toMatchObject({ ...stored, termsAcceptedAt: expect.any(String) })
  expect((await api.call('GET', address, { as: 'eve' })).status).toBe(404)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(created.key).toMatch(new RegExp(`^svc_live_${created.prefix}_[0-9A-Za-z]{46}$`))

  const { data } = await (await read(created.key)).json()
  expect(data).toEqual((await (await api.call('GET', NEARBY, { as: 'eve' })).json()).data)
  const incidents = await read(created.key, '/api/v1/incidents')
  expect([incidents.status, incidents.headers.get('link')]).toEqual([200, `<${DATA_LICENCE.url}>; rel="license"`])
  const head = await api.call('HEAD', NEARBY, { headers: { 'x-api-key': created.key } })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await list('amina')).data).toMatchObject([
    { id: created.id, state: 'active', lastUsedAt: expect.any(String) },
  ])
})

test('returns the missing scope for a key without it', async () => {
  const { key } = await made('amina', { scopes: ['routes:read', 'search:read'] })
  const response = await read(key)
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'scope_missing', scope: 'incidents:read' })
  expect(await codeOf(await read(key, '/api/v1/service-area'))).toEqual([403, 'scope_missing'])
})

const scopeOf = (op: (typeof operations)[number]) =>
  typeof op.access === 'object' && 'scope' in op.access ? op.access.scope : undefined
const closed = operations.filter((op) => op.access !== 'public' && scopeOf(op) === undefined)

test.each(closed.map((op) => [op.name, op] as const))('rejects a valid API key at %s', async (_, op) => {
  const { key } = await made('dalmas', { scopes: ['incidents:read', 'corridors:read'] })
  const path = op.path.replace(/\{(\w+)\}/g, (_whole, name) => String(op.examples.params?.[name]))
  const response = await api.call(op.method.toUpperCase() as 'GET', path, {
    headers: { 'x-api-key': key },
    body: op.examples.body,
  })
  expect(await codeOf(response)).toEqual([403, 'api_key_not_accepted'])
})

test.each(operations.filter((op) => scopeOf(op) !== undefined).map((op) => [op.name, op] as const))(
  '%s accepts a key with its scope and rejects one without',
  async (_, op) => {
    const query = new URLSearchParams(Object.entries(op.examples.query ?? {}).map(([k, v]) => [k, String(v)]))
    const path = op.path.replace(/\{(\w+)\}/g, (_whole, name) => String(op.examples.params?.[name]))
    const right = await made('amina', { scopes: [scopeOf(op)] })
    const wrong = await made('amina', { scopes: ['search:read', 'saccos:read'].filter((s) => s !== scopeOf(op)) })
    expect([200, 404]).toContain((await read(right.key, `${path}?${query}`)).status)
    expect(await codeOf(await read(wrong.key, `${path}?${query}`))).toEqual([403, 'scope_missing'])
  },
)

test('rejects an API key and a token together, whichever is valid', async () => {
  const { key } = await made('amina')
  for (const options of [{ as: 'amina' as const }, { token: 'x.y.z' }])
    expect(await codeOf(await api.call('GET', NEARBY, { ...options, headers: { 'x-api-key': key } }))).toEqual([
      400,
      'ambiguous_credentials',
    ])
})

test('ignores an API key, valid or not, at a public operation', async () => {
  const { key } = await made('amina')
  for (const sent of [key, 'broken']) expect((await read(sent, '/api/v1/health')).status).toBe(200)
  expect((await list('amina')).data).toMatchObject([{ lastUsedAt: null }])
})

test('returns the same 401 for a mistyped key and for an unknown one', async () => {
  const { key, id } = await made('amina')
  await api.stack.query('delete from app.api_keys where id = $1', [id])
  for (const sent of [key, key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')), 'svc_live_abc_def', '']) {
    const response = await read(sent)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="salama"')
    expect(await codeOf(response)).toEqual([401, 'invalid_api_key'])
  }
})

test('rejects a revoked key at once although it was cached, and still lists it', async () => {
  const { key, id } = await made('amina')
  expect((await read(key)).status).toBe(200)
  for (let i = 0; i < 2; i++) {
    const response = await revoke('amina', id)
    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([204, '', null])
    expect(await codeOf(await read(key))).toEqual([401, 'api_key_revoked'])
  }
  expect((await list('amina')).data).toMatchObject([{ id, state: 'revoked' }])
})

test('rejects a key that another process revoked within 30 seconds', async () => {
  const { key, id } = await made('amina')
  expect((await read(key)).status).toBe(200)
  await api.stack.query('update app.api_keys set revoked_at = app.now() where id = $1', [id])
  expect((await read(key)).status).toBe(200)
  later(30_000)
  expect(await codeOf(await read(key))).toEqual([401, 'api_key_revoked'])
})

test('caches a rejection for 5 seconds at most', async () => {
  const { key, id } = await made('amina')
  const set = (at: string) => api.stack.query(`update app.api_keys set revoked_at = ${at} where id = $1`, [id])
  await set('app.now()')
  expect(await codeOf(await read(key))).toEqual([401, 'api_key_revoked'])
  await set('null')
  expect((await read(key)).status).toBe(401)
  later(5_000)
  expect((await read(key)).status).toBe(200)
})

test('rejects a cached key once it has expired', async () => {
  const { key, id } = await made('amina')
  await api.stack.query(`update app.api_keys set expires_at = app.now() + interval '10 seconds' where id = $1`, [id])
  expect((await read(key)).status).toBe(200)
  await api.stack.shiftClock('11 seconds')
  later(11_000)
  expect(await codeOf(await read(key))).toEqual([401, 'api_key_expired'])
})

test('queries the database once for fifty concurrent requests with a new key', async () => {
  const { key } = await made('amina')
  const asked: string[] = []
  recordSpans((name) => {
    asked.push(name)
    return { trace: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), flags: '00' }, end: () => {} }
  })
  const answers = await Promise.all(Array.from({ length: 50 }, () => read(key))).finally(() => recordSpans())
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(asked.filter((name) => name === 'rpc verify_api_key')).toHaveLength(1)
})

test('returns a new key on rotation and accepts the old one for 24 hours', async () => {
  const old = await made('amina')
  const response = await rotate('amina', old.id)
  const next: Created = await response.json()
  expect(response.status).toBe(201)
  expect(next.scopes).toEqual(old.scopes)
  expect(next.key).not.toBe(old.key)
  for (const { key } of [old, next]) expect((await read(key)).status).toBe(200)
  expect(await codeOf(await rotate('amina', old.id))).toEqual([409, 'invalid_transition'])
  await api.stack.shiftClock('24 hours 1 minute')
  later(31_000)
  expect(await codeOf(await read(old.key))).toEqual([401, 'api_key_expired'])
  expect((await read(next.key)).status).toBe(200)
})

test('does not let another account list, revoke or rotate a key', async () => {
  const { key, id } = await made('amina')
  for (const response of [await revoke('eve', id), await rotate('eve', id), await revoke('eve', randomUUID())])
    expect(await codeOf(response)).toEqual([404, 'not_found'])
  expect((await list('eve')).data).toEqual([])
  expect((await read(key)).status).toBe(200)
})

test('creates no second key for a repeated Idempotency-Key and returns the id of the first', async () => {
  const mark = { 'idempotency-key': 'monday morning' }
  const { id }: Created = await (await create('amina', {}, mark)).json()
  const again = await create('amina', {}, mark)
  expect(again.status).toBe(409)
  const { code, keyId, key } = await again.json()
  expect([code, keyId, key]).toEqual(['api_key_already_created', id, undefined])
  expect(await codeOf(await create('amina', { name: 'Other' }, mark))).toEqual([422, 'idempotency_key_reused'])
  const rotated = { 'idempotency-key': 'tuesday' }
  const { id: next }: Created = await (await rotate('amina', id, rotated)).json()
  expect(await (await rotate('amina', id, rotated)).json()).toMatchObject({ keyId: next })
  expect((await list('amina')).data).toHaveLength(2)
})

test.each([
  ['an Idempotency-Key of 256 characters', {}, { 'idempotency-key': 'x'.repeat(256) }, ['Idempotency-Key']],
  ['an empty Idempotency-Key', {}, { 'idempotency-key': '' }, ['Idempotency-Key']],
  ['no name', { name: ' ' }, {}, ['name']],
  ['an unknown scope', { scopes: ['reports:read'] }, {}, ['scopes.0']],
  ['no scopes and two years', { scopes: [], expiresInDays: 730 }, {}, ['expiresInDays', 'scopes']],
  ['a prefix of its own', { prefix: 'aaaaaaaaaa' }, {}, ['prefix']],
])('rejects %s with the path of its field', async (_, body, headers, paths) => {
  const response = await create('amina', body, headers)
  const { errors } = await response.json()
  expect([response.status, errors.map((e: { path: string }) => e.path).toSorted()]).toEqual([422, paths])
})

test('rejects a sixth key until one is revoked', async () => {
  const keys = []
  for (let i = 0; i < 5; i++) keys.push(await made('baraka'))
  const sixth = await create('baraka')
  expect([sixth.status, await sixth.json()]).toMatchObject([409, { code: 'too_many_api_keys', max: 5 }])
  await revoke('baraka', keys[0]?.id ?? '')
  expect((await create('baraka')).status).toBe(201)
})

test('never shows a key in lists, logs, problems or rows', async () => {
  const lines: unknown[] = []
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(line))
  const { key, id } = await made('amina')
  const next: Created = await (await rotate('amina', id)).json()
  const answers = [await list('amina')]
  for (const address of [NEARBY, '/api/v1/service-area', '/api/v1/auth/me', '/api/v1/incidents?bog=1'])
    for (const sent of [key, next.key]) answers.push(await (await read(sent, address)).json())
  await revoke('amina', next.id)
  answers.push(await (await read(next.key)).json(), await list('amina'))
  const rows = await api.stack.query('select to_jsonb(k)::text as row from app.api_keys k')
  expect(lines.length).toBeGreaterThan(8)
  const all = JSON.stringify([lines, answers, rows])
  for (const secret of [key, next.key]) expect(all).not.toContain(secret.slice(20))
})
