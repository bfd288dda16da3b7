import { expect, test } from 'vitest'
import { busiestOf } from './busiest.ts'

const hours = (riders: Record<number, number>) =>
  Object.entries(riders).map(([hour, count]) => ({ hour: Number(hour), riders: count }))

test.each([
  [{}, null],
  [{ 7: 5 }, { from: 7, to: 7 }],
  [
    { 6: 10, 16: 10, 17: 15, 18: 20, 19: 15, 20: 10 },
    { from: 17, to: 19 },
  ],
  [
    { 22: 5, 23: 5 },
    { from: 22, to: 23 },
  ],
])('the busiest of %j are %j', (riders, busiest) => expect(busiestOf(hours(riders))).toEqual(busiest))
