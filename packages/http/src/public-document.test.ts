import { expect, test } from 'vitest'
import { publicDocument, type RouteHandlers } from './index.ts'

const made: number[] = []
const handlers = publicDocument('paper', 'application/json', () => {
  made.push(1)
  return '{"a":1}'
})
const ask = (method: keyof RouteHandlers, headers: Record<string, string> = {}) =>
  handlers[method](new Request('https://api.salama.example/paper', { method, headers }), {
    params: Promise.resolve({}),
  })

test('builds a public document once, allows any origin, and returns 304 when it matches', async () => {
  const first = await ask('GET', { origin: 'https://eve.example' })
  const etag = first.headers.get('etag') ?? ''
  expect([first.status, await first.text(), first.headers.get('content-type')]).toEqual([
    200,
    '{"a":1}',
    'application/json',
  ])
  expect(etag).toMatch(/^W\/"/)
  expect(first.headers.get('x-request-id')).toBeTruthy()
  expect(first.headers.get('access-control-allow-origin')).toBe('*')
  expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const again = await ask('GET', { 'if-none-match': etag })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  const head = await ask('HEAD')
  expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag])
  expect(made).toHaveLength(1)
})

test('lists the methods of a document, and returns 405 for others', async () => {
  const options = await ask('OPTIONS')
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const refused = await ask(method)
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(await refused.json()).toMatchObject({ code: 'method_not_allowed', instance: '/paper' })
  }
})
