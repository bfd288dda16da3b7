import { randomUUID } from 'node:crypto'
import { CAST, type PersonName } from '@salama/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Api, type CallOptions, openApi } from './api.ts'
import { tokenFor } from './callers.ts'

// From submission to the public view after an admin's decision, for each kind of the queue.

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterEach(() => api.stack.shiftClock('0'))
afterAll(() => api.close())

type As = PersonName | { token: string }
const ask = async (method: 'GET' | 'POST' | 'PUT', address: string, as: As, body?: unknown) => {
  const options: CallOptions = { ...(typeof as === 'string' ? { as } : as), ...(body !== undefined && { body }) }
  const response = await api.call(method, address, options)
  return { status: response.status, body: await response.json() }
}
const read = async (address: string, as: As = 'eve') => (await ask('GET', address, as)).body
/** A new account. */
const stranger = async (): Promise<As> => ({ token: await tokenFor(api, randomUUID()) })

let street = 0
/** A place on Thika Road; each call returns another one, too far to cluster with the previous. */
const placeOnThikaRoad = async () => {
  const { data } = await read('/api/v1/corridors?geometry=true')
  const line = data.find((each: { slug: string }) => each.slug === 'thika-road').geometry.coordinates[0]
  const [lng, lat] = line[Math.floor((line.length * ++street) / 30)]
  return { lat, lng }
}
const report = async (as: As, { place, ...more }: { place?: object; [field: string]: unknown }) => {
  const body = { id: randomUUID(), place: place ?? (await placeOnThikaRoad()), ...more }
  const sent = await ask('POST', '/api/v1/reports', as, body)
  expect(sent.status).toBe(201)
  return sent.body
}
/** The newest entry of a subject in an admin's view. */
const entryOf = async (subject: string) => {
  const { data } = await read('/api/v1/admin/review-queue?limit=100', 'dalmas')
  const found = data.find((each: { subjectId: string }) => each.subjectId === subject)
  return read(`/api/v1/admin/review-queue/${found?.id}`, 'dalmas')
}
const decide = async (subject: string, decision: string, more: object = {}, as: As = 'dalmas') => {
  const { id, version } = await entryOf(subject)
  return ask('POST', '/api/v1/admin/review', as, { entryId: id, version, decision, ...more })
}

test('shows approved harassment reports only as a weekly count, from five riders on and after the week', async () => {
  const place = await placeOnThikaRoad()
  for (let n = 0; n < 5; n++) {
    const rider = await stranger()
    const { id, ...told } = await report(rider, { category: 'harassment', place })
    expect(told).toMatchObject({ state: 'in_review', shown: 'review', incidentId: null })
    expect(await decide(id, 'approved')).toMatchObject({ status: 200, body: { state: 'approved' } })
    expect(await read(`/api/v1/reports/${id}`, rider)).toMatchObject({ state: 'accepted', shown: 'private' })
  }
  const corridor = () => read('/api/v1/corridors/thika-road/incidents?limit=100')
  expect((await corridor()).weekly).toEqual([])
  await api.stack.shiftClock('8 days')
  const { data, weekly } = await corridor()
  expect(weekly).toMatchObject([{ category: 'harassment', riders: 5 }])
  expect(data.filter((each: { category: string }) => each.category === 'harassment')).toEqual([])
})

test('shows a crash with injuries without a count until it is approved', async () => {
  const { id, incidentId, shown } = await report('amina', { category: 'crash', injury: 'some' })
  expect(shown).toBe('unchecked')
  expect(await read(`/api/v1/incidents/${incidentId}`)).toMatchObject({ reports: null, lifecycle: 'active' })
  expect((await entryOf(id)).subject).toMatchObject({ id, category: 'crash', injury: 'some' })
  await decide(id, 'approved')
  expect(await read(`/api/v1/incidents/${incidentId}`)).toMatchObject({ reports: 1, lifecycle: 'active' })
  expect(await read(`/api/v1/reports/${id}`, 'amina')).toMatchObject({ state: 'linked', shown: 'live' })
})

test('returns 410 for a rejected crash, and the reason to its reporter', async () => {
  const { id, incidentId } = await report('amina', { category: 'crash', injury: 'unknown' })
  await decide(id, 'rejected', { reasonCode: 'false_report' })
  expect(await ask('GET', `/api/v1/incidents/${incidentId}`, 'eve')).toMatchObject({
    status: 410,
    body: { code: 'incident_gone', reason: 'rejected' },
  })
  expect(await read(`/api/v1/reports/${id}`, 'amina')).toMatchObject({
    state: 'rejected',
    reason: 'false_report',
    incidentId: null,
  })
})

test('shows the reporter the question, and after 14 days that it expired', async () => {
  const { id } = await report('baraka', { category: 'robbery' })
  await decide(id, 'changes_requested', { reasonCode: 'unclear', note: 'Which stage was it?' })
  expect(await read(`/api/v1/reports/${id}`, 'baraka')).toMatchObject({
    state: 'needs_info',
    asked: 'Which stage was it?',
    answerBy: expect.any(String),
  })
  await api.stack.shiftClock('15 days')
  expect(await read(`/api/v1/reports/${id}`, 'baraka')).toMatchObject({ state: 'rejected', reason: 'no_answer' })
})

