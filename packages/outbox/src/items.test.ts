import { expect, test } from 'vitest'
import { backoffMs, isSending } from './items.ts'
import { fitted } from './shrink-photo.ts'

test('waiting doubles up to some minutes, and a dead sender is not believed for ever', () => {
  expect([0, 1, 2].map((attempts) => backoffMs(attempts, 0.5))).toEqual([2_000, 4_000, 8_000])
  expect(backoffMs(50, 0.5)).toBe(300_000)
  expect(isSending({ sendingSince: 0 }, 1_000)).toBe(true)
  expect(isSending({ sendingSince: 0 }, 3_600_000)).toBe(false)
})

test('a picture is fitted, never enlarged', () => {
  expect(fitted(4000, 3000)).toEqual({ width: 1600, height: 1200 })
  expect(fitted(300, 4000)).toEqual({ width: 120, height: 1600 })
  expect(fitted(640, 480)).toEqual({ width: 640, height: 480 })
})
