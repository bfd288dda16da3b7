import { expect, test } from 'vitest'
import { spread } from './spread.ts'

test('leaves marks where they are if none covers another', () => {
  expect(
    spread([
      { x: 0, y: 0 },
      { x: 60, y: 0 },
    ]),
  ).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ])
})

test('moves marks of one place apart, so that each can be pressed', () => {
  const points = Array.from({ length: 25 }, (_, n) => ({ x: 100 + (n % 3), y: 100 }))
  const offsets = spread(points)
  const at = points.map((point, n) => ({ x: point.x + (offsets[n]?.x ?? 0), y: point.y + (offsets[n]?.y ?? 0) }))
  expect(offsets[0]).toEqual({ x: 0, y: 0 })
  for (const [n, one] of at.entries())
    for (const other of at.slice(n + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(48)
})

test('of those at one place the second goes straight up by the width of a mark, and the third beside it', () => {
  expect(spread(Array(3).fill({ x: 10, y: 20 }))).toEqual([
    { x: 0, y: 0 },
    { x: 0, y: -52 },
    { x: 45, y: -26 },
  ])
})

test('marks that just do not touch stay, in any direction', () => {
  const still = { x: 0, y: 0 }
  expect(
    spread([
      { x: 0, y: 0 },
      { x: 0, y: 52 },
    ]),
  ).toEqual([still, still])
  expect(
    spread([
      { x: 100, y: 100 },
      { x: 100, y: 48 },
    ]),
  ).toEqual([still, still])
  expect(
    spread([
      { x: 0, y: 0 },
      { x: 0, y: 51 },
    ])[1],
  ).not.toEqual(still)
})
