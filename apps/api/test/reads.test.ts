import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const get = async (address: string) => {
  const response = await api.call('GET', address, { as: 'eve' })
  return { status: response.status, body: await response.json() }
}

/** Walks a list to its end, a page at a time. */
async function walk(address: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await get(`${address}${address.includes('?') ? '&' : '?'}limit=25${cursor && `&cursor=${cursor}`}`)
    rows.push(...body.data)
    cursor = body.page.nextCursor
  }
  return rows
}

test('a vehicle is one whatever it is called', async () => {
  const byPlate = await get('/api/v1/vehicles/kzz%20101d')
  expect(byPlate).toMatchObject({ status: 200, body: { publicCode: 'V-7K3M9QXR', sacco: { slug: 'kifaru-demo' } } })
  expect((await get('/api/v1/vehicles/v7k3m9qxr')).body).toEqual(byPlate.body)
  expect((await get(`/api/v1/vehicles/${byPlate.body.id}`)).body).toEqual(byPlate.body)
  expect(await get('/api/v1/vehicles/KZZ999Z')).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('all 136 routes come, each once, and those of a corridor by its slug', async () => {
  const routes = await walk('/api/v1/routes')
  expect(routes).toHaveLength(136)
  expect(new Set(routes.map((route) => route.id)).size).toBe(136)
  const onThikaRoad = await walk('/api/v1/routes?corridorId=thika-road')
  expect(onThikaRoad).toHaveLength(12)
  for (const route of onThikaRoad)
    expect(route.corridors).toContainEqual(expect.objectContaining({ slug: 'thika-road' }))
})

test('the corridors come nearest first, with their lines if asked', async () => {
  const { body } = await get('/api/v1/corridors?lat=-1.2185&lng=36.8921&geometry=true')
  expect(body.data).toHaveLength(6)
  expect(body.data[0]).toMatchObject({ slug: 'thika-road', geometry: { type: 'MultiLineString' } })
  const distances = body.data.map((corridor: { distanceM: number }) => corridor.distanceM)
  expect(distances).toEqual(distances.toSorted((a: number, b: number) => a - b))
  expect((await get('/api/v1/corridors?lat=-1.2')).status).toBe(422)
})

test('operator groups and their vehicles are listed', async () => {
  expect((await get('/api/v1/saccos?q=TAUSI')).body.data).toMatchObject([{ slug: 'tausi-demo', vehicles: 2 }])
  const vehicles = await walk('/api/v1/saccos/tausi-demo/vehicles')
  expect(vehicles.map((vehicle) => vehicle.plate)).toEqual(['KZZ 201D', 'KZZ 202D'])
  expect((await get('/api/v1/saccos/nobody/vehicles')).status).toBe(404)
})

test('a reported crash shows on its corridor and not on a vehicle that one person named', async () => {
  const place = { lat: -1.2185, lng: 36.8921 }
  const id = crypto.randomUUID()
  const body = { id, category: 'crash', injury: 'none', place, vehicle: { identifier: 'KZZ 101D' } }
  const { incidentId } = await (await api.call('POST', '/api/v1/reports', { as: 'amina', body })).json()
  const ids = async (address: string) => (await get(address)).body.data.map((incident: { id: string }) => incident.id)
  expect(await ids('/api/v1/corridors/thika-road/incidents')).toContain(incidentId)
  expect(await ids('/api/v1/vehicles/KZZ101D/incidents')).toEqual([])
})
