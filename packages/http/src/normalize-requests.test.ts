import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { notFoundHandlers } from './index.ts'
import { decodableUrl, normalizeRequest, oddMethodPath } from './normalize-requests.ts'

test.each([
  ['/api/v1/vehicles/%zz', '/api/v1/vehicles/%25zz'],
  ['/api/v1/vehicles/KDA%20123A', '/api/v1/vehicles/KDA%20123A'],
  ['/api/v1/vehicles/%', '/api/v1/vehicles/%25'],
  ['/api/v1/vehicles/100%?x=%zz', '/api/v1/vehicles/100%25?x=%zz'],
  ['/api/v1/vehicles/%ff%20', '/api/v1/vehicles/%25ff%2520'],
  ['/?a=b?c', '/?a=b?c'],
])('normalizes %s to %s', (url, decodable) => {
  expect(decodableUrl(url)).toBe(decodable)
})

/** A request as the server receives it, with a header that only we may set. */
async function seen(method: string, path: string) {
  const server = createServer((request, response) => {
    normalizeRequest(request)
    response.end(JSON.stringify([request.method, request.url, request.headers['x-salama-odd-method'] ?? null]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // of a server that listens on a port
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { 'x-salama-odd-method': '/forged', connection: 'close' }
    ask({ port, method, path, headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve(body))
    })
      .on('error', reject)
      .end()
  })
  await new Promise((resolve) => server.close(resolve))
  return JSON.parse(text)
}

test('routes an unknown method to an unknown path, with a header that no client can set', async () => {
  expect(await seen('TRACE', '/api/v1/me?x=1')).toEqual(['GET', '/api/v1/odd-method', '/api/v1/me'])
  expect(await seen('PROPFIND', '/api/v1/%zz')).toEqual(['GET', '/api/v1/odd-method', '/api/v1/%25zz'])
  expect(await seen('DELETE', '/api/v1/me')).toEqual(['DELETE', '/api/v1/me', null])
})

test.each([
  ['/api/v1/incidents/nearby', 'GET, HEAD, OPTIONS'],
  ['/api/v1/incidents/7', 'GET, HEAD, PUT, OPTIONS'],
  ['/api/v1/me', 'DELETE, OPTIONS'],
  ['/en/keys', 'GET, HEAD'],
])('returns 405 with the allowed methods for an unknown method at %s', async (path, allow) => {
  const request = new Request('http://salama.test/api/v1/odd-method', { headers: { 'x-salama-odd-method': path } })
  expect(oddMethodPath(request)).toBe(path)
  const handlers = notFoundHandlers([
    { method: 'get', path: '/api/v1/incidents/{id}' },
    { method: 'put', path: '/api/v1/incidents/{id}' },
    { method: 'get', path: '/api/v1/incidents/nearby' },
    { method: 'delete', path: '/api/v1/me' },
  ])
  const response = await handlers.GET(request, { params: Promise.resolve({}) })
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
  expect(await response.json()).toMatchObject({ code: 'method_not_allowed', instance: path })
})
