import { expect, test } from 'vitest'
import { keptPages } from './pages.ts'

const { keptAddress, offlineAddress } = keptPages(['/', '/outbox', '/offline'], '/offline')
const at = (path: string) => new URL(path, 'http://localhost')

test('a kept page opens whatever its query, any other address does not count as one', () => {
  const kept = (path: string) => keptAddress(at(path))
  expect(kept('/sw/outbox?resume=1')).toBe('/sw/outbox')
  expect(kept('/en/outbox/')).toBe('/en/outbox')
  expect(['/en', '/en/', '/sw?a=b'].map(kept)).toEqual(['/en', '/en', '/sw'])
  expect(['/', '/en/reports', '/en/account', '/fr/outbox', '/api/incidents/nearby'].map(kept)).toEqual(
    Array(5).fill(null),
  )
})

test('without a line one stays in one’s language, and can go on to the page that was asked for', () => {
  const to = (path: string, preferred?: string) => offlineAddress(at(path), preferred)
  expect(to('/sw/v/V-1?a=b', 'en')).toBe('/sw/offline?to=%2Fsw%2Fv%2FV-1%3Fa%3Db')
  expect(to('/v/V-1', 'sw')).toBe('/sw/offline?to=%2Fv%2FV-1')
  expect(to('/v/V-1', 'en-GB')).toBe('/en/offline?to=%2Fv%2FV-1')
  expect(to('/v/V-1', undefined)).toBe('/en/offline?to=%2Fv%2FV-1')
})

test('an address without a language opens the kept page in the person’s own', () => {
  expect(offlineAddress(at('/?from=icon'), 'sw')).toBe('/sw?from=icon')
  expect(offlineAddress(at('/outbox'), 'en-KE')).toBe('/en/outbox')
  const without = keptPages(['/outbox', '/offline'], '/offline')
  expect(without.offlineAddress(at('/'), 'sw')).toBe('/sw/offline?to=%2F')
})
