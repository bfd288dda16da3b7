import { afterEach, expect, test, vi } from 'vitest'
import { askServer, isForSignIn, isPassing } from './ask-server.ts'

afterEach(() => vi.unstubAllGlobals())

const answering = (response: Response | Error) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => {
    if (response instanceof Error) throw response
    return response
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}
const problem = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

test('a request says for which account it is meant, and that it is for none', async () => {
  const fetched = answering(Response.json({ fine: true }))
  expect(await askServer('/api/x', { account: 'mark', body: { a: 1 } })).toMatchObject({
    ok: true,
    reply: { fine: true },
  })
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({
    method: 'POST',
    body: '{"a":1}',
    headers: { 'salama-account': 'mark', 'content-type': 'application/json' },
  })
  answering(Response.json({}))
  const other = answering(Response.json({}))
  await askServer('/api/x', { account: null })
  expect(other.mock.calls[0]?.[1]).toMatchObject({ headers: { 'salama-account': 'none' } })
  expect(other.mock.calls[0]?.[1]).not.toHaveProperty('method')
})

test('what is put is put, and not posted', async () => {
  const fetched = answering(Response.json({}))
  await askServer('/api/x', { account: null, method: 'PUT', body: { a: 1 } })
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: 'PUT', body: '{"a":1}' })
})

test('a refusal keeps its code, its waiting time and what else the server said', async () => {
  answering(problem(429, { code: 'rate_limited', more: 1 }, { 'retry-after': '30' }))
  expect(await askServer('/api/x', { account: null })).toEqual({
    ok: false,
    code: 'rate_limited',
    retryAfterS: 30,
    body: { code: 'rate_limited', more: 1 },
  })
})

test('no answer, a proxy’s page and half an answer are no success', async () => {
  answering(new TypeError('Failed to fetch'))
  expect(await askServer('/api/x', { account: null })).toMatchObject({ ok: false, code: 'network' })
  answering(problem(502, '<html>Bad gateway</html>'))
  expect(await askServer('/api/x', { account: null })).toMatchObject({ ok: false, code: 'unavailable' })
  answering(new Response('{"half":', { status: 200 }))
  expect(await askServer('/api/x', { account: null })).toMatchObject({ ok: false, code: 'network' })
})

test('what signing in mends and what passes by itself are told apart from what was refused', () => {
  expect(['unauthenticated', 'token_expired', 'role_required'].map(isForSignIn)).toEqual([true, true, false])
  expect(['network', 'rate_limited', 'id_reused'].map(isPassing)).toEqual([true, true, false])
})
