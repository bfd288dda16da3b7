import { expect, test } from 'vitest'
import type { HeldSlot } from '@/field-state/session.ts'
import { dayRoute } from './day-route.ts'

const NOW = Date.parse('2026-11-20T06:00:00Z')
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
/** About a kilometre for each hundredth of a degree. */
const slot = (token: number, lat: number | null, dueMinutes: number | null = null) =>
  ({
    token,
    renewableUntil: at(720),
    assignment: {
      place: lat === null ? null : { lat, lng: 36.8 },
      area: null,
      dueAt: dueMinutes === null ? null : at(dueMinutes),
      quota: { vehicles: 10, minutes: null, facts: [] },
    },
  }) as unknown as HeldSlot // only the fields that are read
const order = (held: HeldSlot[], from: { lat: number; lng: number } | null = { lat: -1.3, lng: 36.8 }) =>
  dayRoute(held, from, NOW).map((stop) => stop.held.token)

test('goes to the nearest place each time, and to what has none at the end', () => {
  expect(order([slot(1, null), slot(2, -1.27), slot(3, -1.29), slot(4, -1.28)])).toEqual([3, 4, 2, 1])
  const [first, second] = dayRoute([slot(3, -1.29), slot(4, -1.27)], { lat: -1.3, lng: 36.8 }, NOW)
  expect([first?.metres, second?.metres].map((metres) => Math.round((metres ?? 0) / 100))).toEqual([11, 22])
})

test('what would be late otherwise comes first, but not what is late anyway', () => {
  expect(order([slot(1, -1.29), slot(2, -1.31, 45), slot(3, -1.28)])).toEqual([2, 1, 3])
  expect(order([slot(1, -1.295), slot(2, -1.33, 10)])).toEqual([1, 2])
})

test('without a location it begins at what ends first', () => {
  expect(order([slot(1, -1.29), slot(2, -1.27, 60), slot(3, -1.26)], null)).toEqual([2, 3, 1])
  expect(dayRoute([slot(1, -1.29)], null, NOW)).toMatchObject([{ metres: null }])
})
