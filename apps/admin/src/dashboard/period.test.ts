import { expect, test } from 'vitest'
import { periodOf } from './period.ts'

test('a preset ends today, in the time of the city', () => {
  const late = new Date('2026-11-22T21:30:00Z') // already the 23rd in Nairobi
  expect(periodOf({ days: '1' }, late)).toEqual({ from: '2026-11-23', to: '2026-11-23' })
  expect(periodOf({ days: '7' }, late)).toEqual({ from: '2026-11-17', to: '2026-11-23' })
  expect(periodOf({ from: '2026-11-01', to: '2026-11-02' }, late)).toEqual({ from: '2026-11-01', to: '2026-11-02' })
})
