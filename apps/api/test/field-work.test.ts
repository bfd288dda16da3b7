import { randomUUID } from 'node:crypto'
import type { PersonName } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const S = '/api/v1/surveyor'
const post = (as: PersonName, path: string, body: object, headers: Record<string, string> = {}) =>
  api.call('POST', path, { as, body, headers })
const read = async (as: PersonName, path: string) => (await api.call('GET', path, { as })).json()
const codeOf = async (response: Response) => [response.status, (await response.json()).code]
const ASSIGNMENT = { kind: 'stage_count', title: 'Noon', place: { lat: -1.2812, lng: 36.8226 }, slotCount: 1 }

test('runs an assignment from creation to submission, with the entries listed for the sync status', async () => {
  const asked = await post('dalmas', '/api/v1/admin/assignments', ASSIGNMENT)
  const assignment = await asked.json()
  expect([asked.status, asked.headers.get('location')]).toEqual([
    201,
    expect.stringContaining('/api/v1/admin/assignments/'),
  ])
  expect((await read('dalmas', '/api/v1/admin/assignments')).data[0]).toEqual(assignment)

  const id = randomUUID()
  const begun = await post('chebet', `${S}/session/start`, { id, place: ASSIGNMENT.place })
  expect([begun.status, begun.headers.get('location')]).toEqual([201, `${S}/session`])
  expect((await post('chebet', `${S}/session/start`, { id, place: ASSIGNMENT.place })).status).toBe(200)
  const second = await post('chebet', `${S}/session/start`, { id: randomUUID() })
  expect(second.status).toBe(409)
  expect(await second.json()).toMatchObject({ code: 'session_already_open', session: { id } })

  const near = await read('chebet', `${S}/assignments?lat=-1.2812&lng=36.8226&limit=2`)
  expect(near.data).toMatchObject([{ id: assignment.id, distanceM: 0, openSlots: 1 }, {}])
  expect(near.page.nextCursor).toEqual(expect.any(String))
  const claim = await (await post('chebet', `${S}/assignments/${assignment.id}/claim`, { sessionId: id })).json()
  expect(claim).toMatchObject({ assignmentId: assignment.id, state: 'claimed', repeated: false })
  expect((await post('chebet', `${S}/session/touch`, { id })).status).toBe(200)

  expect(
    await codeOf(await post('chebet', `${S}/assignments/${assignment.id}/submit`, { token: claim.token })),
  ).toEqual([409, 'nothing_recorded'])

  const entry = {
    id: randomUUID(),
    sessionId: id,
    claimToken: claim.token,
    vehicle: { plate: 'KZZ 777D', capacity: 33, sacco: { name: 'Tausi Demo Shuttle' }, checks: { tyres: 'ok' } },
  }
  const sent = await post('chebet', `${S}/collection-entries`, entry)
  expect([sent.status, sent.headers.get('location')]).toEqual([201, `${S}/collection-entries/${entry.id}`])
  expect(await read('chebet', `${S}/collection-entries/${entry.id}`)).toMatchObject({
    id: entry.id,
    state: 'in_review',
    vehicle: entry.vehicle,
  })
  expect((await post('chebet', `${S}/collection-entries`, entry)).status).toBe(200)
  expect(await read('chebet', `${S}/collection-entries?sessionId=${id}`)).toMatchObject({
    data: [{ id: entry.id, state: 'in_review', assignmentId: assignment.id }],
  })
  const finish = () => post('chebet', `${S}/assignments/${assignment.id}/submit`, { token: claim.token })
  expect(await (await finish()).json()).toMatchObject({ state: 'submitted', entries: 1, repeated: false })
  expect(await (await finish()).json()).toMatchObject({ state: 'submitted', entries: 1, repeated: true })
  expect(
    await codeOf(await post('chebet', `${S}/assignments/${assignment.id}/release`, { token: claim.token })),
  ).toEqual([409, 'invalid_transition'])
  expect(await (await post('chebet', `${S}/session/end`, { id })).json()).toMatchObject({
    state: 'ended',
    entryCount: 1,
  })
  expect(await read('chebet', `${S}/session`)).toMatchObject({ session: { id, state: 'ended' } })
  expect((await read('chebet', `${S}/stats`)).total.entries.inReview).toBe(1)
})

test('returns the first response for a repeated Idempotency-Key, and 422 for another body', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const sent = await Promise.all(
    Array.from({ length: 5 }, () => post('dalmas', '/api/v1/admin/assignments', ASSIGNMENT, headers)),
  )
  const ids = await Promise.all(sent.map(async (each) => (await each.json()).id))
  expect(new Set(ids).size).toBe(1)
  expect(
    await codeOf(await post('dalmas', '/api/v1/admin/assignments', { ...ASSIGNMENT, slotCount: 2 }, headers)),
  ).toEqual([422, 'idempotency_key_reused'])
})

test('accepts 256 kB of body for an entry and 64 kB for other operations', async () => {
  const large = (bytes: number) => ({ id: randomUUID(), vehicle: { plate: 'x'.repeat(bytes) } })
  expect(await codeOf(await post('chebet', `${S}/collection-entries`, large(100_000)))).toEqual([
    422,
    'invalid_request',
  ])
  expect(await codeOf(await post('chebet', `${S}/collection-entries`, large(262_144)))).toEqual([413, 'body_too_large'])
  expect(await codeOf(await post('chebet', `${S}/session/start`, large(65_536)))).toEqual([413, 'body_too_large'])
})

test('returns 403 for all field work to users without the role', async () => {
  for (const who of ['eve', 'amina'] as const) {
    for (const path of ['session', 'assignments', 'collection-entries', 'stats'])
      expect(await codeOf(await api.call('GET', `${S}/${path}`, { as: who }))).toEqual([403, 'role_required'])
    expect(await codeOf(await post(who, `${S}/session/start`, { id: randomUUID() }))).toEqual([403, 'role_required'])
    expect(await codeOf(await post(who, '/api/v1/admin/assignments', ASSIGNMENT))).toEqual([403, 'role_required'])
  }
})

test('seeds assignments at stages and a checked vehicle', async () => {
  const { data } = await read('chebet', `${S}/assignments?limit=100`)
  expect(data.map((each: { placeName: string }) => each.placeName)).toEqual(
    expect.arrayContaining(['Odeon', 'Railways', 'Roysambu']),
  )
  expect(await read('eve', '/api/v1/vehicles/KZZ102D')).toMatchObject({ capacity: 33, checkedAt: expect.any(String) })
})
