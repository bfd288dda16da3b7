import { CollectionEntryBody } from '@salama/domain/collection-entries/contract'
import { expect, test } from 'vitest'
import { newDraft } from '@/field-state/draft.ts'
import { bodyOf } from '@/field-state/entry-body.ts'
import type { ServerEntry } from '@/field-state/field-cache.ts'
import {
  asksPlate,
  draftOfBody,
  draftOfReturned,
  isBegun,
  lastValuesOf,
  problemsOf,
  withChanges,
  withTypedName,
} from './draft.ts'
import { findRoutes, findSaccos } from './find.ts'

const AT = '2026-11-20T06:40:00Z'
const KBS = '00000000-0000-4000-8000-000000000001'

test('builds a valid body from a full form, and one with only the plate from an empty form', () => {
  const draft = {
    ...newDraft(null),
    plate: ' kda 123a ',
    fleetName: 'Kifaru 1',
    sacco: { id: null, name: 'Kifaru' },
    routes: [{ id: KBS, name: '23' }],
    capacity: '33',
    stickerCode: 'v7k3m 9qxr',
    checks: { tyres: 'ok', seatBelts: 'missing' },
    note: ' new tyres ',
    place: { lat: -1.28, lng: 36.82, accuracyM: 12 },
  } as const
  const body = bodyOf({ ...draft, routes: [...draft.routes], fields: [] }, AT, 412)
  expect(body.vehicle.sticker).toEqual({ status: 'seen', code: 'V-7K3M9QXR' })
  const parsed = CollectionEntryBody.safeParse({ ...body, id: draft.id, sessionId: KBS })
  expect(parsed.error).toBeUndefined()
  expect(parsed.data).toMatchObject({
    claimToken: 412,
    note: 'new tyres',
    vehicle: { plate: 'kda 123a', capacity: 33 },
  })
  expect(bodyOf({ ...newDraft(null), plate: 'KDA 123A' }, AT, null)).toEqual({
    capturedAt: AT,
    vehicle: { plate: 'KDA 123A' },
  })
})

test('validates the form before it is saved', () => {
  const draft = { ...newDraft(null), plate: 'KDA 123A' }
  expect(problemsOf(draft)).toEqual([])
  expect(problemsOf({ ...draft, plate: 'KD' })).toEqual(['plate'])
  expect(problemsOf({ ...draft, capacity: '0', stickerCode: 'V-12' })).toEqual(['capacity', 'stickerCode'])
  expect(problemsOf({ ...draft, stickerCode: 'v 7k3m-9qxr' })).toEqual([])
  expect(problemsOf({ ...draft, stickerCode: 'V-7K3M9QXRж' })).toEqual(['stickerCode'])
})

test('asks once to confirm an unusual plate, without an error', () => {
  const draft = { ...newDraft(null), plate: 'AB12' }
  expect([problemsOf(draft), asksPlate(draft)]).toEqual([[], true])
  expect(asksPlate({ ...draft, confirmedPlate: 'AB12', plate: 'ab 12' })).toBe(false)
  expect(asksPlate({ ...draft, confirmedPlate: 'AB12', plate: 'AB13' })).toBe(true)
  expect(asksPlate({ ...draft, plate: 'kda 123a' })).toBe(false)
})

test('neither validates nor sends the code of a missing sticker', () => {
  const draft = { ...newDraft(null), plate: 'KDA 123A', stickerStatus: 'missing', stickerCode: 'V-12' } as const
  expect(problemsOf(draft)).toEqual([])
  expect(bodyOf(draft, AT, null).vehicle.sticker).toEqual({ status: 'missing' })
})

test('uses a typed sacco as written or asks to choose one, and never drops it', () => {
  const names = { saccos: [{ id: KBS, name: 'Super Metro', aliases: [] }], routes: [] }
  const typed = (typedSacco: string) => ({ ...newDraft(null), plate: 'KDA 123A', typedSacco })
  const unknown = withTypedName(typed(' Kifaru '), names)
  expect([unknown.sacco, unknown.typedSacco, problemsOf(unknown)]).toEqual([{ id: null, name: 'Kifaru' }, '', []])
  expect(withTypedName(typed('Super'), null).sacco).toEqual({ id: null, name: 'Super' })
  for (const open of ['super m', 'K']) {
    const stored = withTypedName(typed(open), names)
    expect([stored.sacco, stored.typedSacco, problemsOf(stored)]).toEqual([null, open, ['typedSacco']])
  }
  expect(problemsOf({ ...typed(''), typedRoute: '23' })).toEqual(['typedRoute'])
  expect(isBegun(typed('super m'))).toBe(true)
})

