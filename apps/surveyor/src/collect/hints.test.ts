import { newItem } from '@salama/outbox/items.ts'
import { expect, test } from 'vitest'
import { newDraft } from '@/field-state/draft.ts'
import type { Assignment } from '@/field-state/field-cache.ts'
import type { FieldContent, FieldReply } from '@/outbox/content.ts'
import { farFrom } from '@/work/far-from.ts'
import { onlyAsked } from './draft.ts'
import { duplicateOf, seatsHint } from './hints.ts'

const NOW = Date.parse('2026-11-20T09:00:00Z')
const draft = { ...newDraft(null), plate: 'kda123a' }
const recorded = (capturedAt: string, plate = 'KDA 123A') => ({
  item: newItem<FieldContent, FieldReply>(
    crypto.randomUUID(),
    { kind: 'entry', sessionId: 's', plate, capturedAt, body: null },
    NOW,
  ),
  files: [],
})

test('says when a plate was recorded last today, and whether within the hour', () => {
  const [early, recent] = ['2026-11-20T06:00:00Z', '2026-11-20T08:30:00Z'] as const
  const find = (...at: string[]) =>
    duplicateOf(
      draft,
      at.map((each) => recorded(each)),
      [],
      NOW,
    )
  expect(find(early)).toEqual({ capturedAt: early, isRecent: false })
  expect(find(recent, early)).toEqual({ capturedAt: recent, isRecent: true })
  expect(find('2026-11-19T08:30:00Z')).toBeNull()
  expect(duplicateOf(draft, [recorded(recent, 'KDA 124A')], [], NOW)).toBeNull()
  expect(duplicateOf({ ...draft, revises: 'x' }, [recorded(recent)], [], NOW)).toBeNull()
})

test('hints at implausible seats, and at other seats than the register has', () => {
  expect(['6', '7', '70', '71'].map((seats) => seatsHint(seats, null))).toEqual(['unusual', null, null, 'unusual'])
  expect(seatsHint('33', 14)).toBe('differ')
  expect(['', '0', '999', 'x'].map((seats) => seatsHint(seats, 14))).toEqual([null, null, null, null])
})

test('hints at a point far from the assignment, beyond its accuracy, and not at a chosen stage', () => {
  // Only the fields that are read.
  const odeon = { place: { lat: -1.2828, lng: 36.825 }, area: null } as unknown as Assignment
  const at = (lat: number, accuracyM: number) => farFrom({ ...draft, place: { lat, lng: 36.825, accuracyM } }, odeon)
  expect(at(-1.2828, 10)).toBeNull()
  expect(at(-1.2928, 10)).toBeGreaterThan(1000)
  expect(at(-1.2878, 200)).toBeNull()
  expect(farFrom({ ...draft, place: { stopId: 's', name: null } }, odeon)).toBeNull()
  expect(farFrom({ ...draft, place: { lat: 0, lng: 0, accuracyM: 1 } }, null)).toBeNull()
})

test('what an assignment does not ask for is not sent; a correction keeps everything', () => {
  const full = {
    ...draft,
    capacity: '33',
    note: 'x',
    sacco: { id: null, name: 'Simba' },
    stickerStatus: 'seen',
  } as const
  const given = { ...full, routes: [], fields: [], carried: [] }
  expect(onlyAsked(given, ['sticker'])).toMatchObject({ capacity: '', note: '', sacco: null, stickerStatus: 'seen' })
  expect(onlyAsked(given, [])).toEqual(given)
  expect(onlyAsked({ ...given, revises: 'x' }, ['sticker'])).toMatchObject({ capacity: '33' })
})
