import { expect, test } from 'vitest'
import { faceOf } from './items.ts'

test('a person is told where something is: never that it arrived or was refused before the server said so', () => {
  const waits = { state: 'waiting', sendingSince: null, attempts: 0 } as const
  expect(faceOf(waits, 1_000)).toBe('saved')
  expect(faceOf({ ...waits, attempts: 1 }, 1_000)).toBe('waiting')
  expect(faceOf({ ...waits, attempts: 1, sendingSince: 0 }, 1_000)).toBe('sending')
  // A sender that was killed is not believed for ever.
  expect(faceOf({ ...waits, attempts: 1, sendingSince: 0 }, 3_600_000)).toBe('waiting')
  for (const state of ['received', 'refused', 'sign_in'] as const)
    expect(faceOf({ ...waits, state }, 1_000)).toBe(state)
})