test('prefills sacco and routes from the last entry with a note, but not the capacity', () => {
  const last = { ...newDraft(null), plate: 'KDA 123A', sacco: { id: KBS, name: 'KBS' }, capacity: '33', note: 'x' }
  const next = newDraft(lastValuesOf(last))
  expect(next).toMatchObject({ plate: '', note: '', capacity: '', sacco: { id: KBS }, carried: ['sacco'] })
  expect(newDraft(null).carried).toEqual([])
  expect(withChanges(next, { plate: 'KDB 1' }).carried).toEqual(['sacco'])
  expect(withChanges(next, { sacco: { id: KBS, name: 'KBS' } }).carried).toEqual([])
  expect(next.id).not.toBe(last.id)
  expect([isBegun(next), isBegun(last)]).toEqual([false, true])
})

test('opens a returned entry with its values and fields to fix, and sends a revision', () => {
  const entry = {
    id: KBS,
    vehicle: { plate: 'KDA 123A', sacco: { id: KBS }, capacity: 14, checks: { tyres: 'ok', doors: 'not_checked' } },
    note: null,
    place: null,
    decision: { facts: ['capacity'] },
  } as unknown as ServerEntry // only what the form reads
  const draft = draftOfReturned(entry, { saccos: [{ id: KBS, name: 'Kenya Bus', aliases: [] }], routes: [] })
  expect(draft).toMatchObject({ capacity: '14', checks: { tyres: 'ok' }, fields: ['capacity'], revises: KBS })
  expect(bodyOf({ ...draft, capacity: '33' }, AT, 412)).toMatchObject({
    revises: KBS,
    vehicle: { plate: 'KDA 123A', capacity: 33, sacco: { id: KBS } },
  })
  expect(bodyOf(draft, AT, 412)).not.toHaveProperty('claimToken')
})

test('finds saccos by any name, and routes by number or place', () => {
  const names = {
    saccos: [
      { id: KBS, name: 'Kenya Bus Service Management', aliases: ['KBS'] },
      { id: 'b', name: 'Super Metro', aliases: [] },
    ],
    routes: [
      { id: 'r', slug: 'r', shortName: '23', longName: 'Odeon - Kawangware', name: '23 Odeon - Kawangware' },
      { id: 's', slug: 's', shortName: '125', longName: 'Railways - Rongai', name: '125 Railways - Rongai' },
    ],
  }
  expect(findSaccos(names, 'kbs')).toEqual([{ id: KBS, name: 'Kenya Bus Service Management', hint: 'KBS' }])
  expect(findSaccos(names, 'k\u2019b\u02bcs').map(({ id }) => id)).toEqual([KBS])
  expect(findSaccos(names, 'metro').map(({ id }) => id)).toEqual(['b'])
  expect(findRoutes(names, 'rong').map(({ id }) => id)).toEqual(['s'])
  expect(findRoutes(names, '23').map(({ id }) => id)).toEqual(['r'])
  expect(findSaccos(names, '')).toEqual([])
})

test('sends a chosen stage by its id, and restores it with a refused entry', () => {
  const draft = { ...newDraft(null), plate: 'KDA 123A', place: { stopId: KBS, name: 'Koja' } }
  const body = bodyOf(draft, AT, null)
  expect(body.place).toEqual({ stopId: KBS })
  expect(CollectionEntryBody.safeParse({ ...body, id: draft.id, sessionId: KBS }).error).toBeUndefined()
  const again = draftOfBody(draft.id, body, null)
  expect(again.place).toEqual({ stopId: KBS, name: null })
  expect(bodyOf(again, AT, null).place).toEqual({ stopId: KBS })
})

test('keeps the stage or the exact point of the returned entry in its revision', () => {
  const returned = (place: ServerEntry['place']) =>
    draftOfReturned({ id: KBS, vehicle: { plate: 'KDA 123A' }, note: null, place, decision: null } as ServerEntry, null)
  const point = { lat: -1.28, lng: 36.82, accuracyM: 12 }
  expect(bodyOf(returned({ ...point, accuracyM: 250, stopId: KBS }), AT, null).place).toEqual({ stopId: KBS })
  expect(bodyOf(returned({ ...point, stopId: null }), AT, null).place).toEqual(point)
  expect(returned(null).place).toBeNull()
})
