import { expect, test, vi } from 'vitest'
import { daysOrHours, hoursAndMinutes, nowAtServer, stamp, wrongClock } from './clock.ts'

const HOUR_MS = 3600_000
const FIVE_MINUTES_MS = 300_000

test('records server time on a phone whose clock is a day behind', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-19T06:40:00Z') })
  expect(stamp({ skewMs: 24 * HOUR_MS })).toBe('2026-11-20T06:40:00.000Z')
  expect(nowAtServer({ skewMs: -HOUR_MS })).toBe(Date.parse('2026-11-19T05:40:00Z'))
  expect(stamp(null)).toBe('2026-11-19T06:40:00.000Z')
  vi.useRealTimers()
})

test('reports clock skew from five minutes on, with amount and direction', () => {
  const skewed = [0, FIVE_MINUTES_MS - 1, 1 - FIVE_MINUTES_MS].map((skewMs) => wrongClock({ skewMs }))
  expect([wrongClock(null), ...skewed]).toEqual([null, null, null, null])
  expect(wrongClock({ skewMs: FIVE_MINUTES_MS })).toEqual({ is: 'behind', hours: 0, minutes: 5 })
  expect(wrongClock({ skewMs: -FIVE_MINUTES_MS })).toEqual({ is: 'ahead', hours: 0, minutes: 5 })
  expect(wrongClock({ skewMs: 24 * HOUR_MS + 90_000 })).toEqual({ is: 'behind', hours: 24, minutes: 1 })
})

test('a time in the future is no time ago, and an hour is no sixty minutes', () => {
  expect([-90_000, 59_999, 60_000, HOUR_MS - 1, HOUR_MS].map(hoursAndMinutes)).toEqual([
    { hours: 0, minutes: 0 },
    { hours: 0, minutes: 0 },
    { hours: 0, minutes: 1 },
    { hours: 0, minutes: 59 },
    { hours: 1, minutes: 0 },
  ])
})

test('counts days from the second on', () => {
  expect([47.5, 48, 170].map((hours) => daysOrHours(hours * HOUR_MS).days)).toEqual([0, 2, 7])
})
