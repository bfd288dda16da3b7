import { randomUUID } from 'node:crypto'
import type { Category } from '@salama/domain/incidents/contract'
import { Problem } from '@salama/domain/shared'
import { CAST } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as ownData from '../app/api/me/export/route.ts'
import * as me from '../app/api/me/route.ts'
import * as context from '../app/api/report-context/route.ts'
import * as submit from '../app/api/report-incident/route.ts'
import * as report from '../app/api/reports/[id]/route.ts'
import * as search from '../app/api/search/route.ts'
import * as lookup from '../app/api/vehicle-lookup/route.ts'
import { LISTED } from '../src/nearby/query.ts'
import { privacyOf } from '../src/report/draft.ts'
import { openRider, type Rider } from './rider.ts'

let rider: Rider
beforeAll(async () => {
  rider = await openRider()
})
beforeEach(() =>
  rider.stack.query('truncate app.reports, app.incidents, app.incident_feed, app.incident_history cascade'),
)
afterAll(() => rider.close())

const states = () => rider.stack.query('select state from app.reports')
async function hazard(): Promise<string> {
  const json = { id: randomUUID(), category: 'hazard', place: { lat: -1.2812, lng: 36.8226, accuracyM: 20 } }
  expect((await rider.send(submit, '/api/report-incident', { as: 'amina', json })).status).toBe(201)
  return json.id
}

test('returns search results to a visitor despite typing mistakes', async () => {
  const response = await rider.send(search, '/api/search?q=thka%20road')
  expect(response.status).toBe(200)
  expect((await response.json()).data[0]).toMatchObject({ type: 'corridor', title: 'Thika Road' })
})

test('answers an unknown plate with the known one that looks like it', async () => {
  const look = (plate: string) => rider.send(lookup, `/api/vehicle-lookup?identifier=${encodeURIComponent(plate)}`)
  expect(await (await look('KZZ 1O1D')).json()).toMatchObject({ plate: 'KZZ 101D' })
  const response = await look('KZZ 1O10')
  expect(response.status).toBe(404)
  expect(Problem.loose().parse(await response.json())).toMatchObject({ code: 'not_found', didYouMean: ['KZZ 101D'] })
})

test('takes the place of a report in a body alone: URLs are in logs', async () => {
  const place = { lat: -1.2812, lng: 36.8226 }
  const response = await rider.send(context, '/api/report-context', { json: place })
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await response.json()).toMatchObject({ location: { inServiceArea: true }, placeName: 'Koja' })
  const query = new URLSearchParams({ lat: String(place.lat), lng: String(place.lng) })
  expect((await rider.send(context, `/api/report-context?${query}`)).status).toBe(405)
})

test('lets a reporter withdraw their report', async () => {
  const id = await hazard()
  const response = await rider.send(report, `/api/reports/${id}`, { as: 'amina', method: 'DELETE', params: { id } })
  expect([response.status, await states()]).toEqual([204, [{ state: 'withdrawn' }]])
})

test('rejects a withdrawal by another account, a visitor or another site', async () => {
  const id = await hazard()
  const take = (more: object) => rider.send(report, `/api/reports/${id}`, { method: 'DELETE', params: { id }, ...more })
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  for (const [more, status] of [
    [{ as: 'eve' }, 404],
    [{}, 401],
    [{ as: 'amina', headers }, 403],
  ] as const)
    expect((await take(more)).status).toBe(status)
  expect(await states()).toEqual([{ state: 'linked' }])
})

test('exports the data of the signed-in account only', async () => {
  const response = await rider.send(ownData, '/api/me/export', { as: 'amina' })
  expect((await response.json()).account).toMatchObject({ id: CAST.amina.id })
  expect((await rider.send(ownData, '/api/me/export')).status).toBe(401)
})

test('deletes an account only for its owner and from a same-site request', async () => {
  const remove = (more: object) => rider.send(me, `/api/me?confirm=${CAST.amina.id}`, { method: 'DELETE', ...more })
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect(Problem.parse(await (await remove({ as: 'eve' })).json()).status).toBe(422)
  expect((await remove({})).status).toBe(401)
  expect((await remove({ as: 'amina', headers })).status).toBe(403)
  expect(await rider.stack.query('select id from auth.users where id = $1', [CAST.amina.id])).toHaveLength(1)
})

test('has the same default visibility per category as the database', async () => {
  const kinds = await rider.stack.query<{ code: Category; visibility: 'public' | 'coarse' | 'aggregate' }>(
    'select code, visibility from app.incident_categories order by position',
  )
  const told = { public: 'exact', coarse: 'coarse', aggregate: 'private' } as const
  expect(kinds.map(({ code }) => [code, privacyOf(code)])).toEqual(
    kinds.map(({ code, visibility }) => [code, told[visibility]]),
  )
  expect(kinds.filter(({ visibility }) => visibility !== 'aggregate').map(({ code }) => code)).toEqual(LISTED)
})
