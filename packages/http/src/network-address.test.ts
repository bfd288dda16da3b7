import { createServer, request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let networkAddressOf: typeof import('./network-address.ts')['networkAddressOf']
let port = 0
let stampPeer: typeof import('./network-address.ts')['stampPeer'] | null = null
const server = createServer((asked, response) => {
  stampPeer?.(asked)
  const headers = new Headers()
  for (const [name, value] of Object.entries(asked.headers)) headers.set(name, String(value))
  response.end(networkAddressOf({ headers }))
})

/** Restarts with another number of trusted proxies, because settings are read once. */
async function trust(proxies: string) {
  vi.resetModules()
  vi.stubEnv('TRUST_PROXY', proxies)
  const fresh = await import('./network-address.ts')
  networkAddressOf = fresh.networkAddressOf
  return fresh
}

const ask = (headers: Record<string, string> = {}) =>
  new Promise<string>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, headers }, async (response) => {
      resolve((await response.toArray()).join(''))
    })
    sent.on('error', reject).end()
  })

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address !== null && typeof address !== 'string') port = address.port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('ignores forwarded addresses without a trusted proxy', async () => {
  await trust('0')
  expect(await ask({ 'x-forwarded-for': '192.0.2.1', 'x-salama-peer': '192.0.2.2' })).toBe('unknown')
  await trust('1')
  expect(await ask({ 'x-forwarded-for': '192.0.2.1, 198.51.100.7' })).toBe('198.51.100.7')
})

test('ignores an IP address that a client invents', async () => {
  stampPeer = (await trust('0')).stampPeer
  expect(await ask()).toBe('127.0.0.1')
  expect(await ask({ 'x-forwarded-for': '192.0.2.1', 'x-salama-peer': '192.0.2.2' })).toBe('127.0.0.1')
})

test.each([
  ['1', '192.0.2.1, 198.51.100.7', '198.51.100.7'],
  ['2', '192.0.2.1, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
  ['2', '198.51.100.7', '198.51.100.7'],
  ['1', '::ffff:198.51.100.7', '198.51.100.7'],
])('behind %s proxies with the chain %s is %s', async (proxies, chain, expected) => {
  await trust(proxies)
  expect(await ask({ 'x-forwarded-for': chain })).toBe(expected)
})
