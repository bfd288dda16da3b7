import { expect, test } from 'vitest'
import { isSending, itemStatus } from './items.ts'
import { backoffMs } from './retry.ts'
import { fitted } from './shrink-photo.ts'

test('doubles the backoff up to some minutes, and expires a dead sender', () => {
  expect([0, 1, 2].map((attempts) => backoffMs(attempts, 0.5))).toEqual([2_000, 4_000, 8_000])
  expect(backoffMs(50, 0.5)).toBe(300_000)
  expect(isSending({ sendingSince: 0 }, 1_000)).toBe(true)
  expect(isSending({ sendingSince: 0 }, 3_600_000)).toBe(false)
})

test('scales a picture down, never up', () => {
  expect(fitted(4000, 3000)).toEqual({ width: 1600, height: 1200 })
  expect(fitted(300, 4000)).toEqual({ width: 120, height: 1600 })
  expect(fitted(640, 480)).toEqual({ width: 640, height: 480 })
})

const NOW = Date.parse('2026-11-20T08:00:00Z')
const item = { state: 'waiting', sendingSince: null, attempts: 0 } as const

test('shows saved, waiting or sending by what was tried', () => {
  expect(itemStatus(item, NOW)).toBe('saved')
  expect(itemStatus({ ...item, attempts: 2 }, NOW)).toBe('waiting')
  expect(itemStatus({ ...item, attempts: 2, sendingSince: NOW - 1_000 }, NOW)).toBe('sending')
})

test('expires a sender that was killed', () => {
  expect(itemStatus({ ...item, sendingSince: NOW - 3_600_000 }, NOW)).toBe('saved')
})

test('shows the server’s refusal or the needed sign-in first', () => {
  for (const state of ['received', 'refused', 'sign_in'] as const)
    expect(itemStatus({ ...item, state, sendingSince: NOW }, NOW)).toBe(state)
})
