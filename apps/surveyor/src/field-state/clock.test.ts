import { expect, test, vi } from 'vitest'
import { nowAtServer, stamp, wrongClock } from './clock.ts'

const HOUR_MS = 3600_000

test('records server time on a phone whose clock is a day behind', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-19T06:40:00Z') })
  expect(stamp({ skewMs: 24 * HOUR_MS })).toBe('2026-11-20T06:40:00.000Z')
  expect(nowAtServer({ skewMs: -HOUR_MS })).toBe(Date.parse('2026-11-19T05:40:00Z'))
  expect(stamp(null)).toBe('2026-11-19T06:40:00.000Z')
  vi.useRealTimers()
})

test('reports clock skew from five minutes on, with amount and direction', () => {
  expect([null, { skewMs: 0 }, { skewMs: -4 * 60_000 }].map(wrongClock)).toEqual([null, null, null])
  expect(wrongClock({ skewMs: 24 * HOUR_MS + 90_000 })).toEqual({ is: 'behind', hours: 24, minutes: 1 })
  expect(wrongClock({ skewMs: -HOUR_MS / 2 })).toEqual({ is: 'ahead', hours: 0, minutes: 30 })
})
