import { createClient } from '@salama/client'
import { apiAs } from '../support/api.ts'
import { stack } from '../support/env.ts'
import { expect, test } from '../support/test.ts'

// What an outside developer can do with nothing but the generated client and a running service.

test('calls with an API key, reads a list page by page, and gets an error with a code', async () => {
  const amina = await apiAs('amina')
  const made = await amina.POST('/api/v1/api-keys', {
    body: { name: 'Fleet monitor', scopes: ['incidents:read', 'routes:read'], expiresInDays: 1, acceptsTerms: true },
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
