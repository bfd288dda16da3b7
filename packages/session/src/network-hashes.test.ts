import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { networkHashes } from './network-hashes.ts'

vi.stubEnv('TRUST_PROXY', '1')
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const from = (address: string) => networkHashes({ headers: new Headers({ 'x-forwarded-for': address }) })

test('hashes an IP address to the same value all day, and to another one tomorrow', () => {
  const today = from('192.0.2.7')
  vi.setSystemTime(new Date('2026-11-20T23:59:59Z'))
  expect(from('192.0.2.7')).toEqual(today)
  vi.setSystemTime(new Date('2026-11-21T00:00:00Z'))
  const [tomorrow, before] = from('192.0.2.7')
  expect(before).toBe(today[0])
  expect(tomorrow).not.toBe(today[0])
})

test('hashes each IP address differently, and a /64 of IPv6 as one', () => {
  expect(from('192.0.2.8')).not.toEqual(from('192.0.2.7'))
  expect(from('2001:db8:0:1::5')).toEqual(from('2001:db8:0:1:ffff::9'))
  expect(from('2001:db8:0:2::5')).not.toEqual(from('2001:db8:0:1::5'))
})

test('uses forwarded addresses of a trusted proxy only', () => {
  expect(from('198.51.100.1, 192.0.2.7')).toEqual(from('192.0.2.7'))
})

test('reveals nothing of the IP address in its hash', () => {
  for (const mark of from('192.0.2.7')) expect(mark).toMatch(/^[\w-]{43}$/)
})
