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

const PLACE = { lat: -1.30127, lng: 36.80262 }
const report = async (as: PersonName, more: object = {}) => {
  const body = { id: randomUUID(), category: 'crash', injury: 'none', place: PLACE, ...more }
  return api.call('POST', '/api/v1/reports', { as, body })
}
const vote = (as: PersonName, id: string, choice: unknown) =>
  api.call('PUT', `/api/v1/incidents/${id}/vote`, { as, body: { vote: choice } })
const codeOf = async (response: Response) => [response.status, (await response.json()).code]

test('accepts, changes and withdraws a vote of another rider, and rejects one of the reporter', async () => {
  const { incidentId } = await (await report('amina')).json()
  const address = `/api/v1/incidents/${incidentId}`
  const first = await api.call('GET', address, { as: 'baraka' })
  for (const choice of ['confirm', 'deny', null]) {
    const response = await vote('baraka', incidentId, choice)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.json()).toMatchObject({ id: incidentId, myVote: choice })
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    const read = await api.call('GET', address, { as: 'baraka', headers })
    expect(read.status).toBe(choice === null ? 304 : 200)
    expect(read.headers.get('cache-control')).toMatch(/^private/)
  }
  expect(await codeOf(await vote('amina', incidentId, 'confirm'))).toEqual([403, 'incident_own'])
  expect(await codeOf(await vote('eve', randomUUID(), 'over'))).toEqual([404, 'not_found'])
  expect(await codeOf(await vote('eve', incidentId, 'maybe'))).toEqual([422, 'invalid_request'])
  expect(await codeOf(await api.call('PUT', `${address}/vote`, { as: 'eve', body: {} }))).toEqual([
    422,
    'invalid_request',
  ])
})

test('lets only the reporter read, list and withdraw a report', async () => {
  const sent = await report('chebet', { place: { lat: -1.311, lng: 36.812 } })
  const { id, incidentId } = await sent.json()
  const address = sent.headers.get('location') ?? ''
  expect(await (await api.call('GET', address, { as: 'chebet' })).json()).toMatchObject({
    id,
    state: 'linked',
    incidentId,
  })
  const { data } = await (await api.call('GET', '/api/v1/reports', { as: 'chebet' })).json()
  expect(data).toContainEqual(expect.objectContaining({ id }))
  for (const method of ['GET', 'DELETE'] as const)
    expect(await codeOf(await api.call(method, address, { as: 'eve' }))).toEqual([404, 'not_found'])
  for (let i = 0; i < 2; i++) expect((await api.call('DELETE', address, { as: 'chebet' })).status).toBe(204)
  const gone = await api.call('GET', `/api/v1/incidents/${incidentId}`, { as: 'eve' })
  expect([gone.status, await gone.json()]).toMatchObject([410, { code: 'incident_gone', reason: 'withdrawn' }])
  expect(await codeOf(await vote('eve', incidentId, 'over'))).toEqual([410, 'incident_gone'])
})

test('returns changes to an API key without votes, and rejects an invalid cursor', async () => {
  const made = await api.call('POST', '/api/v1/api-keys', {
    as: 'dalmas',
    body: { name: 'Mirror', scopes: ['incidents:read'] },
  })
  const { key } = await made.json()
  const follow = async (cursor?: string) => {
    const query = cursor === undefined ? '' : `&cursor=${cursor}`
    const response = await api.call('GET', `/api/v1/incidents/changes?limit=100${query}`, {
      headers: { 'x-api-key': key },
    })
    return { status: response.status, body: await response.json() }
  }
  const start = await follow()
  expect(start.status).toBe(200)
  const { id, incidentId } = await (await report('baraka', { place: { lat: -1.32, lng: 36.82 } })).json()
  await vote('eve', incidentId, 'confirm')
  const next = await follow(start.body.page.nextCursor)
  expect(next.body).toMatchObject({ more: false, data: [{ incidentId, change: 'upsert', incident: { confirms: 1 } }] })
  expect(JSON.stringify(next.body)).not.toContain('myVote')
  await api.call('DELETE', `/api/v1/reports/${id}`, { as: 'baraka' })
  expect((await follow(next.body.page.nextCursor)).body.data).toMatchObject([
    { incidentId, change: 'gone', reason: 'withdrawn', mergedInto: null },
  ])
  const alone = await api.call('GET', `/api/v1/incidents/changes?cursor=e30`, { headers: { 'x-api-key': key } })
  expect(await codeOf(alone)).toEqual([422, 'invalid_request'])
  await api.stack.shiftClock('1 hour')
  const read = await api.call('GET', `/api/v1/incidents?limit=1`, { headers: { 'x-api-key': key } })
  expect(JSON.stringify(await read.json())).not.toContain('myVote')
})

test('returns the weekly counts of a corridor with its incidents', async () => {
  const reply = await (await api.call('GET', '/api/v1/corridors/thika-road/incidents', { as: 'eve' })).json()
  expect(reply).toMatchObject({ data: expect.any(Array), weekly: [] })
})
