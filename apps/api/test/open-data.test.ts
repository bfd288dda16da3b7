import { randomUUID } from 'node:crypto'
import { operations } from '@salama/domain/contract'
import bindings from 'gtfs-realtime-bindings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './api.ts'
import { type Known, knownIds, paramsOf, urlOf } from './call-operation.ts'

// What other programs read in the formats of their field: GTFS-Realtime and GeoJSON.

let api: Api
let known: Known
beforeAll(async () => {
  api = await openApi({ settings: { SERVICE_ALERTS: 'public', SERVICE_ALERTS_CERTAINTY: 'unverified' } })
  const [stop] = (await (await api.call('GET', '/api/v1/search?q=koja&types=stop', { as: 'eve' })).json()).data
  for (const [as, category] of [
    ['amina', 'hazard'],
    ['baraka', 'theft'],
  ] as const) {
    const body = { id: randomUUID(), category, place: { stopId: stop.id } }
    expect((await api.call('POST', '/api/v1/reports', { as, body })).status).toBe(201)
  }
  known = await knownIds(api.stack)
})
afterAll(() => api.close())

const { FeedMessage } = bindings.transit_realtime
const GEO_JSON = { accept: 'application/geo+json' }
const bytesOf = async (address: string) => {
  const { GET } = await import('../app/api/v1/gtfs-rt/alerts.pb/route.ts')
  const response = await GET(new Request(new URL(address, 'http://localhost')), { params: Promise.resolve({}) })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

test('gives alerts of live incidents with an exact place to anyone, if the operator lets it', async () => {
  const { response, bytes } = await bytesOf('/api/v1/gtfs-rt/alerts.pb')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-protobuf'])
  const { header, entity } = FeedMessage.decode(bytes)
  expect(Math.abs(Number(header.timestamp) - Date.now() / 1_000)).toBeLessThan(60) // W008: not older than 65 s
  const listed = await (await api.call('GET', '/api/v1/incidents?limit=100', { as: 'eve' })).json()
  const exact = listed.data.filter(
    (each: { precision: string; corroboration: string; routes: []; stops: [] }) =>
      each.precision === 'point' && each.corroboration !== 'disputed' && each.routes.length + each.stops.length > 0,
  )
  expect(exact.length).toBeGreaterThan(0)
  expect(entity.map(({ id }) => id)).toEqual(exact.map(({ id }: { id: string }) => id))
  const json = await (await api.call('GET', '/api/v1/gtfs-rt/alerts.json')).json()
  expect(FeedMessage.toObject(FeedMessage.create({ header, entity }), { enums: String, longs: String }).entity).toEqual(
    json.entity,
  )
})

test('names routes and stops that the GTFS feed has', async () => {
  const { entity } = FeedMessage.decode((await bytesOf('/api/v1/gtfs-rt/alerts.pb?feedId=nairobi')).bytes)
  const named = entity.flatMap(({ alert }) => alert?.informedEntity ?? [])
  expect(named.some(({ routeId }) => routeId)).toBe(true)
  expect(named.some(({ stopId }) => stopId)).toBe(true)
  const other = FeedMessage.decode((await bytesOf('/api/v1/gtfs-rt/alerts.pb?feedId=another')).bytes)
  expect(other.entity).toEqual([])
})

test('sends no alert again that the client has', async () => {
  const headers = { 'if-none-match': (await api.call('GET', '/api/v1/gtfs-rt/alerts.json')).headers.get('etag') ?? '' }
  expect((await api.call('GET', '/api/v1/gtfs-rt/alerts.pb', { headers })).status).toBe(304)
})

const withPlaces = operations.filter(({ geoJson }) => geoJson)

/** The address of an operation for which the demo has something. */
const KNOWN: Record<string, string> = {
  listVehicleIncidents: '/api/v1/vehicles/kzz101d/incidents',
  search: '/api/v1/search?q=koja',
  listNearbyIncidents: '/api/v1/incidents/nearby?lat=-1.2833&lng=36.8167&radiusM=25000',
  listIncidents: '/api/v1/incidents',
}

test.each(withPlaces.map((op) => [op.name, op] as const))('%s is GeoJSON for whoever asks for it', async (name, op) => {
  const live = await (await api.call('GET', '/api/v1/incidents', { as: 'eve' })).json()
  const address =
    name === 'getIncident'
      ? `/api/v1/incidents/${live.data[0].id}`
      : (KNOWN[name] ?? urlOf(op, paramsOf(op, known), op.examples.query))
  const usual = await api.call('GET', address, { as: 'eve' })
  const response = await api.call('GET', address, { as: 'eve', headers: GEO_JSON })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/geo+json'])
  for (const { headers } of [usual, response]) expect(headers.get('vary')).toContain('accept')
  expect(response.headers.get('etag')).not.toBe(usual.headers.get('etag'))
  const body = await response.json()
  expect(faultsOf(body)).toEqual([])
  const json = await usual.json()
  const items = json.data ?? json.areas
  if (items) expect(body.features).toHaveLength(items.length)
  const again = { ...GEO_JSON, 'if-none-match': response.headers.get('etag') ?? '' }
  expect((await api.call('GET', address, { as: 'eve', headers: again })).status).toBe(304)
})

test('prefers JSON, and refuses what it does not have', async () => {
  const typeFor = async (accept: string) => {
    const { status, headers } = await api.call('GET', '/api/v1/incidents', { as: 'eve', headers: { accept } })
    return status === 200 ? headers.get('content-type') : status
  }
  expect(await typeFor('*/*')).toBe('application/json')
  expect(await typeFor('application/geo+json;q=0.5, application/json')).toBe('application/json')
  expect(await typeFor('application/geo+json, application/json;q=0.5')).toBe('application/geo+json')
  expect(await typeFor('text/html')).toBe(406)
  const { status } = await api.call('GET', '/api/v1/saccos', { as: 'eve', headers: GEO_JSON })
  expect(status).toBe(406)
})

type Json = Record<string, unknown>
const DEPTH: Record<string, number> = { Point: 0, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }

/** What is not as RFC 7946 says. */
function faultsOf(value: unknown, isInCollection = false): string[] {
  const { type, features, geometry, properties, id, ...others }: Json = Object(value)
  if ('crs' in others) return ['a crs (section 4)']
  if (type === 'FeatureCollection' && !isInCollection)
    return Array.isArray(features) ? features.flatMap((each) => faultsOf(each, true)) : ['no features (3.3)']
  if (type !== 'Feature') return [`type ${type} (3)`]
  return [
    ...(typeof properties === 'object' ? [] : ['no properties (3.2)']),
    ...(id === undefined || typeof id === 'string' ? [] : ['an id that is no text (3.2)']),
    ...(geometry === undefined ? ['no geometry (3.2)'] : geometry === null ? [] : geometryFaults(Object(geometry))),
  ]
}

function geometryFaults({ type, coordinates }: Json): string[] {
  const depth = DEPTH[String(type)]
  if (depth === undefined || !Array.isArray(coordinates)) return [`geometry ${type} (3.1)`]
  const positions: unknown[] = coordinates.length === 2 && depth === 0 ? [coordinates] : coordinates.flat(depth - 1)
  return positions.flatMap((position) => {
    const [lng, lat] = Array.isArray(position) ? position : []
    const isOnEarth = typeof lng === 'number' && typeof lat === 'number' && Math.abs(lng) <= 180 && Math.abs(lat) <= 90
    return isOnEarth ? [] : [`position ${JSON.stringify(position)} (3.1.1)`]
  })
}
