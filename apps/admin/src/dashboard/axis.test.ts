import { expect, test } from 'vitest'
import { axisTo } from './axis.ts'

test('an axis is marked with whole numbers, and nothing is drawn past its last mark', () => {
  for (const most of [0, 0.4, 1, 1.2, 2.5, 4, 4.1, 7.3, 10, 24.6, 99, 101, 1234]) {
    const { end, ticks } = axisTo(most)
    expect(ticks.every(Number.isInteger), `${most}`).toBe(true)
    expect(ticks[0]).toBe(0)
    expect(ticks.at(-1), `${most}`).toBe(end)
    expect(end).toBeGreaterThanOrEqual(most)
    expect(ticks.length).toBeGreaterThan(1)
  }
})
