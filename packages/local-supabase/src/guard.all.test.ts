import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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

it('runs no SQL for a request whose client disconnected while it was queued', async () => {
  const client = new AbortController()
  // Holds the only session until the abandoned request has been queued for a while.
  const holding = supabase.query('select pg_sleep(3)')
  const abandoned = register('abandoned', client.signal)
  const kept = register('kept')
  setTimeout(() => client.abort(), 300)
  await expect(abandoned).rejects.toThrow()
  await holding
  expect((await kept).status).toBe(200)
  expect(await supabase.query('select count(*)::int as n from app.devices')).toEqual([{ n: 1 }])
})
