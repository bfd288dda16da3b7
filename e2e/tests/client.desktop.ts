import { createClient } from '@salama/client'
import { apiAs } from '../support/api.ts'
import { stack } from '../support/env.ts'
import { expect, test } from '../support/test.ts'

// What an outside developer can do with nothing but the generated client and a running service.

test('calls with an API key, reads a list page by page, and gets an error with a code', async () => {
  const amina = await apiAs('amina')
  const made = await amina.POST('/api/v1/api-keys', {
    body: { name: 'Fleet monitor', scopes: ['incidents:read', 'routes:read'], expiresInDays: 1 },
  })
  const id = made.data?.id ?? ''
  const api = createClient({ baseUrl: stack().addresses.api, apiKey: made.data?.key ?? '' })

  const near = await api.GET('/api/v1/incidents/nearby', { params: { query: { lat: -1.2812, lng: 36.8226 } } })
  expect([near.error, near.data?.location?.inServiceArea]).toEqual([undefined, true])
  expect(near.response.headers.get('ratelimit')).toMatch(/"default";r=\d+/)

  const slugs: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const query = { limit: 50, ...(cursor !== undefined && { cursor }) }
    const { data, error } = await api.GET('/api/v1/routes', { params: { query } })
    expect(error).toBeUndefined()
    slugs.push(...(data?.data ?? []).map((route) => route.slug))
    cursor = data?.page.nextCursor ?? null
  }
  expect(slugs.length).toBeGreaterThan(100)
  expect(new Set(slugs).size).toBe(slugs.length)

  const closed = await api.GET('/api/v1/saccos')
  expect([closed.response.status, closed.error?.code]).toEqual([403, 'scope_missing'])
  const usage = await amina.GET('/api/v1/api-keys/{id}/usage', { params: { path: { id } } })
  expect(usage.data?.total.requests).toBeGreaterThan(3)
  expect((await amina.DELETE('/api/v1/api-keys/{id}', { params: { path: { id } } })).response.status).toBe(204)
})

test('a report sent twice is stored once, and an unchanged response is not sent again', async () => {
  const api = await apiAs('amina')
  const body = {
    id: crypto.randomUUID(),
    category: 'hazard' as const,
    place: { lat: -1.2921, lng: 36.8219, accuracyM: 20 },
  }
  const first = await api.POST('/api/v1/reports', { body })
  const again = await api.POST('/api/v1/reports', { body })
  expect([first.response.status, again.response.status, again.data?.id]).toEqual([201, 200, body.id])
  const other = await api.POST('/api/v1/reports', { body: { ...body, category: 'crash', injury: 'none' } })
  expect([other.response.status, other.error?.code]).toEqual([409, 'id_reused'])

  const corridors = await api.GET('/api/v1/corridors')
  const headers = { 'if-none-match': corridors.response.headers.get('etag') ?? '' }
  expect((await fetch(`${stack().addresses.api}/api/v1/corridors`, { headers })).status).toBe(401)
  const same = await api.GET('/api/v1/corridors', { headers })
  expect(same.response.status).toBe(304)
})

test('an admin reads the figures and exports the audit log as a file', async () => {
  const api = await apiAs('dalmas')
  const { data } = await api.GET('/api/v1/admin/dashboard')
  expect(data?.queue.now.map((each) => each.kind)).toContain('report')
  const file = await api.GET('/api/v1/admin/audit-log/export', { parseAs: 'text' })
  expect(file.data).toMatch(/^at,actorId,/)
})

test('every error is a problem with a code, including unknown methods and malformed URLs', async () => {
  const base = stack().addresses.api
  for (const [path, status] of [
    ['/api/v1/vehicles/%zz', 401],
    ['/api/v1/vehicles/%ff', 401],
    ['/api/v1/nothing', 404],
  ] as const) {
    const response = await fetch(`${base}${path}`)
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      status,
      'application/problem+json',
    ])
  }
  const odd = await fetch(`${base}/api/v1/incidents`, { method: 'PROPFIND' })
  expect([odd.status, (await odd.json()).code]).toEqual([405, 'method_not_allowed'])
})
