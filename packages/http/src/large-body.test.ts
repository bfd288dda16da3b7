import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { operation } from '@salama/domain/shared'
import { useCase } from '@salama/domain/use-case'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createRoute } from './index.ts'

// The rest of a body on a keep-alive connection must not be read as the next request.

const note = { ...common(), body: z.strictObject({ text: z.string() }), reply: z.object({ size: z.number() }) }
const { POST } = createRoute(async (_, __, requestId) => ({ kind: 'visitor', requestId }))({
  POST: useCase(operation({ ...note, examples: { reply: { size: 1 } } }), async (_, { text }) => ({
    size: text.length,
  })),
})

function common() {
  return {
    name: 'saveNote',
    method: 'post',
    path: '/api/v1/notes',
    tag: 'Test',
    summary: 's',
    description: 'd',
    access: 'public',
    errors: [],
    cache: 'no-store',
  } as const
}

/** Like Next passing a request to a route: its body is the message itself. */
const server = createServer(async (message, reply) => {
  const body = message as AsyncIterable<Uint8Array> as unknown as BodyInit // Node accepts iterables
  const init = { method: 'POST', headers: headersOf(message), body, duplex: 'half' } as RequestInit
  const response = await POST(new Request('http://localhost/api/v1/notes', init), { params: Promise.resolve({}) })
  reply.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
})
const headersOf = ({ headers }: IncomingMessage) => ({ 'content-type': headers['content-type'] ?? '' })
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port // it listens on a port, not on a pipe
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const head = (length: number) =>
  `POST /api/v1/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
const SMALL = '{"text":"after"}'
const second = `${head(SMALL.length)}${SMALL}`

/** The responses to a client that announces a body of one size, sends another, and then sends the next request. */
function talk(
  sent: number,
  declared = sent,
  pipelined = '',
): Promise<{ statuses: string[]; text: string; end: string }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    let isFirst = true
    let end = 'closed'
    socket.on('data', (chunk) => {
      text += chunk
      if (isFirst && text.includes('requestId')) {
        isFirst = false
        if (!/connection: close/i.test(text) && pipelined === '') socket.write(second)
      }
      if (text.includes('{"size":5}')) socket.end()
    })
    socket.on('error', ({ message }) => {
      end = message
    })
    socket.on('close', () => resolve({ statuses: text.match(/(?<=HTTP\/1.1 )\d+/g) ?? [], text, end }))
    socket.write(`${head(declared)}${'x'.repeat(sent)}${pipelined}`)
  })
}

test.each([70_000, 300_000, 900_000])('closes the connection after %i bytes too many', async (size) => {
  const { statuses, text, end } = await talk(size)
  expect([statuses, end]).toEqual([['413'], 'closed'])
  expect(text).toMatch(/connection: close/i)
})

test('responds when Content-Length promises more than is sent', async () => {
  expect((await talk(70_000, 50_000_000)).statuses).toEqual(['413'])
})

test('does not read the next request as part of a body that is too large', async () => {
  const { statuses, text } = await talk(70_000, 70_000, second)
  expect(statuses[0]).toBe('413')
  expect(statuses.length === 1 || text.includes('{"size":5}')).toBe(true)
})
