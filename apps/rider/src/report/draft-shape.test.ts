import { VAGUE_M } from '@salama/domain/shared'
import { expect, test } from 'vitest'
import { type Draft, newDraft, readDraft } from './draft.ts'

const nothing = () => undefined
const read = (stored: object) =>
  readDraft({ getItem: () => JSON.stringify(stored), setItem: () => true, removeItem: nothing })
const draft: Draft = {
  ...newDraft(),
  category: 'crash',
  injury: 'none',
  place: { kind: 'gps', lat: -1.2812, lng: 36.8226, accuracyM: 8, from: 'auto' },
  vehicle: { kind: 'plate', text: 'KDA 123A' },
  visibility: 'coarse',
  startedAt: '2026-11-20T06:00:00.000Z',
}

test('reads a whole draft, and ignores one with a wrong member', () => {
  expect(read(draft)).toEqual(draft)
  for (const wrong of [
    { id: 'x' },
    { receiptCode: undefined },
    { category: 'flood' },
    { injury: 'many' },
    { place: { kind: 'gps', lat: '1', lng: 36, accuracyM: 5 } },
    { place: { kind: 'gps', lat: 1, lng: 36 } },
    { place: { kind: 'stop', id: 'koja', name: 'Koja', lat: 1, lng: 36 } },
    { place: { kind: 'moon', lat: 1, lng: 36, accuracyM: 5 } },
    { vehicle: { kind: 'plate' } },
    { visibility: 'public' },
    { startedAt: 'yesterday' },
    { happenedAt: null },
  ])
    expect([wrong, read({ ...draft, ...wrong })]).toEqual([wrong, null])
})

test('restores no place that the phone knew only vaguely', () => {
  const at = (accuracyM: number) => read({ ...draft, place: { ...draft.place, accuracyM } })
  expect(at(VAGUE_M)?.place).toMatchObject({ accuracyM: VAGUE_M })
  expect(at(VAGUE_M + 1)).toMatchObject({ category: 'crash', place: undefined })
})
