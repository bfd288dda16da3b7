import { parse } from 'yaml'
import { address, expect, test } from '../support/test.ts'

// The API's server beside its operations, which have tests of their own.

test('the contract is served as JSON and as YAML with the same content', async ({ request }) => {
  const json = await (await request.get(`${address('api')}/api/openapi.json`)).json()
  expect(json.openapi).toBe('3.1.0')
  expect(parse(await (await request.get(`${address('api')}/api/openapi.yaml`)).text())).toEqual(json)
})

test('every URL under /api returns an API response, including unknown paths and methods', async ({ request }) => {
  const ask = (path: string, method = 'GET', headers = {}) =>
    request.fetch(`${address('api')}${path}`, { method, headers })
  const document = await ask('/api/openapi.json')
  expect(document.headers()['x-request-id']).toBeTruthy()
  const { etag = '' } = document.headers()
  expect((await ask('/api/openapi.json', 'GET', { 'if-none-match': etag })).status()).toBe(304)
  for (const [method, path, status, code, allow] of [
    ['GET', '/api/nothing', 404, 'not_found', undefined],
    ['POST', '/api/v2/health', 404, 'not_found', undefined],
    ['GET', '/api/openapi.yml', 404, 'not_found', undefined],
    ['GET', '/api/v1/nothing', 404, 'not_found', undefined],
    ['GET', '/api/v1/vehicles/%zz', 401, 'unauthenticated', undefined],
    ['GET', '/api/v1/vehicles/%ff', 401, 'unauthenticated', undefined],
    ['POST', '/api/openapi.yaml', 405, 'method_not_allowed', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/api/v1/corridors', 405, 'method_not_allowed', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const answer = await ask(path, method)
    const headers = answer.headers()
    const said = [answer.status(), (await answer.json()).code, headers.allow]
    expect([method, path, ...said]).toEqual([method, path, status, code, allow])
    expect(headers['x-request-id']).toBeTruthy()
    expect(headers['content-type']).toBe('application/problem+json')
  }
})

test('the reference pages send the security headers of every page, and lead home', async ({ request }) => {
  const names = ['referrer-policy', 'permissions-policy', 'x-content-type-options', 'cross-origin-opener-policy']
  for (const path of ['/en', '/errors', '/api/docs', '/api/redoc']) {
    const answer = await request.get(`${address('api')}${path}`)
    const headers = answer.headers()
    expect([path, names.filter((name) => headers[name] === undefined)]).toEqual([path, []])
    if (path.startsWith('/api')) expect(/<header[\s\S]*<a [^>]*href="\/"/.test(await answer.text())).toBe(true)
  }
})
