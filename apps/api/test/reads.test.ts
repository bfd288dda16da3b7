import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi({ isCompared: true })
})
afterAll(() => api.close())

const get = async (address: string) => {
  const response = await api.call('GET', address, { as: 'eve' })
  return { status: response.status, body: await response.json() }
}

/** Reads all pages of a list. */
async function walk(address: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await get(`${address}${address.includes('?') ? '&' : '?'}limit=25${cursor && `&cursor=${cursor}`}`)
    rows.push(...body.data)
    cursor = body.page.nextCursor
  }
  return rows
}

test('returns the same vehicle for its plate, public code and id', async () => {
  const byPlate = await get('/api/v1/vehicles/kzz%20101d')
  expect(byPlate).toMatchObject({ status: 200, body: { publicCode: 'V-7K3M9QXR', sacco: { slug: 'kifaru-demo' } } })
  expect((await get('/api/v1/vehicles/v7k3m9qxr')).body).toEqual(byPlate.body)
  expect((await get(`/api/v1/vehicles/${byPlate.body.id}`)).body).toEqual(byPlate.body)
  expect(await get('/api/v1/vehicles/KZZ999Z')).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('returns each of the 136 routes once, and those of a corridor by its slug', async () => {
  const routes = await walk('/api/v1/routes')
  expect(routes).toHaveLength(136)
  expect(new Set(routes.map((route) => route.id)).size).toBe(136)
  const onThikaRoad = await walk('/api/v1/routes?corridorId=thika-road')
  expect(onThikaRoad).toHaveLength(12)
  for (const route of onThikaRoad)
    expect(route.corridors).toContainEqual(expect.objectContaining({ slug: 'thika-road' }))
})

test('sorts corridors by distance, with geometry on request', async () => {
  const { body } = await get('/api/v1/corridors?lat=-1.2185&lng=36.8921&geometry=true')
  expect(body.data).toHaveLength(6)
  expect(body.data[0]).toMatchObject({ slug: 'thika-road', geometry: { type: 'MultiLineString' } })
  const distances = body.data.map((corridor: { distanceM: number }) => corridor.distanceM)
  expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b))
  expect((await get('/api/v1/corridors?lat=-1.2')).status).toBe(422)
})

test('sorts corridors by distance also from the other side of the world', async () => {
  for (const place of ['lat=-1.2812&lng=-42.1364486217738', 'lat=90&lng=180', 'lat=1.2&lng=-143.2']) {
    const { status, body } = await get(`/api/v1/corridors?${place}`)
    const distances: number[] = body.data.map((corridor: { distanceM: number }) => corridor.distanceM)
    expect([status, distances.length]).toEqual([200, 6])
    expect(Math.min(...distances)).toBeGreaterThan(8_000_000)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  }
})

test('lists operator groups and their vehicles', async () => {
  expect((await get('/api/v1/saccos?q=TAUSI')).body.data).toMatchObject([{ slug: 'tausi-demo', vehicles: 2 }])
  const vehicles = await walk('/api/v1/saccos/tausi-demo/vehicles')
  expect(vehicles.map((vehicle) => vehicle.plate)).toEqual(['KZZ 201D', 'KZZ 202D'])
  expect((await get('/api/v1/saccos/nobody/vehicles')).status).toBe(404)
})

test('finds seeded entries, highlights the match and ranks by distance', async () => {
  const found = async (query: string) => (await get(`/api/v1/search?${query}`)).body.data
  expect((await found('q=kzz%20101d'))[0]).toMatchObject({
    type: 'vehicle',
    score: 1,
    subtitle: 'Kifaru 1 · Kifaru Demo Sacco',
  })
  expect((await found('q=thka+road&types=corridor'))[0]).toMatchObject({
    title: 'Thika Road',
    highlight: [
      { text: 'Thika', match: true },
      { text: ' ', match: false },
      { text: 'Road', match: true },
    ],
  })
  expect((await found('q=tds'))[0]).toMatchObject({ type: 'sacco', title: 'Tausi Demo Shuttle' })
  const stages = await found('q=junction&types=stop&lat=-1.299192&lng=36.762968&limit=3')
  expect(stages[0]).toMatchObject({ title: 'Junction', place: { lat: expect.any(Number), lng: expect.any(Number) } })
  expect(Math.abs(stages[0].place.lat - -1.299192)).toBeLessThan(0.001)
})

test.each([
  ['no text', '', 'q'],
  ['an empty text', 'q=', 'q'],
  ['signs alone', 'q=%20%25_%20', 'q'],
  ['a text of over a hundred letters', `q=${'x'.repeat(101)}`, 'q'],
  ['a NUL', 'q=a%00b', 'q'],
  ['a type that there is not', 'q=koja&types=stop,rider', 'types'],
  ['half a place', 'q=koja&lat=-1.28', 'lng'],
  ['a limit of 51', 'q=koja&limit=51', 'limit'],
  ['something that search does not know', 'q=koja&radius=5', 'radius'],
])('search rejects %s with the path of the parameter', async (_, query, path) => {
  const { status, body } = await get(`/api/v1/search?${query}`)
  expect([status, body.errors.map((e: { path: string }) => e.path)]).toEqual([422, [path]])
})

test('returns rows of corridors and stops to signed-in users only', async () => {
  const { supabase } = api.stack
  const rows = async (path: string, token?: string) => {
    const headers = {
      apikey: supabase.publishableKey,
      'accept-profile': 'api',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(`${supabase.url}/rest/v1/${path}`, { headers })
    return { status: response.status, rows: await response.json() }
  }
  const token = await api.tokenOf('eve')
  const { rows: roads } = await rows('corridors?select=slug,length_m,geometry&slug=eq.thika-road', token)
  expect(roads).toMatchObject([{ slug: 'thika-road', geometry: { type: 'MultiLineString' } }])
  expect((await rows('points_of_interest?select=name,routes&name=eq.Koja', token)).rows).toMatchObject([
    { name: 'Koja' },
  ])
  await api.stack.query(`update app.corridors set retired_at = now() where slug = 'thika-road'`)
  expect((await rows('corridors?slug=eq.thika-road', token)).rows).toEqual([])
  await api.stack.query(`update app.corridors set retired_at = null where slug = 'thika-road'`)
  for (const path of ['corridors', 'points_of_interest', 'search_documents'])
    expect((await rows(path)).status).toBeGreaterThanOrEqual(400)
  expect((await rows('search_documents', token)).status).toBeGreaterThanOrEqual(400)
})

test('lists a crash on its corridor, but not on a vehicle that a single report names', async () => {
  const place = { lat: -1.2185, lng: 36.8921 }
  const id = crypto.randomUUID()
  const body = { id, category: 'crash', injury: 'none', place, vehicle: { identifier: 'KZZ 101D' } }
  const { incidentId } = await (await api.call('POST', '/api/v1/reports', { as: 'amina', body })).json()
  const ids = async (address: string) => (await get(address)).body.data.map((incident: { id: string }) => incident.id)
  expect(await ids('/api/v1/corridors/thika-road/incidents')).toContain(incidentId)
  expect(await ids('/api/v1/vehicles/KZZ101D/incidents')).toEqual([])
})
