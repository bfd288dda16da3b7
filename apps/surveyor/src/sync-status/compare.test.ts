import { type ItemFile, newItem } from '@salama/outbox/items.ts'
import { newFile } from '@salama/outbox/outbox.ts'
import { expect, test } from 'vitest'
import type { ServerEntry } from '@/field-state/field-cache.ts'
import type { FieldContent, FieldReply } from '@/outbox/content.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'
import { compare, isEqual } from './compare.ts'

const here = (id: string, state: 'received' | 'waiting' | 'refused', files: ItemFile[] = []): FieldEntry => {
  const content: FieldContent = {
    kind: 'entry',
    sessionId: 's',
    plate: id,
    capturedAt: `2026-11-20T06:0${id}:00Z`,
    body: null,
  }
  return { item: { ...newItem<FieldContent, FieldReply>(id, content, 0), state }, files }
}
const there = (id: string, photos = 0) =>
  ({
    id,
    sessionId: 's',
    vehicle: { plate: id },
    capturedAt: `2026-11-20T06:0${id}:00Z`,
    state: 'in_review',
    photos,
  }) as unknown as ServerEntry // only the compared fields
const photo = (state: ItemFile['state']) => ({ ...newFile('1', new Blob()), state })

test('compares entries: sent, waiting, refused and from another device', () => {
  const lines = compare(
    [here('1', 'received'), here('2', 'waiting'), here('3', 'refused')],
    [there('1'), there('4')],
    's',
  )
  expect(lines.map(({ id, phone, server }) => [id, phone, server])).toEqual([
    ['4', 'none', 'in_review'],
    ['3', 'refused', null],
    ['2', 'waiting', null],
    ['1', 'arrived', 'in_review'],
  ])
  expect(isEqual(lines, [])).toBe(false)
})

const equal = (phone: FieldEntry[], server: ServerEntry[]) => isEqual(compare(phone, server, 's'), phone)

test('is in sync when the server has every entry and photo of this phone', () => {
  expect(equal([here('1', 'received')], [there('1')])).toBe(true)
  expect(equal([here('1', 'received', [photo('waiting')])], [there('1')])).toBe(false)
  expect(equal([here('1', 'received', [photo('received')])], [there('1', 1)])).toBe(true)
  expect(equal([here('1', 'received')], [])).toBe(false)
})

test('is not in sync while a start is unsent, but ignores a pending heartbeat', () => {
  const waiting = (content: FieldContent) => ({ item: newItem<FieldContent, FieldReply>('x', content, 0), files: [] })
  const start = { kind: 'start', sessionId: 's', startedAt: '2026-11-20T06:00:00Z', place: null } as const
  expect(equal([waiting(start)], [])).toBe(false)
  expect(equal([waiting({ kind: 'touch', sessionId: 's' })], [])).toBe(true)
})

test('does not compare entries of another session', () => {
  expect(compare([here('1', 'received')], [there('2')], 'other')).toEqual([])
})
