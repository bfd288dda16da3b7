import { expect, test } from 'vitest'
import { axisTo, categoriesByWeek, hours, incidentsOf, percent, plusDays, queueByDay, queueByKind } from './figures.ts'

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

test('says of the queue how much of it is of which kind, and the kinds add up to its days', () => {
  const other = { ...day, oldestS: null, medianWaitS: null }
  const queue = {
    now: [],
    days: [
      { ...other, arrived: 51, decided: 38 },
      { ...other, kind: 'collection_entry' as const, arrived: 300, decided: 298 },
      { ...other, date: '2026-11-21', kind: 'collection_entry' as const, arrived: 64, decided: 0 },
    ],
  }
  const kinds = queueByKind({ queue })
  expect(kinds).toEqual([
    { kind: 'report', arrived: 51, decided: 38 },
    { kind: 'collection_entry', arrived: 364, decided: 298 },
  ])
  for (const what of ['arrived', 'decided'] as const)
    expect(kinds.reduce((all, each) => all + each[what], 0)).toBe(
      queueByDay({ queue }).reduce((all, each) => all + each[what], 0),
    )
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
      { category: 'crash', values: [4, 2], incidents: [2, 1], reports: 6 },
      { category: 'theft', values: [0, 1], incidents: [0, 1], reports: 1 },
    ],
  })
})

test('counts up to four have a tick each, larger ones a few even steps', () => {
  const axis = (end: number, ...ticks: number[]) => ({ end, ticks })
  expect([0, 0.4, 1, 1.2, 2.5, 4].map(axisTo)).toEqual([
    axis(1, 0, 1),
    axis(1, 0, 1),
    axis(1, 0, 1),
    axis(2, 0, 1, 2),
    axis(3, 0, 1, 2, 3),
    axis(4, 0, 1, 2, 3, 4),
  ])
  expect([4.1, 24.6, 101, 1234].map(axisTo)).toEqual([
    axis(5, 0, 1, 2, 3, 4, 5),
    axis(25, 0, 5, 10, 15, 20, 25),
    axis(120, 0, 20, 40, 60, 80, 100, 120),
    axis(1500, 0, 500, 1000, 1500),
  ])
})

test('returns integer ticks that include the maximum', () => {
  for (const most of [0, 0.4, 1, 1.2, 2.5, 4, 4.1, 7.3, 10, 24.6, 99, 101, 1234]) {
    const { end, ticks } = axisTo(most)
    expect(ticks.every(Number.isInteger), `${most}`).toBe(true)
    expect(ticks[0]).toBe(0)
    expect(ticks.at(-1), `${most}`).toBe(end)
    expect(end).toBeGreaterThanOrEqual(most)
    expect(ticks.length).toBeLessThanOrEqual(7)
  }
})

test('tells hours to one decimal and whole percentages, and nothing of nothing', () => {
  expect([null, 0, 540, 5_400, 36_180].map(hours)).toEqual([null, 0, 0.2, 1.5, 10.1])
  expect([percent(1, 3), percent(0, 3), percent(0, 0)]).toEqual([33, 0, null])
})

test('counts days over the end of a month and of a year, both ways', () => {
  expect([plusDays('2026-11-30', 1), plusDays('2027-01-01', -1)]).toEqual(['2026-12-01', '2026-12-31'])
})

test('links to the incidents of the same days', () => {
  expect(incidentsOf({ from: '2026-11-01', to: '2026-11-30' })).toBe(
    '/incidents?state=standing&from=2026-11-01&to=2026-11-30',
  )
})
