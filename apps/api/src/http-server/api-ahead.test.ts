import { request as ask, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { callInTurn } from '@salama/domain/request-scope'
import { DomainError, operation } from '@salama/domain/shared'
import { useCase } from '@salama/domain/use-case'
import { createRoute, networkAddressOf } from '@salama/http'
import { createServer } from '@salama/http/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { apiAhead } from './api-ahead.ts'
import type { Route } from './routes.ts'

const common = {
  tag: 'Test',
  summary: 's',
  description: 'd',
  access: 'public',
  errors: [],
  examples: { reply: {} },
} as const
const seen: Request[] = []
const aborted = Promise.withResolvers<void>()
const gate = Promise.withResolvers<void>()
/** Database calls in work and in the queue. */
const ROOM = 1 + 8
const route = createRoute(async (request, _, requestId) => {
  seen.push(request)
  return { kind: 'visitor', requestId }
})
const readNote = useCase(
  operation({
    ...common,
    name: 'readNote',
    method: 'get',
    path: '/api/v1/notes/{id}',
    params: z.object({ id: z.string() }),
    query: z.object({ length: z.coerce.number().optional() }),
    reply: z.object({ id: z.string(), text: z.string() }),
    cache: { maxAgeS: 5 },
  }),
  async (_, { id, length = 1 }) => {
    if (id === 'held') await callInTurn(() => gate.promise)
    if (id === 'missing') throw new DomainError('not_found')
    if (id === 'slow') {
      seen.at(-1)?.signal.addEventListener('abort', () => aborted.resolve())
      await aborted.promise
    }
    return { id, text: 'note '.repeat(length / 5) }
  },
)
const saveNote = useCase(
  operation({
    ...common,
    name: 'saveNote',
    method: 'post',
    path: '/api/v1/notes',
    body: z.strictObject({ text: z.string() }),
    reply: z.object({ size: z.number() }),
    cache: 'no-store',
  }),
  async (_, { text }) => ({ size: text.length }),
)
const left = Promise.withResolvers<void>()
const followNotes = useCase(
  operation({
    ...common,
    name: 'followNotes',
    method: 'get',
    path: '/api/v1/notes/stream',
    events: true,
    query: z.object({ cursor: z.string().optional() }),
    reply: z.instanceof(ReadableStream),
  }),
  async (_, { cursor }) => {
    const bytes = new TextEncoder().encode(`data: after ${cursor}\n\n`)
    return new ReadableStream({ start: (stream) => stream.enqueue(bytes), cancel: () => left.resolve() })
  },
)
const routes: Route[] = [
  ['/api/v1/notes/stream', route({ GET: followNotes })],
  ['/api/v1/notes', route({ POST: saveNote })],
  ['/api/v1/notes/{id}', route({ GET: readNote })],
]
const server = createServer({
  api: apiAhead(routes),
  pages: (request, response) => response.end(`Next: ${request.url}`),
})
let port = 0
beforeAll(async () => {
  vi.stubEnv('MAX_IN_FLIGHT', '1')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port // it listens on a port, not on a pipe
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

type Reply = { status: number | undefined; headers: IncomingMessage['headers']; bytes: Buffer; body: string }
const send = (path: string, { method = 'GET', ...headers }: Record<string, string> = {}) =>
  new Promise<Reply>((resolve, reject) => {
    ask({ port, path, method, headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode, headers: response.headers, bytes, body: bytes.toString() })
    })
      .on('error', reject)
      .end()
  })
/** All that is received on a connection for what is written to it, until it is closed. */
const talk = (text: string) =>
  new Promise<string>((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(text))
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('error', reject).on('close', () => resolve(received))
  })
const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')

