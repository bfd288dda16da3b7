import { randomUUID } from 'node:crypto'
import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { ACCOUNT_HEADER } from '@salama/http/call'
import { accountKey } from '@salama/session'
import { cookieOf } from '@salama/session/testing'
import { CAST, type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { POST as retract } from '../app/api/incidents/[id]/retract/route.ts'
import { GET as getRecord } from '../app/api/incidents/[id]/route.ts'
import { POST as preview } from '../app/api/review/preview/route.ts'
import { POST as decide } from '../app/api/review/route.ts'
import { POST as claim } from '../app/api/review-queue/[id]/claim/route.ts'
import { POST as release } from '../app/api/review-queue/[id]/release/route.ts'
import { GET as getEntry } from '../app/api/review-queue/[id]/route.ts'
import { GET as list } from '../app/api/review-queue/route.ts'
import { tasksOf } from '../src/review/tasks.ts'

let stack: Stack
let entryId: string
let incidentId: string
beforeAll(async () => {
  stack = await startStack({ apps: [] })
  startWith(stack.env('admin'))
  const report = (category: string, visibility: string) =>
    stack.query<{ id: string }>(
      `insert into app.reports (id, content_hash, category, visibility, occurred_at, received_at, lat, lng, accuracy_m, note)
       values (gen_random_uuid(), '\\x00', $1, $2, now(), now(), -1.2812, 36.8226, 20, 'Secret words') returning id`,
      [category, visibility],
    )
  const [waiting] = await report('robbery', 'coarse')
  const [entry] = await stack.query<{ id: string }>('select id from app.review_entries where subject_id = $1', [
    waiting?.id,
  ])
  entryId = entry?.id ?? ''
  const [hazard] = await report('hazard', 'public')
  const [incident] = await stack.query<{ id: string }>('select incident_id as id from app.reports where id = $1', [
    hazard?.id,
  ])
  incidentId = incident?.id ?? ''
})
afterAll(() => stack.close())

type Handler = typeof list | typeof decide

async function call(
  handler: Handler,
  as: PersonName | null,
  {
    id = entryId,
    query = '',
    body,
    headers = {},
  }: { id?: string; query?: string; body?: object; headers?: object } = {},
) {
  const origin = stack.addresses.admin
  const request = new Request(`${origin}/api/x${query}`, {
    method: [list, getEntry, getRecord].some((each) => each === handler) ? 'GET' : 'POST',
    headers: {
      origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...(as && { cookie: await cookieOf(await signIn(stack.supabase, as)) }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const response = await handler(request, { params: Promise.resolve({ id }) })
  return { status: response.status, cache: response.headers.get('cache-control'), body: await response.json() }
}

test.each([
  [null, 401, 'unauthenticated'],
  ['eve', 403, 'role_required'],
  ['chebet', 403, 'role_required'],
] as const)('%s can neither read nor change the queue and incident records', async (person, status, code) => {
  const input = { entryId, decision: 'approved', version: 1 }
  const entries = [{ entryId, version: 1 }]
  for (const [handler, more] of [
    [list, {}],
    [getEntry, {}],
    [claim, {}],
    [release, {}],
    [decide, { body: input }],
    [preview, { body: { entries, decision: 'approved' } }],
    [getRecord, { id: incidentId }],
    [retract, { id: incidentId, body: { version: 1, reason: 'Because.' } }],
  ] as const)
    expect(await call(handler, person, more)).toMatchObject({ status, body: { code } })
  expect(await stack.query('select state, version from app.review_entries where id = $1', [entryId])).toEqual([
    { state: 'pending', version: 1 },
  ])
})

test('rejects cross-site requests to claim or decide', async () => {
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  for (const [handler, body] of [
    [claim, undefined],
    [decide, { entryId, decision: 'approved', version: 1 }],
  ] as const)
    expect(await call(handler, 'dalmas', { headers, ...(body && { body }) })).toMatchObject({
      status: 403,
      body: { code: 'cross_site_request' },
    })
})

test('offers every decision for a pending report, in the order of the buttons', async () => {
  const { body } = await call(getEntry, 'dalmas')
  const ways = ['approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate', 'escalated']
  expect(tasksOf(body)).toEqual(ways)
})

test('offers neither edits nor a question for a rating', async () => {
  const [feedback] = await stack.query<{ reasons: ReviewEntryDetail['reasons'] }>(
    `select app.review_reasons_of('feedback') as reasons`,
  )
  const { body } = await call(getEntry, 'dalmas')
  expect(tasksOf({ ...body, ...feedback })).toEqual(['approved', 'rejected', 'duplicate', 'escalated'])
})

test('shows what somebody wrote in the entry and the beginning of it in the list, both with no-store', async () => {
  const listed = await call(list, 'dalmas', { query: '?kind=report&category=robbery&state=open&mine=false&limit=50' })
  expect(listed).toMatchObject({
    status: 200,
    cache: 'no-store',
    body: { data: [{ id: entryId, about: { category: 'robbery', excerpt: 'Secret words' } }] },
  })
  expect(await call(getEntry, 'dalmas')).toMatchObject({
    status: 200,
    cache: 'no-store',
    body: { subject: { kind: 'report', note: 'Secret words' } },
  })
  expect((await call(getEntry, 'dalmas', { id: randomUUID() })).status).toBe(404)
})

test('claims, releases, previews and decides an entry, and returns 409 for an older version', async () => {
  expect(await call(claim, 'dalmas')).toMatchObject({ status: 200, body: { claimedByYou: true } })
  expect(await call(release, 'dalmas')).toMatchObject({ status: 200, body: { state: 'pending' } })
  const foreseen = await call(preview, 'dalmas', { body: { entries: [{ entryId, version: 1 }], decision: 'approved' } })
  expect(foreseen).toMatchObject({ status: 200, body: { data: [{ problem: null, after: { state: 'linked' } }] } })
  expect(await call(decide, 'dalmas', { body: { entryId, decision: 'approved', version: 9 } })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', currentVersion: 1 },
  })
  expect(await call(decide, 'dalmas', { body: { entryId, decision: 'approved', version: 1 } })).toMatchObject({
    status: 200,
    body: { state: 'approved', version: 2 },
  })
})

test('rejects a decision that was made for another account', async () => {
  const headers = { [ACCOUNT_HEADER]: accountKey(CAST.baraka.email) }
  const body = { entryId, decision: 'approved', version: 1 }
  expect(await call(decide, 'dalmas', { headers, body })).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
})

test('retracts an incident with a reason', async () => {
  const { body: record } = await call(getRecord, 'dalmas', { id: incidentId })
  expect(record).toMatchObject({ lifecycle: 'active', can: { retract: true } })
  const input = { version: record.version, reason: 'It was a test of the sirens.' }
  expect(await call(retract, 'dalmas', { id: incidentId, body: input })).toMatchObject({
    status: 200,
    body: { lifecycle: 'retracted' },
  })
})
