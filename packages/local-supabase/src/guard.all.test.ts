import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { makeSecrets } from '../../processes/src/secrets.mjs'
import { serverHeaders } from '../../processes/src/server-token.mjs'
import { oneAtATime } from './database/one-at-a-time.ts'
import { guardDatabase } from './guard.ts'
import { type LocalSupabase, startLocalSupabase } from './index.ts'

/** One running request, and as many waiting. */
const ROOM = 1 + 256

let gate = Promise.withResolvers<void>()
let begun: string[] = []
const held = () =>
  guardDatabase(
    { database: { engine: 'pglite', exclusive: oneAtATime() }, identify: async () => undefined },
    async (request) => {
      begun.push(new URL(request.url).pathname)
      await gate.promise
      return Response.json(null)
    },
  )
beforeEach(() => {
  gate = Promise.withResolvers()
  begun = []
})
const call = (n: number, init: RequestInit = {}) => new Request(`http://127.0.0.1/rest/v1/rpc/f${n}`, init)
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

it('rejects requests beyond the queue at once, and answers all others', async () => {
  const ask = held()
  const taken = upTo(ROOM).map((n) => ask(call(n), null))
  const refused = await ask(call(ROOM + 1), null)
  expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).code]).toEqual([
    503,
    '1',
    'PGRST003',
  ])
  gate.resolve()
  expect((await Promise.all(taken)).every(({ status }) => status === 200)).toBe(true)
  expect(begun).toHaveLength(ROOM)
})

it('starts nothing for a disconnected client, and finishes what has started', async () => {
  const ask = held()
  const [first, second] = [new AbortController(), new AbortController()]
  const writing = ask(call(1, { signal: first.signal }), null)
  const waiting = ask(call(2, { signal: second.signal }), null)
  first.abort()
  second.abort()
  expect((await waiting).status).toBe(503)
  gate.resolve()
  expect((await writing).status).toBe(200)
  expect(begun).toEqual(['/rest/v1/rpc/f1'])
})

let supabase: LocalSupabase
const secrets = makeSecrets()
beforeAll(async () => {
  supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory' })
})
afterAll(() => supabase.close())

const register = (mark: string, signal?: AbortSignal) =>
  fetch(`${supabase.url}/rest/v1/rpc/register_device`, {
    method: 'POST',
    headers: { ...serverHeaders('rider', secrets), 'content-type': 'application/json', 'content-profile': 'api' },
    body: JSON.stringify({ p_device: mark.padEnd(43, 'x') }),
    ...(signal && { signal }),
  })

/** The responses of the next requests to this service, once it has read so many. */
async function received(count: number): Promise<ServerResponse[]> {
  const begun: ServerResponse[] = []
  const note = (message: unknown) => begun.push((message as { response: ServerResponse }).response) // as documented
  subscribe('http.server.request.start', note)
  await expect.poll(() => begun.length).toBe(count)
  unsubscribe('http.server.request.start', note)
  return begun
}

it('runs no SQL for a request whose client disconnected while it was queued', async () => {
  const client = new AbortController()
  const end = Promise.withResolvers<void>()
  const holding = supabase.exclusive(() => end.promise) // holds the only session
  const running = register('running')
  await received(1)
  const abandoned = register('abandoned', client.signal)
  const [response] = await received(1)
  const kept = register('kept')
  await received(1)
  client.abort()
  await expect(abandoned).rejects.toThrow()
  await expect.poll(() => response?.destroyed).toBe(true)
  end.resolve()
  await holding
  expect([(await running).status, (await kept).status]).toEqual([200, 200])
  expect(await supabase.query('select count(*)::int as n from app.devices')).toEqual([{ n: 2 }])
})

/** Sends the beginning of a body, without a key, and waits for the answer. */
async function answerTo(head: string, sent: string, meanwhile: () => void): Promise<string> {
  const socket = connect(Number(new URL(supabase.url).port), '127.0.0.1')
  socket.write(`POST /rest/v1/rpc/register_device HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n${sent}`)
  await received(1)
  meanwhile()
  return text(socket)
}

it('answers 408 to a client that never ends its body', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await answerTo('Content-Length: 10', 'nine', () => vi.advanceTimersByTime(31_000))).toMatch(/^HTTP\/1.1 408 /)
})

it('reads no large body of somebody without a key', async () => {
  const size = 70_000
  expect(await answerTo(`Content-Length: ${size * 2}`, 'x'.repeat(size), () => {})).toMatch(/^HTTP\/1.1 413 /)
})

it('answers a request that offers another protocol', async () => {
  expect(await answerTo('Connection: Upgrade, close\r\nUpgrade: h2c\r\nContent-Length: 2', '{}', () => {})).toMatch(
    /^HTTP\/1.1 401 /,
  )
})
