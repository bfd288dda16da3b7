import { MAX_ASSIGNMENT, MIN_MINUTES } from '@salama/domain/shared'
import { expect, test } from 'vitest'
import { EMPTY_WORDS, readAssignment } from './read-assignment.ts'

const read = (words: Partial<typeof EMPTY_WORDS>, kind: 'stage_count' | 'vehicle_survey' = 'stage_count') =>
  readAssignment({ kind, words: { ...EMPTY_WORDS, title: 'Odeon', ...words }, facts: ['sacco'] })

test('reads what was typed, without spaces around it and without what is empty', () => {
  const { body, wrong } = read({ title: ' Odeon ', titleSw: ' ', dueAt: '2026-11-27T09:00', vehicles: '20' })
  expect(body).toEqual({
    kind: 'stage_count',
    title: 'Odeon',
    instructions: '',
    dueAt: '2026-11-27T06:00:00.000Z',
    slotCount: 3,
    quota: { vehicles: 20, facts: ['sacco'] },
  })
  expect(Object.values(wrong)).not.toContain(true)
})

test.each([
  ['title', { title: '  ' }],
  ['slots', { slotCount: '' }],
  ['slots', { slotCount: '0' }],
  ['slots', { slotCount: String(MAX_ASSIGNMENT.slots + 1) }],
  ['vehicles', { vehicles: '1.5' }],
  ['vehicles', { vehicles: String(MAX_ASSIGNMENT.vehicles + 1) }],
  ['minutes', { minutes: String(MIN_MINUTES - 1) }],
])('the field %s is wrong with %j', (field, words) => {
  const { wrong } = read(words)
  expect(Object.entries(wrong).filter(([, isWrong]) => isWrong)).toEqual([[field, true]])
})

test('the bounds themselves are right, and a vehicle survey asks for no minutes', () => {
  const { slots, vehicles, minutes } = MAX_ASSIGNMENT
  const most = read({ slotCount: `${slots}`, vehicles: `${vehicles}`, minutes: `${minutes}` })
  expect(Object.values(most.wrong)).not.toContain(true)
  expect(read({ minutes: `${MIN_MINUTES}` }).body.quota.minutes).toBe(MIN_MINUTES)
  expect(read({ minutes: 'x' }, 'vehicle_survey')).toMatchObject({
    body: { quota: { facts: ['sacco'] } },
    wrong: { minutes: false },
  })
})
