import { randomUUID } from 'node:crypto'
import { Problem } from '@salama/domain/shared'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as votes from '../app/api/incident-votes/route.ts'
import * as vote from '../app/api/incidents/[id]/vote/route.ts'
import * as report from '../app/api/report-incident/route.ts'
import * as voteForm from '../app/vote/[id]/route.ts'
import { openRider, type Rider } from './rider.ts'

let rider: Rider
let id: string
beforeAll(async () => {
  rider = await openRider()
})
beforeEach(async () => {
  await rider.stack.query('truncate app.reports, app.incidents, app.incident_feed, app.incident_history cascade')
  const place = { lat: -1.2812, lng: 36.8226, accuracyM: 20 }
  const json = { id: randomUUID(), category: 'hazard', place }
  id = (await (await rider.send(report, '/api/report-incident', { as: 'amina', json })).json()).incidentId
})
afterAll(() => rider.close())

const cast = (wanted: string | null, more: { as?: 'baraka'; headers?: Record<string, string> } = {}) =>
  rider.send(vote, `/api/incidents/${id}/vote`, { method: 'PUT', json: { vote: wanted }, params: { id }, ...more })
const own = async (more: { as?: 'baraka'; headers?: Record<string, string> } = {}) =>
  (await (await rider.send(votes, `/api/incident-votes?ids=${id}`, more)).json()).data

test('a visitor votes with one request, which sets the device cookie, and finds the vote again', async () => {
  expect(await own()).toEqual([])
  const response = await cast('confirm')
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).toMatch(/^salama-rider\.device=/)
  expect([response.status, await response.json()]).toEqual([
    200,
    expect.objectContaining({ id, myVote: 'confirm', confirms: 1 }),
  ])
  const headers = { cookie }
  expect(await own({ headers })).toEqual([{ incidentId: id, vote: 'confirm' }])
  expect(await (await cast('over', { headers })).json()).toMatchObject({ myVote: 'over', confirms: 0 })
  expect(await (await cast(null, { headers })).json()).toMatchObject({ myVote: null })
  expect(await own({ headers })).toEqual([])
})

test('a signed-in rider votes as themselves, and a visitor sees only the count', async () => {
  await cast('confirm', { as: 'baraka' })
  expect(await own({ as: 'baraka' })).toEqual([{ incidentId: id, vote: 'confirm' }])
  expect(await own()).toEqual([])
  expect(await rider.stack.query('select vote from app.device_votes')).toEqual([])
})

test('rejects a vote from another site', async () => {
  const response = await cast('over', { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } })
  expect(Problem.parse(await response.json())).toMatchObject({ status: 403, code: 'cross_site_request' })
  expect(await rider.stack.query('select vote from app.device_votes')).toEqual([])
})

const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  rider.send(voteForm, `/vote/${id}?locale=sw`, { form: new URLSearchParams(fields), params: { id }, headers })

test('a plain form votes and withdraws, and its answer is the incident’s page', async () => {
  const response = await post({ vote: 'confirm' })
  expect([response.status, response.headers.get('location')]).toEqual([303, `/sw/incidents/${id}?done=1`])
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith('salama-rider.device=')) ?? ''
  const headers = { cookie: cookie.split(';')[0] ?? '' }
  expect(await own({ headers })).toEqual([{ incidentId: id, vote: 'confirm' }])
  await post({ vote: 'confirm' }, headers) // the second tap of a double tap
  expect(await own({ headers })).toEqual([{ incidentId: id, vote: 'confirm' }])
  await post({ vote: '' }, headers)
  expect(await own({ headers })).toEqual([])
})

test('a plain form that is refused returns to the page, and one from another site nowhere', async () => {
  const refused = await post({ vote: 'perhaps' })
  expect(refused.headers.get('location')).toMatch(new RegExp(`^/sw/incidents/${id}\\?again=`))
  const foreign = await post({ vote: 'over' }, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })
  expect([foreign.status, foreign.headers.get('location')]).toEqual([403, null])
  expect(await rider.stack.query('select vote from app.device_votes')).toEqual([])
})
