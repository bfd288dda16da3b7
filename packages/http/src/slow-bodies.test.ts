import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { boundSlowBody } from './slow-bodies.ts'

const aborted: unknown[] = []
let read = new EventTarget()

/** Answers with the size of the body; under `/begun` the response has begun before it is read. */
const server = createServer(async (request, response) => {
  boundSlowBody(request)
  if (request.url === '/begun') response.write('begun ')
  let size = 0
  try {
    read.dispatchEvent(new Event('0'))
    for await (const { length } of request) {
      size += length
      read.dispatchEvent(new Event(String(size)))
    }
    response.end(String(size))
  } catch (error) {
    aborted.push(Object(error).code)
  }
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())
// The clock is moved; sockets are real.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** A client that sent this, once the server has read `size` bytes of its body. */
async function sending(sent: string, size: number, path = '/'): Promise<Socket> {
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  read = new EventTarget()
  const seen = once(read, String(size))
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${sent}`)
  await seen
  return socket
}

test.each([
  ['promises more than it sends', 'Content-Length: 10\r\n\r\nnine'],
  ['never ends its chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\nnine\r\n'],
])('answers 408 to a client that %s, and aborts the reading', async (_, sent) => {
  aborted.length = 0
  const reply = text(await sending(sent, 4))
  vi.advanceTimersByTime(31_000)
  expect(await reply).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/)
  expect(aborted).toEqual(['ECONNRESET'])
})

test('closes the connection where a response has begun', async () => {
  const socket = await sending('Content-Length: 10\r\n\r\nnine', 4, '/begun')
  const ended = once(socket.resume(), 'close')
  vi.advanceTimersByTime(31_000)
  await ended
})

test('lets a photo of 2 MB come at 20 kB/s, and no more slowly than 5 kB/s after the first half minute', async () => {
  const [size, sent] = [2_000_000, 1_000_000]
  const head = `Content-Length: ${size}\r\n\r\n`
  const patient = await sending(`${head}${'x'.repeat(sent)}`, sent)
  vi.advanceTimersByTime(100_000)
  patient.write('x'.repeat(size - sent))
  expect(await text(patient)).toMatch(/ 200 OK[\s\S]*2000000$/)

  const slow = text(await sending(`${head}${'x'.repeat(sent)}`, sent))
  vi.advanceTimersByTime(232_000)
  expect(await slow).toMatch(/ 408 /)
})

test('forgets a request whose body came', async () => {
  expect(await text(await sending('Content-Length: 4\r\n\r\nfour', 4))).toMatch(/ 200 OK/)
  await text(await sending('\r\n', 0))
  expect(vi.getTimerCount()).toBe(0)
})
