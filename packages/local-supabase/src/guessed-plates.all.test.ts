import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSecrets } from '../../processes/src/secrets.mjs'
import { signToken } from '../../processes/src/server-token.mjs'
import { type LocalSupabase, startLocalSupabase } from './index.ts'
import { inThePast, openDemo, seed } from './seed/seed-data.ts'

// A complaint about the right vehicle forms a pair with the previous rider's, which names the vehicle. A PostgREST
// caller may request a response that cannot be built, which rolls the complaint back: the error must not reveal whether
// it would have joined, or plates could be guessed without a trace.

const RIGHT = 'KZZ 101D'
const WRONG = 'KZZ 301D'
const secrets = makeSecrets()
const eve = 'e'.repeat(43)
let supabase: LocalSupabase
let stage: string | undefined

beforeAll(async () => {
  supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory', demo: true })
  const demo = await openDemo(supabase)
  stage = demo.stages[2]?.id
  const complaint = { rider: 'amina', category: 'overloading', stop: 2, vehicle: 0 } as const
  expect(demo.vehicles[0]?.plate).toBe(RIGHT)
  await inThePast(supabase, () => seed(supabase, demo, { ...complaint, minutesAgo: 5 }))
  await supabase.query('select api.register_device($1)', [eve])
})
afterAll(() => supabase.close())

/** The access token of a new account: otherwise each guess would count against earlier ones. */
function tokenOfNobody(): string {
  const exp = Math.floor(Date.now() / 1000) + 3600
  const claims = { sub: randomUUID(), role: 'authenticated', aud: 'authenticated', exp }
  return signToken(claims, secrets.signingKeys)
}

type Shape = { path?: string; query?: string; headers?: Record<string, string> }

async function guess(vehicle: string, { path = 'submit_incident_report', query = '', headers = {} }: Shape) {
  const id = randomUUID()
  const response = await fetch(`${supabase.url}/rest/v1/rpc/${path}${query}`, {
    method: 'POST',
    headers: {
      apikey: secrets.publishableKey,
      authorization: `Bearer ${tokenOfNobody()}`,
      'content-type': 'application/json',
      'content-profile': 'api',
      ...headers,
    },
    body: JSON.stringify({ p_id: id, p_category: 'overloading', p_vehicle: vehicle, p_stop_id: stage, p_device: eve }),
  })
  return { status: response.status, body: (await response.text()).replaceAll(id, 'id') }
}
const reports = async () => (await supabase.query<{ n: number }>('select count(*)::int as n from app.reports'))[0]?.n

const SELECTED = '?select=a:submit_incident_report->>'
test.each<[string, Shape]>([
  ['a cast of the incident', { query: `${SELECTED}incidentId::int` }],
  ['a cast of the state', { query: `${SELECTED}state::int` }],
  ['a filter', { query: '?submit_incident_report->>incidentId=not.is.null' }],
  [
    'no row for the one that is wanted',
    { query: '?limit=0', headers: { accept: 'application/vnd.pgrst.object+json' } },
  ],
  ['a path that is written otherwise', { path: '%73ubmit_incident_report', query: `${SELECTED}incidentId::int` }],
  ['another spelling of the folder', { path: '../%72pc/submit_incident_report', query: `${SELECTED}incidentId::int` }],
])('rejects %s before the function runs', async (_, shape) => {
  const before = await reports()
  for (const plate of [RIGHT, WRONG]) {
    const { status, body } = await guess(plate, shape)
    expect([status, JSON.parse(body)]).toEqual([
      400,
      { code: 'PGRST100', message: expect.stringContaining('query string'), details: null, hint: null },
    ])
  }
  expect(await reports()).toBe(before)
})

test.each<[string, Record<string, string>]>([
  ['as it is', {}],
  ['as one object', { accept: 'application/vnd.pgrst.object+json' }],
  ['as a table', { accept: 'text/csv' }],
  ['as a picture', { accept: 'image/png' }],
  ['as a plan', { accept: 'application/vnd.pgrst.plan+json' }],
  ['and to be taken back', { prefer: 'tx=rollback' }],
  ['counted, and strictly', { prefer: 'handling=strict, count=exact, max-affected=0' }],
  ['from the second row on', { range: '5-9' }],
])('returns the same for the right plate as for a wrong one with %s', async (_, headers) => {
  const [right, wrong] = [await guess(RIGHT, { headers }), await guess(WRONG, { headers })]
  expect(right).toEqual(wrong)
  expect(right.body).not.toMatch(/incident_?id|state|linked/i)
})

test('still joins a report that is committed', async () => {
  expect((await guess(RIGHT, {})).status).toBe(200)
  const [named] = await supabase.query<{ plate: string }>(
    `select f.body -> 'vehicle' ->> 'plate' as plate from app.incident_feed f
      where f.visible_until > app.now() and f.body -> 'vehicle' ->> 'plate' is not null`,
  )
  expect(named?.plate).toBe(RIGHT)
})
