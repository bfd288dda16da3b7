import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { callInTurn } from '@salama/domain/request-scope'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setPageStatus } from './reply-status.ts'
import { createServer } from './server.ts'

/** The steps in front of Next, each with the request that needs it. The pages tell what they received. */
const server = createServer({
  api: ({ url }) =>
    url?.startsWith('/api/v1/incidents')
      ? { mayBeInMemory: true, answer: async (response) => response.end('{}') }
      : null,
  pages: (request, response) => {
    const { method, url, headers } = request
    if (url === '/gone') setPageStatus({ get: (name) => String(headers[name]) }, 410)
    if (url === '/strict') response.appendHeader('content-security-policy', "default-src 'none'")
    if (url === '/broken') throw new Error('of a listener')
    response.end(JSON.stringify({ method, url, peer: headers['x-salama-peer'] }))
  },
})
let port = 0
beforeAll(async () => {
  vi.stubEnv('MAX_IN_FLIGHT', '1')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port // it listens on a port, not on a pipe
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
})

type Reply = { status: number | undefined; headers: IncomingMessage['headers']; body: string }
const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  new Promise<Reply>((resolve, reject) => {
    send({ port, path, method, headers: { connection: 'close', ...headers } }, async (response) => {
      const body = (await response.toArray()).join('')
      resolve({ status: response.statusCode, headers: response.headers, body })
    })
      .on('error', reject)
      .end()
  })

test('gives the address of the connection, whatever the client wrote', async () => {
  const { body } = await ask('/en', 'GET', { 'x-salama-peer': '192.0.2.1' })
  expect(JSON.parse(body)).toEqual({ method: 'GET', url: '/en', peer: '127.0.0.1' })
})

test('says that it lives, also when it is full, and asks the health operation whether it is ready', async () => {
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}' })
  expect(JSON.parse((await ask('/readyz')).body).url).toBe('/api/health?ready=true')
})

test('makes a URL decodable, which Next answers with a bare 500', async () => {
  expect(JSON.parse((await ask('/en/%zz')).body).url).toBe('/en/%25zz')
})

test.each(['PROPFIND', 'TRACE', 'QUERY'])('answers 405 to %s, which Next answers as if it were GET', async (method) => {
  const { status, headers, body } = await ask('/en', method)
  expect([status, headers.allow, JSON.parse(body).code]).toEqual([405, 'GET, HEAD', 'method_not_allowed'])
})

test('lets nobody show a file in a frame or read it as something else, and a page say more', async () => {
  const file = await ask('/icons/a.png')
  expect(file.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "frame-ancestors 'none'",
  })
  expect((await ask('/strict')).headers['content-security-policy']).toBe("default-src 'none'")
})

test('lets a page set its status', async () => {
  expect((await ask('/gone')).status).toBe(410)
})

test('answers a request that offers another protocol, although Next listens for upgrades', async () => {
  server.on('upgrade', () => {})
  const received = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.end('GET /en HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
    )
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject).on('close', () => resolve(text))
  })
  expect(received).toMatch(/ 200 OK/)
})

test('cuts off the connections of one address beyond a number, until others end', async () => {
  const bounded = createServer({ pages: (_, response) => response.end() }, 2)
  await new Promise<void>((resolve) => bounded.listen(0, '127.0.0.1', resolve))
  const open = () =>
    new Promise<Socket>((resolve) => {
      const socket = connect(Object(bounded.address()).port, '127.0.0.1', () => resolve(socket))
    })
  const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve).resume())
  const [first, second] = [await open(), await open()]
  await closed(await open())
  const seen = once(bounded, 'connection')
  first.destroy()
  await closed(first)
  const fourth = await open()
  await seen
  fourth.write('GET /en HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(String((await once(fourth, 'data'))[0])).toMatch(/ 200 OK/)
  for (const socket of [second, fourth]) socket.destroy()
  bounded.close()
})

test('answers 500 when a listener fails', async () => {
  const { status, body } = await ask('/broken')
  expect([status, JSON.parse(body).code]).toEqual([500, 'internal'])
})

test('refuses data when every place is taken and the queue is full, and neither health nor pages nor what memory may have', async () => {
  const gate = Promise.withResolvers<void>()
  const calls = Array.from({ length: 1 + 8 }, () => callInTurn(() => gate.promise))
  const statuses = await Promise.all(
    [
      '/api/v1/me',
      '/api/nearby',
      '/api/v1/health',
      '/api/health?ready=true',
      '/api/auth/session',
      '/en',
      '/api/v1/incidents',
    ].map((path) => ask(path).then(({ status }) => status)),
  )
  gate.resolve()
  await Promise.all(calls)
  expect(statuses).toEqual([503, 503, 200, 200, 200, 200, 200])
})
