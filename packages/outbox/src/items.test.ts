import { expect, test } from 'vitest'
import { type ItemFile, isDone, isSending, itemStatus, newItem } from './items.ts'
import { backoffMs } from './retry.ts'
import { fitted } from './shrink-photo.ts'

test('doubles the backoff up to some minutes, and expires a dead sender', () => {
  expect([0, 1, 2].map((attempts) => backoffMs(attempts, 0.5))).toEqual([2_000, 4_000, 8_000])
  expect(backoffMs(50, 0.5)).toBe(300_000)
  expect(isSending({ sendingSince: 0 }, 1_000)).toBe(true)
  expect([149_999, 150_000].map((nowMs) => isSending({ sendingSince: 0 }, nowMs))).toEqual([true, false])
  expect(isSending({ sendingSince: null }, 1_000)).toBe(false)
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

test('a new item waits to be sent at once, and nothing was tried', () => {
  expect(newItem('a', { kind: 'x' }, NOW)).toEqual({
    id: 'a',
    savedAt: NOW,
    saved: { at: NOW, page: performance.timeOrigin, tick: expect.any(Number) },
    content: { kind: 'x' },
    state: 'waiting',
    sendingSince: null,
    attempts: 0,
    problem: null,
    reply: null,
    receivedAt: null,
  })
})

test('is done once the server has the item and decided on each of its files', () => {
  const files = (...states: ItemFile['state'][]) =>
    states.map((state) => ({
      id: 'f',
      itemId: 'a',
      addedAt: 0,
      blob: new Blob(),
      state,
      sendingSince: null,
      problem: null,
    }))
  const received = { ...newItem('a', {}, NOW), state: 'received' as const }
  const done = (...states: ItemFile['state'][]) => isDone({ item: received, files: files(...states) })
  expect([done(), done('received', 'refused'), done('received', 'waiting')]).toEqual([true, true, false])
  expect(isDone({ item: newItem('a', {}, NOW), files: files('received') })).toBe(false)
})
