import { newItem } from '@salama/outbox/items.ts'
import { expect, test } from 'vitest'
import type { Assignment, Server } from '@/field-state/field-cache.ts'
import type { FieldContent, FieldReply } from '@/outbox/content.ts'
import { currentClaim } from './current-claim.ts'

const NOW = Date.parse('2026-11-20T08:00:00Z')
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()
const KENCOM = { lat: -1.2863, lng: 36.8252, accuracyM: 10 }
const ODEON = { lat: -1.2831, lng: 36.8189, accuracyM: 10 }
const WESTLANDS = { lat: -1.2676, lng: 36.8108, accuracyM: 10 }

const assignment = (token: number, place: typeof KENCOM, counted = 0, kind: Assignment['kind'] = 'vehicle_survey') => ({
  id: `assignment ${token}`,
  kind,
  place,
  area: null,
  dueAt: null,
  quota: { vehicles: 10, minutes: null, facts: [] },
  mine: [
    {
      token,
      state: 'claimed',
      heldUntil: at(60),
      renewableUntil: at(600),
      tally: { counted, repeated: 0, far: 0, rejected: 0, incomplete: 0 },
      counts: [],
    },
  ],
})
/** The claim of the next vehicle; `last` is the one of the vehicle before, which the server has counted. */
function tokenOf(
  assignments: object[],
  here: typeof KENCOM | null,
  last?: number,
  kind?: Assignment['kind'],
  nowMs = NOW,
) {
  const server = { asOf: at(0), skewMs: 0, entries: [], assignments } as unknown as Server // only the fields that are read
  const content: FieldContent = {
    kind: 'entry',
    sessionId: 's',
    plate: 'KDA 123A',
    capturedAt: at(-5),
    body: null,
    claimToken: last ?? null,
  }
  const item = { ...newItem<FieldContent, FieldReply>('sent', content, NOW), state: 'received' as const }
  const entries = last === undefined ? [] : [{ item, files: [] }]
  return currentClaim(entries, server, nowMs, kind ?? 'vehicle_survey', here)?.token
}

test('of several it is the one at whose place the phone is, also when the last vehicle was for another', () => {
  const day = [assignment(1, KENCOM, 3), assignment(2, WESTLANDS), assignment(3, ODEON)]
  expect(tokenOf(day, ODEON)).toBe(3)
  expect(tokenOf(day, WESTLANDS, 1)).toBe(2)
})

test('of several at one place it is that of the last vehicle, until it is complete', () => {
  expect(tokenOf([assignment(1, KENCOM), assignment(2, KENCOM, 4)], KENCOM, 2)).toBe(2)
  expect(tokenOf([assignment(1, KENCOM), assignment(2, KENCOM, 10)], KENCOM, 2)).toBe(1)
})

test('at none of the places, or without a location, it stays with what is begun, else the nearest is next', () => {
  const day = [assignment(1, KENCOM), assignment(2, WESTLANDS, 4)]
  expect(tokenOf(day, { ...KENCOM, lat: -1.31 })).toBe(1)
  expect(tokenOf(day, null, 2)).toBe(2)
})

test('a stage count is for the counter, and a vehicle for a survey', () => {
  const day = [assignment(1, KENCOM, 0, 'stage_count'), assignment(2, WESTLANDS)]
  expect(tokenOf(day, KENCOM)).toBe(2)
  expect(tokenOf(day, WESTLANDS, 2, 'stage_count')).toBe(1)
})

test('where the lease ran out while the phone was offline, what is recorded still counts for it', () => {
  expect(tokenOf([assignment(1, KENCOM)], KENCOM, 1, 'vehicle_survey', NOW + 61 * 60_000)).toBe(1)
  expect(tokenOf([], KENCOM)).toBeUndefined()
})
