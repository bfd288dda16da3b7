import { randomUUID } from 'node:crypto'
import type { PersonName } from '@salama/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterEach(() => api.stack.shiftClock('0'))
afterAll(() => api.close())

const rating = (more: object = {}) => ({ id: randomUUID(), vehicle: 'KZZ 102D', stars: 4, ...more })
const rate = (as: PersonName, body: object) => api.call('POST', '/api/v1/feedback', { as, body })
const codeOf = async (response: Response) => [response.status, (await response.json()).code]

test('creates a rating at its Location, returns 200 for a retry, and shows it to its rider only', async () => {
  const body = rating({ tags: ['courteous'], comment: 'Asante.', rodeAt: '2026-11-20T09:10:00+03:00' })
  await api.stack.query(
    `insert into app.clock (shift) values (timestamptz '2026-11-20 08:00Z' - now()) on conflict (singleton) do update set shift = excluded.shift`,
  )
  const created = await rate('amina', body)
  expect([created.status, created.headers.get('location')]).toEqual([201, `/api/v1/feedback/${body.id}`])
  const { repeated, ...stored } = await created.json()
  expect([repeated, stored.rodeAt]).toEqual([false, '2026-11-20T06:10:00Z'])
  const again = await rate('amina', { ...body, rodeAt: '2026-11-20T06:10:00Z' })
  expect([again.status, (await again.json()).repeated]).toEqual([200, true])
  const address = `/api/v1/feedback/${body.id}`
  expect(await (await api.call('GET', address, { as: 'amina' })).json()).toEqual(stored)
  for (const as of ['eve', 'dalmas'] as const)
    expect(await codeOf(await api.call('GET', address, { as }))).toEqual([404, 'not_found'])
})

test('returns a distinct code for each reason of a rejection', async () => {
  const body = rating()
  await rate('baraka', body)
  expect(await codeOf(await rate('baraka', { ...body, stars: 1 }))).toEqual([409, 'id_reused'])
  expect(await codeOf(await rate('eve', body))).toEqual([409, 'id_reused'])
  const again = await rate('baraka', rating({ stars: 1 }))
  expect(Object.keys(await again.clone().json()).toSorted()).toEqual(
    ['code', 'instance', 'requestId', 'status', 'title', 'type'].toSorted(),
  )
  expect(await codeOf(again)).toEqual([409, 'already_rated'])
  const unknown = await rate('eve', rating({ vehicle: 'UMA 999Z' }))
  expect(unknown.status).toBe(422)
  expect(await unknown.json()).toMatchObject({ code: 'unknown_vehicle', errors: [{ path: 'vehicle' }] })
})

test('returns all errors of a rating at once, and rejects a form', async () => {
  const response = await rate('eve', { id: 'x', vehicle: '', stars: '4', tags: ['gossip'], comment: '', colour: 'red' })
  const { errors } = await response.json()
  expect(response.status).toBe(422)
  expect(errors.map((e: { path: string }) => e.path).toSorted()).toEqual(
    ['colour', 'comment', 'id', 'stars', 'tags.0', 'vehicle'].toSorted(),
  )
  const form = await api.call('POST', '/api/v1/feedback', {
    as: 'eve',
    body: {},
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(await codeOf(form)).toEqual([415, 'unsupported_media_type'])
})

test('returns the summary from five riders on, by each identifier of the vehicle', async () => {
  const address = (name: string) => `/api/v1/vehicles/${name}/feedback-summary`
  for (const as of ['amina', 'baraka', 'chebet', 'dalmas', 'eve'] as const)
    expect((await rate(as, rating({ vehicle: 'KZZ 201D', tags: ['clean'] }))).status).toBe(201)
  expect(await (await api.call('GET', address('KZZ201D'), { as: 'eve' })).json()).toMatchObject({
    tooFew: true,
    riders: null,
  })
  await api.stack.shiftClock('1 day')
  const summary = await (await api.call('GET', address('V-9PZ5CJ6E'), { as: 'eve' })).json()
  expect(summary).toMatchObject({
    tooFew: false,
    riders: 5,
    signedIn: 5,
    average: 4,
    praiseShare: 1,
    interval: { low: 0.566, high: 1 },
    sentiment: { positive: 5, neutral: 0, negative: 0 },
    tags: [{ tag: 'clean', polarity: 'good', riders: 5 }],
  })
  expect(await (await api.call('GET', address('kzz%20201d'), { as: 'amina' })).json()).toEqual(summary)
  expect(await codeOf(await api.call('GET', address('KZZ999Z'), { as: 'eve' }))).toEqual([404, 'not_found'])
})

test('lets an API key read vehicles but not their ratings', async () => {
  const made = await api.call('POST', '/api/v1/api-keys', {
    as: 'amina',
    body: { name: 'Fleet', scopes: ['vehicles:read'] },
  })
  const headers = { 'x-api-key': (await made.json()).key }
  expect((await api.call('GET', '/api/v1/vehicles/KZZ102D', { headers })).status).toBe(200)
  const refused = await api.call('GET', '/api/v1/vehicles/KZZ102D/feedback-summary', { headers })
  expect(await codeOf(refused)).toEqual([403, 'api_key_not_accepted'])
})
