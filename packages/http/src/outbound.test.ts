import { once } from 'node:events'
import { createServer } from 'node:http'
import { get } from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GlobalAgent, isAllowedUrl, isGlobalAddress, lookupGlobal, sendOutbound } from './outbound.ts'

const seen: string[] = []
const server = createServer((request, response) => {
  seen.push(request.url ?? '')
  response.writeHead(302, { location: '/elsewhere' }).end()
})
let origin = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** A private, translated, documented or reserved address in every spelling that a URL has. */
const NOT_GLOBAL = [
  ...['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '0', '10.1.2.3', '172.16.0.1', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '１２７.0.0.1', '127。0。0。1'],
  ...['[::]', '[::1]', '[::127.0.0.1]', '[::ffff:10.0.0.1]', '[::ffff:8.8.8.8]', '[64:ff9b::7f00:1]'],
  ...['[64:ff9b:1::7f00:1]', '[100::1]', '[2001:0:7f00:1::]', '[2001:2::1]', '[2001:20::1]', '[2001:db8::1]'],
  ...['[2002:7f00:1::]', '[3fff::1]', '[5f00::1]', '[fc00::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[4000::1]'],
  ...['localhost', 'localhost.', 'printer.local', 'printer.local.', 'db.internal', 'intranet'],
]

test.each(NOT_GLOBAL)('connects to no %s', async (host) => {
  expect(isAllowedUrl(`https://${host}/x`)).toBe(false)
  await expect(sendOutbound(`https://${host}/x`, { method: 'GET', timeoutMs: 1_000 })).rejects.toThrow()
})

test('connects to hosts of the internet, over https and without credentials', () => {
  for (const url of ['https://8.8.8.8/', 'https://[2001:4860:4860::8888]/', 'https://hooks.example.org:8443/x'])
    expect([url, isAllowedUrl(url)]).toEqual([url, true])
  for (const url of ['http://hooks.example.org/', 'https://me:x@hooks.example.org/', 'file:///etc/passwd', 'x'])
    expect([url, isAllowedUrl(url)]).toEqual([url, false])
  const allowed = ['http://10.0.0.1/x', 'https://localhost/x', 'file:///etc/passwd', 'http://me:x@10.0.0.1/']
  expect(allowed.map((url) => isAllowedUrl(url, { allowPrivate: true }))).toEqual([true, true, false, false])
  expect(['8.8.8.8', '2606:4700::1111', 'x', ''].map(isGlobalAddress)).toEqual([true, true, false, false])
})

test('a name that resolves to a private address is refused when it is connected to', async () => {
  const outcome = await new Promise((resolve) =>
    lookupGlobal('localhost', {}, (error, address) => resolve(error?.message ?? address)),
  )
  expect(outcome).toBe('The host has no global address')
})

test('a library’s requests are held to the same', async () => {
  const ask = (url: string) =>
    new Promise((resolve, reject) => get(url, { agent: new GlobalAgent() }, resolve).on('error', reject))
  await expect(async () => ask('https://127.0.0.1:1/')).rejects.toMatchObject({ code: 'NOT_GLOBAL' })
  await expect(async () => ask('https://localhost:1/')).rejects.toMatchObject({ code: 'NOT_GLOBAL' })
  await expect(async () => ask(origin)).rejects.toMatchObject({ code: 'ERR_INVALID_PROTOCOL' })
})

test('a host that a setting allows may be private, and its redirects are not followed', async () => {
  const response = await sendOutbound(`${origin}/here`, { method: 'POST', timeoutMs: 5_000, allowPrivate: true })
  await response.body.dump()
  expect([response.statusCode, seen]).toEqual([302, ['/here']])
})
