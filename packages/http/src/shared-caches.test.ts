import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundSharedCaching, PUBLIC_PAGE } from './shared-caches.ts'

const server = createServer((request, response) => {
  boundSharedCaching(response)
  const { url = '' } = request
  const { searchParams } = new URL(url, 'http://localhost')
  response.statusCode = Number(searchParams.get('status') ?? 200)
  for (const name of ['cache-control', 'set-cookie']) {
    const value = searchParams.get(name)
    if (value !== null) response.setHeader(name, value)
  }
  response.end('page')
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port, not on a pipe
})
afterAll(() => server.close())

const NEXT = 's-maxage=31536000, stale-while-revalidate=31536000'

test.each([
  ['keeps a public page public', PUBLIC_PAGE, {}, PUBLIC_PAGE],
  ['shortens what Next allows for a year', NEXT, {}, PUBLIC_PAGE],
  ['keeps a page with a cookie out', PUBLIC_PAGE, { 'set-cookie': 'a=b' }, 'private, no-store'],
  ['keeps a prerendered page with a cookie out', NEXT, { 'set-cookie': 'a=b' }, 'private, no-store'],
  ['keeps a fault out', PUBLIC_PAGE, { status: '500' }, 'private, no-store'],
  ['keeps what is gone out', PUBLIC_PAGE, { status: '410' }, 'private, no-store'],
  ['changes no private page', 'private, no-cache', { 'set-cookie': 'a=b' }, 'private, no-cache'],
])('%s', async (_, cacheControl, more, expected) => {
  const query = new URLSearchParams({ ...more, 'cache-control': cacheControl })
  for (const path of ['/en/corridors', '/api/corridor-map'])
    expect((await fetch(`${base}${path}?${query}`)).headers.get('cache-control')).toBe(expected)
})
