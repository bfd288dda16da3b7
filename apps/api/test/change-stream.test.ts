import { randomUUID } from 'node:crypto'
import { openStreams } from '@salama/domain/incidents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

// The changes of incidents as server-sent events.

const PATH = '/api/v1/incidents/changes/stream'
let api: Api
let stopId: string
beforeAll(async () => {
  api = await openApi()
  const [stop] = (await (await api.call('GET', '/api/v1/search?q=koja&types=stop', { as: 'eve' })).json()).data
  stopId = stop.id
  for (const category of ['hazard', 'breakdown', 'theft']) await report(category)
})
afterAll(() => api.close())

async function report(category: string) {
  const body = { id: randomUUID(), category, place: { stopId } }
  const response = await api.call('POST', '/api/v1/reports', { as: 'amina', body })
  expect(response.status).toBe(201)
  return response.json()
}

type Event = { id: string; data: unknown }
const eventsIn = (text: string): Event[] =>
  [...text.matchAll(/^id: (.+)\ndata: (.+)$/gm)].map(([, id = '', data = '']) => ({ id, data: JSON.parse(data) }))
const read = async (query: string, headers: Record<string, string> = {}) => {
  const response = await api.call('GET', `${PATH}?maxSeconds=0${query}`, { as: 'eve', headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  return eventsIn(await response.text())
}
const changes = async (query = '') =>
  (await api.call('GET', `/api/v1/incidents/changes?limit=100${query}`, { as: 'eve' })).json()

/** A stream as its route answers, read as it comes. */
async function open(query = '', token = '') {
  const { GET } = await import('../app/api/v1/incidents/changes/stream/route.ts')
  const headers = { authorization: `Bearer ${token || (await api.tokenOf('eve'))}` }
  const response = await GET(new Request(`http://localhost${PATH}?${query}`, { headers }), {
    params: Promise.resolve({}),
  })
  const events = response.status === 200 ? response.body : null
  const reader = events?.pipeThrough(new TextDecoderStream()).getReader()
  return { response, reader, next: async () => String((await reader?.read())?.value) }
}

/** The next events of a stream, after any comments. */
async function arriving({ next }: Awaited<ReturnType<typeof open>>): Promise<Event[]> {
  for (let text = await next(); ; text = await next()) if (text.includes('data: ')) return eventsIn(text)
}

test('has what the list of changes has, with a cursor as the id of each', async () => {
  const listed = await changes()
  const events = await read('')
  expect(listed.data.length).toBeGreaterThan(1)
  expect(events.map(({ data }) => data)).toEqual(listed.data)
  expect((await changes(`&cursor=${events[0]?.id}`)).data).toEqual(listed.data.slice(1))
  expect(await read(`&cursor=${listed.page.nextCursor}`)).toEqual([])
})

test('begins after the last event that was received, whatever the cursor in the URL says', async () => {
  const [first, second, ...others] = await read('')
  expect(await read(`&cursor=${first?.id}`)).toEqual([second, ...others])
  expect(await read(`&cursor=${first?.id}`, { 'last-event-id': second?.id ?? '' })).toEqual(others)
})

test('reads more than a page of changes before it ends', async () => {
  const { data } = await changes()
  await api.stack.query('update app.incident_changes set position = position + 500')
  await api.stack.query(
    `insert into app.incident_changes (incident_id, position, seen, released_at)
     select gen_random_uuid(), n, '', app.now() from generate_series(1, 220) n`,
  )
  await api.stack.query('update app.change_log set head = head + 500')
  expect(await read('')).toHaveLength(data.length)
  await api.stack.query('delete from app.incident_changes where position <= 220')
})

test('refuses a cursor as the list does', async () => {
  const { response } = await open('cursor=e30')
  expect(await response.json()).toMatchObject({
    status: 422,
    errors: [{ path: 'cursor', code: 'invalid_cursor' }],
  })
  const [first] = await read('')
  await api.stack.query('update app.change_log set forgotten = head')
  const old = await open(`cursor=${first?.id}`)
  expect([old.response.status, openStreams()]).toEqual([422, 0])
  await api.stack.query('update app.change_log set forgotten = 0')
})

test('sends a change within seconds, and forgets who has left', async () => {
  const { page } = await changes()
  const [one, another] = [await open(`cursor=${page.nextCursor}`), await open(`cursor=${page.nextCursor}`)]
  expect(await one.next()).toBe('retry: 3000\n\n:\n\n')
  expect(openStreams()).toBe(2)
  await report('road_block')
  const [arrived, same] = await Promise.all([arriving(one), arriving(another)])
  expect(arrived.map(({ data }) => data)).toEqual((await changes(`&cursor=${page.nextCursor}`)).data)
  expect(same).toEqual(arrived)
  await one.reader?.cancel()
  await another.reader?.cancel()
  await expect.poll(openStreams).toBe(0)
})

test('refuses a sixth stream of a caller until one has ended', async () => {
  const streams = await Promise.all(Array.from({ length: 5 }, () => open()))
  const { response } = await open()
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30'])
  expect((await open('', await api.tokenOf('baraka'))).response.status).toBe(200)
  await streams[0]?.reader?.cancel()
  await expect.poll(async () => (await open()).response.status).toBe(200)
})

test('keeps no stream for HEAD', async () => {
  const before = openStreams()
  expect((await api.call('HEAD', `${PATH}?maxSeconds=0`, { as: 'amina' })).status).toBe(200)
  await expect.poll(openStreams).toBe(before)
})
