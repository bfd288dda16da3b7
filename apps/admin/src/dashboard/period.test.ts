import { expect, test } from 'vitest'
import { DashboardQuery, PRESETS, periodOf } from './period.ts'

test('a preset ends today, in the time of the city', () => {
  const late = new Date('2026-11-22T21:30:00Z') // already the 23rd in Nairobi
  expect(periodOf({ days: '1' }, late)).toEqual({ from: '2026-11-23', to: '2026-11-23' })
  expect(periodOf({ days: '7' }, late)).toEqual({ from: '2026-11-17', to: '2026-11-23' })
  expect(periodOf({ days: '28' }, new Date('2026-11-22T20:59:59Z'))).toEqual({ from: '2026-10-26', to: '2026-11-22' })
})

test('days that were asked for stay as they are, and a preset is worth more than them', () => {
  const asked = { from: '2026-11-01', to: '2026-11-02' }
  expect(periodOf(DashboardQuery.parse(asked))).toEqual(asked)
  const now = new Date('2026-11-22T09:00:00Z')
  expect(periodOf(DashboardQuery.parse({ ...asked, days: '1' }), now)).toEqual({ from: '2026-11-22', to: '2026-11-22' })
  expect(PRESETS.map((days) => DashboardQuery.safeParse({ days }).success)).toEqual([true, true, true, true])
  expect(DashboardQuery.safeParse({ days: '2' }).success).toBe(false)
})
