import { expect, test } from 'vitest'
import { countable } from './period.ts'

const NOW = new Date('2026-11-20T07:00:00Z')

test('a period that is too long is cut to the days before its end, one that is turned around to its end', () => {
  expect(countable({ from: '2020-01-01', to: '2026-11-20' }, NOW)).toEqual({ from: '2026-08-20', to: '2026-11-20' })
  expect(countable({ from: '2020-01-01' }, NOW)).toEqual({ from: '2026-08-20', to: '2026-11-20' })
  expect(countable({ from: '2026-11-20', to: '2026-11-01' }, NOW)).toEqual({ to: '2026-11-01' })
  expect(countable({ from: '2026-08-20', to: '2026-11-20' }, NOW)).toEqual({ from: '2026-08-20', to: '2026-11-20' })
})

test('a day that has begun in Nairobi is no day to come, even while it is still yesterday in UTC', () => {
  expect(countable({ from: '2026-11-20' }, new Date('2026-11-19T21:30:00Z'))).toEqual({ from: '2026-11-20' })
})