test('answers the API from its routes, with the parameters decoded', async () => {
  const { status, headers, body } = await send('/api/v1/notes/KDA%20123A')
  expect([status, JSON.parse(body).id, headers['content-type']]).toEqual([200, 'KDA 123A', 'application/json'])
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('returns problems for unknown paths, methods and notes', async () => {
  for (const [path, method, status, allow] of [
    ['/api/v1', 'GET', 404, undefined],
    ['/api/v1/nothing', 'POST', 404, undefined],
    ['/api/v1/notes/missing', 'GET', 404, undefined],
    ['/api/v1/notes', 'DELETE', 405, 'POST, OPTIONS'],
    ['/api/v1/notes/a', 'PROPFIND', 405, 'GET, HEAD, OPTIONS'],
    ['/api/v1/nothing', 'TRACE', 405, 'GET, HEAD'],
  ] as const) {
    const { headers, body, ...reply } = await send(path, { method })
    expect([path, reply.status, headers.allow]).toEqual([path, status, allow])
    expect(JSON.parse(body)).toMatchObject({ status, instance: path, requestId: headers['x-request-id'] })
  }
})

test.each([
  '/',
  '/api/v1/notes/a/',
  '/api/v1//notes/a',
  '/api/v1/notes/../notes/a',
  '/api/v1/notes/%2e%2E/a',
  '/api/v1/notes/a\\b',
  '/api/v11/notes',
  '/API/v1/notes/a',
])('passes %s on to Next', async (path) => {
  expect((await send(path)).body).toBe(`Next: ${path}`)
})

test('passes requests with a malformed host or a repeated header on to Next', async () => {
  expect(await talk(get('/api/v1/notes/a'))).toContain('"id":"a"')
  for (const header of ['X-Forwarded-For: a\r\nX-Forwarded-For: b', 'Authorization: a\r\nAuthorization: b'])
    expect(await talk(get('/api/v1/notes/a', header))).toContain('Next: /api/v1/notes/a')
  expect((await send('/api/v1/notes/a', { host: 'a/../b' })).body).toBe('Next: /api/v1/notes/a')
})

test('gives the IP address of the connection, however headers are read', async () => {
  await send('/api/v1/notes/a', { 'X-Salama-Peer': '192.0.2.2' })
  const request = seen.at(-1)
  expect(request && networkAddressOf(request)).toBe('127.0.0.1')
  expect(new Headers(request?.headers).get('x-salama-peer')).toBe('127.0.0.1')
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate, br;q=0.5', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['*', 'br', brotliDecompressSync],
])('compresses a body for %s with %s', async (accepted, coding, decompress) => {
  const plain = await send('/api/v1/notes/long?length=5000')
  for (let time = 0; time < 2; time++) {
    const { headers, bytes } = await send('/api/v1/notes/long?length=5000', { 'accept-encoding': accepted })
    expect([headers['content-encoding'], Number(headers['content-length'])]).toEqual([coding, bytes.length])
    expect(decompress(bytes).toString()).toBe(plain.body)
    expect([bytes.length < 500, headers.vary]).toEqual([true, 'authorization, x-api-key, cookie, accept-encoding'])
  }
})

test.each([
  ['/api/v1/notes/long?length=5000', 'identity'],
  ['/api/v1/notes/long?length=5000', 'br;q=0, gzip;q=0'],
  ['/api/v1/notes/short', 'br'],
])('does not compress %s for %s', async (path, accepted) => {
  const { headers, bytes } = await send(path, { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBeUndefined()
  expect(Number(headers['content-length'])).toBe(bytes.length)
})

test('sends no body for HEAD and for a matching ETag', async () => {
  const head = await send('/api/v1/notes/a', { method: 'HEAD' })
  const etag = head.headers.etag ?? ''
  const same = await send('/api/v1/notes/a', { 'if-none-match': etag })
  expect([head.status, head.body, same.status, same.body]).toEqual([200, '', 304, ''])
  expect(same.headers.etag).toBe(etag)
})

test('closes the connection after a body that is too large', async () => {
  const body = 'x'.repeat(70_000)
  const first = `POST /api/v1/notes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const received = await talk(`${first}${body}${get('/api/v1/notes/smuggled')}`)
  expect(received).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i)
  expect(received).not.toContain('smuggled')
})

test('aborts a request when its client disconnects', async () => {
  const client = ask({ port, path: '/api/v1/notes/slow' }).on('error', () => {})
  client.end()
  await expect.poll(() => seen.at(-1)?.url).toMatch(/slow$/)
  client.destroy()
  await aborted.promise
})

test('sends events as they come, uncompressed, until the client leaves', async () => {
  const client = ask({
    port,
    path: '/api/v1/notes/stream?cursor=1',
    headers: { 'accept-encoding': 'br', 'last-event-id': '2' },
  })
  client.on('error', () => {}).end()
  const response = await new Promise<IncomingMessage>((resolve) => client.on('response', resolve))
  const first = await new Promise<Buffer>((resolve) => response.once('data', resolve))
  expect([String(first), response.headers['content-encoding'], response.headers['content-type']]).toEqual([
    'data: after 2\n\n',
    undefined,
    'text/event-stream',
  ])
  response.on('error', () => {})
  client.destroy()
  await left.promise
})

test('answers a request that offers another protocol, although Next listens for upgrades', async () => {
  server.on('upgrade', () => {})
  for (const path of ['/api/v1/notes/a', '/en'])
    expect(await talk(get(path).replace('Connection: close', 'Connection: Upgrade\r\nUpgrade: h2c'))).toMatch(/ 200 OK/)
})

test('returns 503 with the usual headers when the queue is full, before the request is read', async () => {
  const taken = Array.from({ length: ROOM }, () => send('/api/v1/notes/held'))
  await expect.poll(() => seen.filter(({ url }) => url.endsWith('/held'))).not.toEqual([])
  const refusal = () => send('/api/v1/notes/a?length=x', { origin: 'https://map.example', 'x-request-id': 'request-1' })
  await expect.poll(async () => (await refusal()).status).toBe(503)
  const { headers, body } = await refusal()
  expect(headers).toMatchObject({
    'retry-after': '2',
    'content-type': 'application/problem+json',
    'content-length': String(body.length),
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'x-request-id': 'request-1',
    vary: 'origin',
  })
  expect(JSON.parse(body)).toMatchObject({ code: 'unavailable', instance: '/api/v1/notes/a', requestId: 'request-1' })
  expect((await send('/api/v1/notes/a', { method: 'HEAD' })).body).toBe('')
  gate.resolve()
  for (const { status } of await Promise.all(taken)) expect(status).toBe(200)
  expect((await send('/api/v1/notes/a')).status).toBe(200)
})
