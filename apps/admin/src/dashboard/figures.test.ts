import { expect, test } from 'vitest'
import { axisTo, categoriesByWeek, queueByDay } from './figures.ts'

const day = { date: '2026-11-20', kind: 'report', arrived: 3, decided: 1, withdrawn: 0, open: 2 } as const

test('sums a day of the queue over all kinds, with the age of the oldest entry', () => {
  const queue = {
    now: [],
    days: [
      { ...day, oldestS: 7_200, medianWaitS: null },
      { ...day, kind: 'dispute' as const, arrived: 1, oldestS: 36_000, medianWaitS: null },
    ],
  }
  expect(queueByDay({ queue })).toEqual([
    { date: '2026-11-20', arrived: 4, decided: 2, open: 4, oldestH: 10, medianH: null },
  ])
})

test('fills weeks without a category with 0, and sorts categories by size', () => {
  const categories = [
    { week: '2026-11-16', category: 'theft' as const, reports: 1, incidents: 1 },
    { week: '2026-11-09', category: 'crash' as const, reports: 4, incidents: 2 },
    { week: '2026-11-16', category: 'crash' as const, reports: 2, incidents: 1 },
  ]
  expect(categoriesByWeek({ categories })).toEqual({
    weeks: ['2026-11-09', '2026-11-16'],
    rows: [
      { category: 'crash', values: [4, 2], reports: 6 },
      { category: 'theft', values: [0, 1], reports: 1 },
    ],
  })
})

test('returns integer ticks that include the maximum', () => {
  for (const most of [0, 0.4, 1, 1.2, 2.5, 4, 4.1, 7.3, 10, 24.6, 99, 101, 1234]) {
    const { end, ticks } = axisTo(most)
    expect(ticks.every(Number.isInteger), `${most}`).toBe(true)
    expect(ticks[0]).toBe(0)
    expect(ticks.at(-1), `${most}`).toBe(end)
    expect(end).toBeGreaterThanOrEqual(most)
    expect(ticks.length).toBeGreaterThan(1)
  }
})
