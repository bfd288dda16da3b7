import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { operations } from '@salama/domain/contract'
import { seedStory } from '@salama/local-supabase/story'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Api, openApi } from './api.ts'
import { callOperation, endsTheCaller, knownIds, type Operation } from './call-operation.ts'
import { credentials, expiredToken, verdict } from './callers.ts'

// Access control without the API in front of it. A user's token is valid at Supabase too, so what the API rejects must
// be rejected there as well. The SQL calls of each operation are recorded from an authorized request, and then replayed
// with other credentials.

type RpcCall = { fn: string; args: Record<string, unknown> }
type Heard = { op: Operation; calls: RpcCall[] }

let api: Api
let heard: Heard[]
beforeAll(async () => {
  const outgoing: z.infer<typeof Outgoing>[] = []
  const listen = (message: unknown) => outgoing.push(Outgoing.parse(message))
  subscribe('undici:request:create', listen)
  api = await openApi()
  await seedStory(api.stack)
  const send = await credentials(api, await expiredToken(api))
  const known = await knownIds(api.stack)
  heard = []
  for (const op of operations.filter((each) => each.access !== 'public' && !endsTheCaller(each))) {
    const caller = (['a key with the scope', 'a rider', 'a surveyor', 'an admin'] as const).find(
      (each) => verdict(op, each) === 'allowed',
    )
    if (caller === undefined) throw new Error(`Nobody may call ${op.name}`)
    outgoing.length = 0
    await callOperation(api, op, known, send(op, caller))
    heard.push({ op, calls: outgoing.flatMap((message) => rpcOf(message, op)) })
  }
  unsubscribe('undici:request:create', listen)
})
afterAll(() => api.close())

/** The API's own calls before an operation's call: verifying the key and reading the roles. */
const AUTH_FUNCTIONS = ['verify_api_key', 'get_current_user']

/** What undici publishes about a request that it is about to send; Node's own fetch is undici too. */
const Outgoing = z.object({ request: z.looseObject({ path: z.string(), body: z.unknown() }) })

function rpcOf({ request: { path, body } }: z.infer<typeof Outgoing>, op: Operation): RpcCall[] {
  const fn = /^\/rest\/v1\/rpc\/(\w+)$/.exec(path)?.[1]
  if (fn === undefined || (AUTH_FUNCTIONS.includes(fn) && op.name !== 'getCurrentUser')) return []
  return [{ fn, args: JSON.parse(String(body)) }] // text, or bytes of UTF-8
}

/** Supabase's response to a function call: the status, and the code of an intended rejection. */
async function straight({ fn, args }: RpcCall, key: string, token?: string): Promise<[number, string]> {
  const response = await fetch(`${api.stack.supabase.url}/rest/v1/rpc/${fn}`, {
    method: 'POST',
    headers: {
      apikey: key,
      'content-type': 'application/json',
      'content-profile': 'api',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(args),
  })
  const text = await response.text()
  if (response.ok) return [response.status, text.slice(0, 100)]
  const { code, message } = JSON.parse(text)
  return [response.status, code === 'PT400' ? message : code]
}

const needsRole = (op: Operation) => typeof op.access === 'object' && 'role' in op.access
const acceptsApiKey = (op: Operation) => typeof op.access === 'object' && 'scope' in op.access
const callsOf = (which: (op: Operation) => boolean) => heard.filter(({ op }) => which(op))

test('records for every operation a SQL function, at most one of which writes', async () => {
  const silent = heard.filter(({ calls }) => calls.length === 0).map(({ op }) => op.name)
  expect(silent).toEqual([])
  const writing = await writers()
  for (const { op, calls } of heard)
    expect([op.name, calls.filter(({ fn }) => writing.has(fn)).length]).toEqual([
      op.name,
      expect.toSatisfy((n) => n <= 1),
    ])
})

test('rejects a user without the role in the SQL function itself when called at Supabase', async () => {
  const eve = await api.tokenOf('eve')
  for (const { op, calls } of callsOf(needsRole))
    for (const call of calls) {
      const [, slug] = await straight(call, api.stack.supabase.publishableKey, eve)
      expect([op.name, call.fn, slug]).toEqual([op.name, call.fn, expect.stringMatching(/^(role_required|42501)$/)])
    }
})

test('denies anonymous callers every function that an operation calls', async () => {
  const before = await rowCounts()
  for (const { op, calls } of heard)
    for (const call of calls) {
      const [status, code] = await straight(call, api.stack.supabase.publishableKey)
      expect([op.name, call.fn, status, code]).toEqual([op.name, call.fn, expect.toSatisfy((n) => n >= 400), '42501'])
    }
  expect(await rowCounts()).toEqual(before)
})

/** They first process what is due (numbers of changes, counts of past weeks); none of it depends on the caller. */
const SETTLING = ['list_incident_changes', 'get_corridor_incidents']

test('lets API keys reach read-only functions, except two that process what is due', async () => {
  const writing = await writers()
  for (const fn of SETTLING) expect(writing.delete(fn)).toBe(true)
  for (const { op, calls } of callsOf(acceptsApiKey))
    expect([op.name, calls.map(({ fn }) => fn).filter((fn) => writing.has(fn))]).toEqual([op.name, []])
})

test('grants none of our servers a function that requires a role', async () => {
  const rows = await api.stack.query<{ name: string }>(
    `select p.proname as name from pg_proc p
      where p.pronamespace = 'api'::regnamespace
        and exists (select from unnest(app.server_roles()) r where has_function_privilege(r, p.oid, 'execute'))`,
  )
  const withoutUser = new Set(rows.map((row) => row.name))
  for (const { op, calls } of callsOf(needsRole))
    expect([op.name, calls.map(({ fn }) => fn).filter((fn) => withoutUser.has(fn))]).toEqual([op.name, []])
})

/** The functions of schema api that PostgREST runs in a read-write transaction. */
async function writers(): Promise<Set<string>> {
  const rows = await api.stack.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'api'::regnamespace and provolatile = 'v'`,
  )
  return new Set(rows.map((row) => row.name))
}

async function rowCounts(): Promise<unknown> {
  const tables = await api.stack.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`)
  return api.stack.query(counts.join(' union all '))
}
