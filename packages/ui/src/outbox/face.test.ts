import { expect, test } from 'vitest'
import { faceOf } from './face.tsx'

const NOW = Date.parse('2026-11-20T08:00:00Z')
const item = { state: 'waiting', sendingSince: null, attempts: 0 } as const

test('what never left is saved, what did not get through waits, and what is under way is being sent', () => {
  expect(faceOf(item, NOW)).toBe('saved')
  expect(faceOf({ ...item, attempts: 2 }, NOW)).toBe('waiting')
  expect(faceOf({ ...item, attempts: 2, sendingSince: NOW - 1_000 }, NOW)).toBe('sending')
})

test('a sender that was killed is not believed for ever', () => {
  expect(faceOf({ ...item, sendingSince: NOW - 3_600_000 }, NOW)).toBe('saved')
})

test('what the server or the person has to say comes before all', () => {
  for (const state of ['received', 'refused', 'sign_in'] as const)
    expect(faceOf({ ...item, state, sendingSince: NOW }, NOW)).toBe(state)
})