test('holds a burst of ratings, and returns figures once approved ones reach five riders', async () => {
  const [vehicle] = await api.stack.query<{ plate: string; id: string }>(
    'select v.plate, v.id from app.vehicles v where not exists (select from app.feedback f where f.vehicle_id = v.id) limit 1',
  )
  const rate = async (as: As, more: object = {}) =>
    (
      await ask('POST', '/api/v1/feedback', as, {
        id: randomUUID(),
        vehicle: vehicle?.plate,
        stars: 1,
        tags: ['rude'],
        ...more,
      })
    ).body.id
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await rate(await stranger()))
  const waiting = await read('/api/v1/admin/review-queue?kind=feedback&limit=100', 'dalmas')
  expect(waiting.data.map((each: { subjectId: string }) => each.subjectId).toSorted()).toEqual(ids.toSorted())
  const [rejected = '', ...passed] = ids
  expect((await entryOf(rejected)).subject.siblings.map((each: { id: string }) => each.id).toSorted()).toEqual(
    passed.toSorted(),
  )
  await decide(rejected, 'rejected', { reasonCode: 'campaign' })
  for (const id of passed) await decide(id, 'approved')
  await rate(await stranger(), { stars: 5, tags: ['courteous'] })
  await api.stack.shiftClock('2 days')
  expect(await read(`/api/v1/vehicles/${vehicle?.id}/feedback-summary`)).toMatchObject({
    tooFew: false,
    riders: 5,
    sentiment: { positive: 1, neutral: 0, negative: 4 },
  })
})

test('lists the facts of a returned entry, and applies its approved revision to the vehicle', async () => {
  const approved = async () => (await read('/api/v1/surveyor/stats', 'chebet')).total.entries.approved
  const before = await approved()
  const session = randomUUID()
  await ask('POST', '/api/v1/surveyor/session/start', 'chebet', { id: session })
  const submit = async (vehicle: object, more: object = {}) =>
    (
      await ask('POST', '/api/v1/surveyor/collection-entries', 'chebet', {
        id: randomUUID(),
        sessionId: session,
        vehicle,
        ...more,
      })
    ).body
  const first = await submit({ plate: 'KZZ 901W', capacity: 133 })
  const said = { reasonCode: 'facts_wrong', note: 'So many seats?', edits: { facts: ['capacity'] } }
  expect(await decide(first.id, 'changes_requested', said)).toMatchObject({ status: 200 })
  expect(await ask('GET', '/api/v1/vehicles/KZZ901W', 'eve')).toMatchObject({ status: 404 })
  const entries = await read('/api/v1/surveyor/collection-entries?state=changes_requested', 'chebet')
  expect(entries.data).toMatchObject([
    { id: first.id, decision: { reason: 'facts_wrong', note: 'So many seats?', facts: ['capacity'] } },
  ])
  const second = await submit({ plate: 'KZZ 901W', capacity: 33 }, { revises: first.id })
  expect((await entryOf(second.id)).subject).toMatchObject({ before: { facts: ['capacity'] } })
  await decide(second.id, 'approved')
  expect(await read('/api/v1/vehicles/KZZ901W')).toMatchObject({
    plate: 'KZZ 901W',
    capacity: 33,
    checkedAt: expect.any(String),
  })
  expect(await approved()).toBe(before + 1)
})

test.each([
  ['approved', {}, { status: 200, body: { corroboration: 'verified', lifecycle: 'active' } }],
  ['rejected', { reasonCode: 'not_so' }, { status: 410, body: { code: 'incident_gone', reason: 'refuted' } }],
])('queues a crash that three riders deny as a dispute, which is %s', async (decision, more, becomes) => {
  await api.stack.shiftClock('2 days')
  const { incidentId } = await report(await stranger(), { category: 'crash', injury: 'none' })
  for (const rider of ['baraka', 'chebet', 'eve'] as const)
    await ask('PUT', `/api/v1/incidents/${incidentId}/vote`, rider, { vote: 'deny' })
  expect(await read(`/api/v1/incidents/${incidentId}`)).toMatchObject({ corroboration: 'disputed' })
  expect((await entryOf(incidentId)).subject).toMatchObject({ votes: { deny: { independent: 3 } } })
  expect(await decide(incidentId, decision, more)).toMatchObject({ status: 200 })
  expect(await ask('GET', `/api/v1/incidents/${incidentId}`, 'eve')).toMatchObject(becomes)
})

test('rejects a decision on an own report, a claimed entry or an older version', async () => {
  const roles = `/api/v1/admin/users/${CAST.baraka.id}/roles`
  const { version } = await read(roles, 'dalmas')
  await ask('PUT', roles, 'dalmas', { roles: ['admin'], reason: 'Helps with the queue.', version })
  await api.stack.query('insert into app.second_factor_waivers (user_id) values ($1)', [CAST.baraka.id])
  const own = await report('dalmas', { category: 'robbery' })
  expect(await decide(own.id, 'approved')).toMatchObject({ status: 403, body: { code: 'own_submission' } })
  expect((await entryOf(own.id)).own).toBe(true)

  const { id } = await report('amina', { category: 'robbery' })
  const entry = await entryOf(id)
  await ask('POST', `/api/v1/admin/review-queue/${entry.id}/claim`, 'baraka')
  expect(await decide(id, 'approved')).toMatchObject({ status: 409, body: { code: 'entry_claimed' } })
  const passedOn = { entryId: entry.id, version: 1, decision: 'escalated', reasonCode: 'not_sure' }
  expect(await ask('POST', '/api/v1/admin/review', 'baraka', passedOn)).toMatchObject({ status: 200 })
  const stale = { entryId: entry.id, version: 1, decision: 'approved' }
  expect(await ask('POST', '/api/v1/admin/review', 'dalmas', stale)).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', currentVersion: 2 },
  })
  expect(await read(`/api/v1/reports/${id}`, 'amina')).toMatchObject({ state: 'in_review' })
  expect(await decide(id, 'approved')).toMatchObject({ status: 200, body: { state: 'approved', version: 3 } })
})
