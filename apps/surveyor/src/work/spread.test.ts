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
