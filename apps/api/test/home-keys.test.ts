import { cookieOf } from '@salama/session/testing'
import { type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

// The key routes of the developers' home: the same use cases as /api/v1, with the session instead of a token.

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ apps: [] })
  startWith(stack.env('api'))
})
afterAll(() => stack.close())
beforeEach(() => stack.query('delete from app.api_keys'))

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }
const sessionOf = async (person: PersonName) => cookieOf(await signIn(stack.supabase, person))
const wish = { name: 'Fleet monitor', scopes: ['incidents:read'], expiresInDays: 30 }

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, headers: Record<string, string>, body?: unknown) {
  const [, id, rotate] = /^\/api\/api-keys(?:\/([^/]+))?(\/rotate)?$/.exec(path) ?? []
  const routes = rotate
    ? await import('../app/api/api-keys/[id]/rotate/route.ts')
    : id
      ? await import('../app/api/api-keys/[id]/route.ts')
      : await import('../app/api/api-keys/route.ts')
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const response = await routes[method](request, { params: Promise.resolve(id ? { id } : {}) })
  return { status: response.status, body: response.status === 204 ? null : await response.json() }
}

const stored = () => stack.query('select name, revoked_at is not null as revoked from app.api_keys order by created_at')

test('creates, rotates and revokes a key from the developer pages', async () => {
  const cookie = await sessionOf('amina')
  const made = await call('POST', '/api/api-keys', { cookie, ...OWN_PAGE }, wish)
  expect(made).toMatchObject({ status: 201, body: { name: 'Fleet monitor', key: expect.stringMatching(/^svc_live_/) } })
  const replaced = await call('POST', `/api/api-keys/${made.body.id}/rotate`, { cookie, ...OWN_PAGE })
  expect(replaced.status).toBe(201)
  expect((await call('DELETE', `/api/api-keys/${made.body.id}`, { cookie, ...OWN_PAGE })).status).toBe(204)
  const { body } = await call('GET', '/api/api-keys', { cookie, ...OWN_PAGE })
  expect(body.data.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
    [replaced.body.id, 'active'],
    [made.body.id, 'revoked'],
  ])
  expect(JSON.stringify(body)).not.toContain(made.body.key)
})

test('returns the id of the first key when a creation is retried, and creates no second one', async () => {
  const headers = { cookie: await sessionOf('amina'), ...OWN_PAGE, 'idempotency-key': 'one-try' }
  const made = await call('POST', '/api/api-keys', headers, wish)
  const again = await call('POST', '/api/api-keys', headers, wish)
  expect(again).toMatchObject({ status: 409, body: { code: 'api_key_already_created', keyId: made.body.id } })
  expect(await stored()).toHaveLength(1)
})

test('rejects changes to keys without a session, from another site, with a token and by another account', async () => {
  const cookie = await sessionOf('amina')
  const { body: key } = await call('POST', '/api/api-keys', { cookie, ...OWN_PAGE }, wish)
  const before = await stored()
  expect(await call('POST', '/api/api-keys', OWN_PAGE, wish)).toMatchObject({ status: 401 })
  expect(await call('POST', '/api/api-keys', { cookie, origin: 'https://eve.test' }, wish)).toMatchObject({
    status: 403,
    body: { code: 'cross_site_request' },
  })
  const { accessToken } = await signIn(stack.supabase, 'amina')
  const bearer = await call('POST', '/api/api-keys', { authorization: `Bearer ${accessToken}`, ...OWN_PAGE }, wish)
  expect(bearer.status).toBe(401)
  const eve = { cookie: await sessionOf('eve'), ...OWN_PAGE }
  expect((await call('DELETE', `/api/api-keys/${key.id}`, eve)).status).toBe(404)
  expect((await call('POST', `/api/api-keys/${key.id}/rotate`, eve)).status).toBe(404)
  expect(await stored()).toEqual(before)
})
