import { expect, test } from 'vitest'
import { cachedPages } from './pages.ts'

const { cachedUrl, offlineUrl } = cachedPages(['/', '/outbox', '/offline'], '/offline')
const at = (path: string) => new URL(path, 'http://localhost')

test('matches a cached page whatever its query, and no other URL', () => {
  const kept = (path: string) => cachedUrl(at(path))
  expect(kept('/sw/outbox?resume=1')).toBe('/sw/outbox')
  expect(kept('/en/outbox/')).toBe('/en/outbox')
  expect(['/en', '/en/', '/sw?a=b'].map(kept)).toEqual(['/en', '/en', '/sw'])
  expect(['/', '/en/reports', '/en/account', '/fr/outbox', '/api/incidents/nearby'].map(kept)).toEqual(
    Array(5).fill(null),
  )
})

test('keeps the language offline, and links to the requested page', () => {
  const to = (path: string, preferred?: string) => offlineUrl(at(path), preferred)
  expect(to('/sw/v/V-1?a=b', 'en')).toBe('/sw/offline?to=%2Fsw%2Fv%2FV-1%3Fa%3Db')
  expect(to('/v/V-1', 'sw')).toBe('/sw/offline?to=%2Fv%2FV-1')
  expect(to('/v/V-1', 'en-GB')).toBe('/en/offline?to=%2Fv%2FV-1')
  expect(to('/v/V-1', undefined)).toBe('/en/offline?to=%2Fv%2FV-1')
})

test('opens the cached page in the preferred language for a URL without one', () => {
  expect(offlineUrl(at('/?from=icon'), 'sw')).toBe('/sw?from=icon')
  expect(offlineUrl(at('/outbox'), 'en-KE')).toBe('/en/outbox')
  const without = cachedPages(['/outbox', '/offline'], '/offline')
  expect(without.offlineUrl(at('/'), 'sw')).toBe('/sw/offline?to=%2F')
})
