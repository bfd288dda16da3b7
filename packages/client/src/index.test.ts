import { expect, test } from 'vitest'
import { createClient, type Problem } from './index.ts'

/** A client of a service that answers with `reply`, and what the service was asked. */
function clientOf(
  reply: () => Response | Promise<Response>,
  credential: { token: string } | { apiKey: string } | object,
) {
  const asked: Request[] = []
  const fetch = async (request: Request) => {
    asked.push(request)
    return reply()
  }
  const retries = { most: 0 }
  return { asked, api: createClient({ baseUrl: 'http://salama.test', fetch, retries, ...credential }) }
}

const NEAR = { params: { query: { lat: -1.28, lng: 36.82 } } }
const PROBLEM = { 'content-type': 'application/problem+json' }

test('a token goes as Authorization, an API key as X-API-KEY, and neither where there is none', async () => {
  const sent = async (credential: object) => {
    const { api, asked } = clientOf(() => Response.json({ data: [] }), credential)
    await api.GET('/api/v1/incidents/nearby', NEAR)
    return [asked[0]?.headers.get('authorization'), asked[0]?.headers.get('x-api-key'), asked[0]?.url]
  }
  const url = 'http://salama.test/api/v1/incidents/nearby?lat=-1.28&lng=36.82'
  expect(await sent({ token: 'a.b.c' })).toEqual(['Bearer a.b.c', null, url])
  expect(await sent({ apiKey: 'svc_live_x_y' })).toEqual([null, 'svc_live_x_y', url])
  expect(await sent({})).toEqual([null, null, url])
})

test('a problem comes as an error whose code can be branched on', async () => {
  const problem = {
    type: '/errors/not_found',
    title: 'No.',
    status: 404,
    code: 'not_found',
    instance: '/',
    requestId: 'r',
  }
  const { api } = clientOf(() => Response.json(problem, { status: 404, headers: PROBLEM }), { token: 't' })
  const { data, error, response } = await api.GET('/api/v1/vehicles/{identifier}', {
    params: { path: { identifier: 'KZZ 101D' } },
  })
  const typed: Problem | undefined = error
  expect([data, typed, response.status]).toEqual([undefined, problem, 404])
})

test('an answer without a body is no error', async () => {
  const { api } = clientOf(() => new Response(null, { status: 204 }), { token: 't' })
  const { error, response } = await api.DELETE('/api/v1/api-keys/{id}', {
    params: { path: { id: crypto.randomUUID() } },
  })
  expect([error, response.status]).toEqual([undefined, 204])
})

test.each([
  ['nobody answers', () => Promise.reject(new TypeError('fetch failed'))],
  [
    'a proxy answers in HTML',
    () => new Response('<h1>502</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
  ],
  ['the answer breaks off', () => new Response('{"data": [', { headers: { 'content-type': 'application/json' } })],
  ['an answer has no body', () => new Response(null, { status: 200 })],
  ['a refusal has no body', () => new Response(null, { status: 500 })],
])('when %s the error is a problem too, and nothing is thrown', async (_, reply) => {
  const { api } = clientOf(reply, { token: 't' })
  const { data, error } = await api.GET('/api/v1/incidents/nearby', NEAR)
  expect([data, error?.code, error?.instance]).toEqual([undefined, 'unavailable', '/api/v1/incidents/nearby'])
})

test('a file comes as its text', async () => {
  const csv = () => new Response('at,action\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } })
  const { data, error } = await clientOf(csv, { token: 't' }).api.GET('/api/v1/admin/audit-log/export', {
    parseAs: 'text',
  })
  expect([data, error]).toEqual(['at,action\r\n', undefined])
})

test('what has not changed is neither data nor an error', async () => {
  const { api } = clientOf(() => new Response(null, { status: 304, headers: { etag: 'W/"x"' } }), { token: 't' })
  const { data, error, response } = await api.GET('/api/v1/corridors', { headers: { 'if-none-match': 'W/"x"' } })
  expect([data, Boolean(error), response.status, response.headers.get('etag')]).toEqual([
    undefined,
    false,
    304,
    'W/"x"',
  ])
})
