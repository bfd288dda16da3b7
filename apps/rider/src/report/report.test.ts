import { Category } from '@salama/domain/incidents/contract'
import { ReportBody, ReportReceived } from '@salama/domain/reports/contract'
import { CITY, RECEIPT_CODE } from '@salama/domain/shared'
import { WORST_ACCURACY_M } from '@salama/ui/gps.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { contentOf, withoutAccount } from '@/outbox/content.ts'
import type { Store } from '@/stored.ts'
import { lastVehicle, rememberVehicle } from '@/vehicle/last-vehicle.ts'
import en from '../../messages/en.json' with { type: 'json' }
import {
  asksInjury,
  asNewDraft,
  asPin,
  asVehicle,
  clockOfDraft,
  type Draft,
  discardDraft,
  happenedBefore,
  helplineOf,
  isSensitive,
  joinsOthers,
  newDraft,
  privacyChoices,
  privacyOf,
  privacyOfDraft,
  readDraft,
  saveDraft,
  showsVehicle,
  withCategory,
  withLinkedCategory,
  withPrivacy,
  withVehicle,
} from './draft.ts'
import { progressOf } from './progress.tsx'
import { reportBody } from './report-body.ts'
import { nextStep, partOfPath, vehicleProblem } from './steps.ts'

const koja = { kind: 'stop', id: '5b0d1a4e-3f7b-4d1c-9d55-0d8c8f6a2b11', name: 'Koja', lat: -1.28, lng: 36.82 } as const
const finished = (): Draft => ({
  ...newDraft(),
  category: 'crash',
  injury: 'none',
  place: koja,
  vehicle: { kind: 'none', text: '' },
})

afterEach(() => {
  vi.useRealTimers()
})

function memory(): Store {
  const saved = new Map<string, string>()
  return {
    getItem: (key) => saved.get(key) ?? null,
    setItem: (key, value) => saved.set(key, value).has(key),
    removeItem: (key) => void saved.delete(key),
  }
}

test('restores a saved draft with the same id', () => {
  const store = memory()
  const draft = { ...finished(), note: 'Two matatus', vehicle: { kind: 'plate' as const, text: 'kda 123a' } }
  expect(saveDraft(store, draft)).toBe(true)
  expect(readDraft(store)).toEqual(draft)
  discardDraft(store)
  expect(readDraft(store)).toBeNull()
})

test('restores a saved draft of every category', () => {
  const store = memory()
  for (const category of Category.options) {
    saveDraft(store, withCategory(newDraft(), category))
    expect(readDraft(store)?.category).toBe(category)
  }
})

test('ignores an unreadable draft, and reports when storage is full', () => {
  const store = memory()
  for (const odd of ['', '{', '{"id":"x"}', '{"id":"0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c55","note":1}'])
    expect(readDraft({ ...store, getItem: () => odd })).toBeNull()
  expect(saveDraft({ ...store, setItem: () => false }, newDraft())).toBe(false)
})

test('generates a unique id for every draft', () => {
  expect(newDraft().id).not.toBe(newDraft().id)
})

test('sends the same receipt code with every retry, and none with an account', () => {
  const draft = finished()
  const { receiptCode } = contentOf(draft, null)
  expect(receiptCode).toMatch(RECEIPT_CODE)
  expect(contentOf({ ...draft, note: 'Two matatus' }, null)).toMatchObject({ receiptCode })
  expect(contentOf(draft, 'account')).toMatchObject({ receiptCode: null })
  expect(withoutAccount(contentOf(draft, 'account'))).toMatchObject({ account: null, receiptCode })
})

test('copies a draft with a new id and a new receipt code', () => {
  const draft = finished()
  const other = asNewDraft(draft)
  expect(other).toEqual({ ...draft, id: other.id, receiptCode: other.receiptCode })
  expect([other.id === draft.id, other.receiptCode === draft.receiptCode]).toEqual([false, false])
})

test('corroborates others only when the report is visible', () => {
  const joins = (category: Category) => joinsOthers({ ...finished(), category })
  expect(Category.options.filter((category) => !joins(category))).toEqual(['harassment', 'assault'])
  expect(joinsOthers(withPrivacy(finished(), 'coarse'))).toBe(true)
  expect(joinsOthers(withPrivacy(finished(), 'alone'))).toBe(false)
})

test('asks about injuries only for a crash', () => {
  expect(Category.options.filter(asksInjury)).toEqual(['crash'])
})

test('returns the first step without an answer; injury and vehicle are optional', () => {
  expect(nextStep(newDraft())).toBe('category')
  expect(nextStep({ ...newDraft(), category: 'crash' })).toBe('place')
  expect(nextStep({ ...newDraft(), category: 'crash', place: koja })).toBe('send')
})

test('asks for the vehicle where the category is about a ride, and shows one from a sticker everywhere', () => {
  const asking = Category.options.filter((category) => showsVehicle({ ...newDraft(), category }))
  expect(asking).not.toContain('crash')
  expect(asking).toEqual(expect.arrayContaining(['reckless_driving', 'overloading', 'fare_dispute']))
  expect(showsVehicle(withVehicle({ ...newDraft(), category: 'hazard' }, 'KDA 123A'))).toBe(true)
})

test('finds a plate that the server would refuse, and lets every other pass', () => {
  const problem = (text: string, isUnknown = false) => vehicleProblem({ vehicle: asVehicle(text) }, isUnknown)
  expect(['', 'kda 123a', 'GKB 123T', 'UAB 123X'].map((text) => problem(text, true))).toEqual([null, null, null, null])
  expect(['KD', '???', 'nobody', 'кда 123'].map((text) => problem(text))).toEqual(['plate', 'plate', 'plate', 'plate'])
  expect([problem('V-7K3M9QXR'), problem('V-7K3M9QXR', true)]).toEqual([null, 'code'])
})

test('starts with the category and the vehicle of a link, and changes neither in a draft that has them', () => {
  const linked = withLinkedCategory(withVehicle(newDraft(), 'KDA 123A'), 'overloading')
  expect(linked).toMatchObject({ category: 'overloading', vehicle: { kind: 'plate', text: 'KDA 123A' } })
  expect(withLinkedCategory(linked, 'crash').category).toBe('overloading')
  expect(withLinkedCategory(newDraft(), 'nonsense').category).toBeUndefined()
})

test('remembers the last vehicle for two hours', () => {
  const store = memory()
  expect(lastVehicle(store)).toBeNull()
  rememberVehicle(store, 'kda123a', 0)
  expect(lastVehicle(store, 7_100_000)).toBe('KDA 123A')
  expect(lastVehicle(store, 7_200_000)).toBeNull()
  expect(store.getItem('salama-rider.last-vehicle')).toBeNull()
  store.setItem('salama-rider.last-vehicle', '{')
  expect(lastVehicle(store)).toBeNull()
})

test('restores a pin and the name of its place', () => {
  const store = memory()
  const draft = { ...finished(), place: { ...asPin({ lat: -1.28, lng: 36.82 }), name: 'Koja' } }
  saveDraft(store, draft)
  expect(readDraft(store)).toEqual(draft)
  expect(reportBody(draft)?.place).toEqual({ lat: -1.28, lng: 36.82, accuracyM: 30 })
})

test('keeps the name of the place with the receipt only where its exact place is public', () => {
  expect(contentOf(finished(), null).place).toEqual({ name: 'Koja', isStage: true })
  for (const category of ['theft', 'robbery', 'harassment', 'assault'] as const)
    expect(contentOf({ ...finished(), category }, null).place).toBeNull()
  expect(contentOf(withPrivacy(finished(), 'coarse'), null).place).toBeNull()
})

test('builds the same valid request body from a finished draft every time', () => {
  const draft = {
    ...finished(),
    vehicle: { kind: 'plate' as const, text: 'kda123a' },
    note: ' hi ',
    happenedAt: '2026-11-20T09:30',
  }
  const body = reportBody(draft)
  expect(ReportBody.safeParse(body).success).toBe(true)
  expect(body).toMatchObject({
    injury: 'none',
    place: { stopId: koja.id },
    vehicle: { identifier: 'KDA 123A' },
    note: 'hi',
  })
  expect(reportBody(draft)).toEqual(body)
})

test('builds no request body from an unfinished draft', () => {
  expect(reportBody(newDraft())).toBeNull()
  expect(reportBody({ ...finished(), place: undefined })).toBeNull()
})

test('omits the injury when the category changes from a crash', () => {
  expect(reportBody({ ...finished(), category: 'hazard' })).not.toHaveProperty('injury')
})

test('rounds GPS coordinates and caps their accuracy at the contract’s limit', () => {
  const body = reportBody({
    ...finished(),
    place: { kind: 'gps', lat: -1.28412345678, lng: 36.8, accuracyM: 54_321.2 },
  })
  expect(body?.place).toEqual({ lat: -1.284123, lng: 36.8, accuracyM: 10_000 })
})

test('maps the path of a problem to its part of the form', () => {
  const paths = ['place.stopId', 'vehicle.identifier', 'category', 'note', 'occurredAt', 'id']
  expect(paths.map(partOfPath)).toEqual(['place', 'vehicle', 'category', 'note', 'occurredAt', null])
})

test('treats harassment, assault and robbery as sensitive, but not a crash', () => {
  expect((['harassment', 'assault', 'robbery'] as const).every(isSensitive)).toBe(true)
  expect(isSensitive('crash')).toBe(false)
})

test('sends the start time of a draft, and shows it once it is no longer fresh', () => {
  const draft = { ...finished(), startedAt: '2026-11-20T06:00:00.000Z', startedIn: undefined }
  expect(reportBody(draft)).toMatchObject({ occurredAt: '2026-11-20T06:00:00.000Z' })
  const shownAt = (time: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) })
    return happenedBefore(draft)
  }
  expect(shownAt('2026-11-20T06:04:00Z')).toBeNull()
  expect(shownAt('2026-11-20T09:00:00Z')).toBe('2026-11-20T06:00:00.000Z')
})

test.each(['2015-01-01T00:05:00Z', '2037-01-01T00:05:00Z'])('shows no time of a draft that was started in %s', (at) => {
  expect(happenedBefore({ ...finished(), startedAt: at, startedIn: undefined })).toBeNull()
})

test('knows in the same page how long ago a draft was started when the network sets the clock meanwhile', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2015-01-01T00:05:00Z') })
  const draft = withCategory(newDraft(), 'crash')
  vi.advanceTimersByTime(20 * 60_000)
  vi.setSystemTime(Date.parse('2026-11-27T08:00:00Z'))
  expect(new Date(clockOfDraft(draft)).toISOString()).toBe('2015-01-01T00:25:00.000Z')
  expect(happenedBefore(draft)).toBe('2026-11-27T07:40:00.000Z')
})

test('sends the time that the rider entered', () => {
  const draft = { ...finished(), startedAt: '2026-11-20T06:00:00.000Z', happenedAt: '2026-11-20T08:30' }
  const occurredAt = new Date('2026-11-20T08:30').toISOString()
  expect(reportBody(draft)).toMatchObject({ occurredAt })
})

test('keeps the start time of a draft when the category changes', () => {
  const begun = { ...withCategory(newDraft(), 'hazard'), startedAt: '2026-11-20T06:00:00.000Z' }
  expect(withCategory(begun, 'crash')).toEqual({ ...begun, category: 'crash' })
  expect(Date.parse(withCategory(newDraft(), 'crash').startedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('returns the default privacy of each category', () => {
  expect((['theft', 'robbery'] as const).map(privacyOf)).toEqual(['coarse', 'coarse'])
  expect((['harassment', 'assault'] as const).map(privacyOf)).toEqual(['private', 'private'])
  expect(privacyOf('crash')).toBe('exact')
})

test('has a message for every visibility of a report', () => {
  expect(Object.keys(en.report.receipt.kinds).toSorted()).toEqual(ReportReceived.shape.shown.options.toSorted())
})

test('offers only the default privacy of a category or stricter', () => {
  expect(privacyChoices('crash')).toEqual(['exact', 'coarse', 'alone'])
  expect(privacyChoices('robbery')).toEqual(['coarse', 'alone'])
  expect(privacyChoices('assault')).toEqual(['private', 'alone'])
})

test('saves and sends a chosen visibility, and omits the default', () => {
  const store = memory()
  expect(reportBody(finished())).not.toHaveProperty('visibility')
  for (const [privacy, visibility] of [
    ['coarse', 'coarse'],
    ['alone', 'private'],
  ] as const) {
    saveDraft(store, withPrivacy(finished(), privacy))
    const saved = readDraft(store) ?? newDraft()
    expect(privacyOfDraft(saved)).toBe(privacy)
    expect(reportBody(saved)).toMatchObject({ visibility })
    expect(ReportBody.safeParse(reportBody(saved)).success).toBe(true)
    expect(reportBody(withPrivacy(saved, 'exact'))).toEqual({ ...reportBody(finished()), id: saved.id })
  }
})

test('never widens the chosen visibility when the category changes', () => {
  const roughly = withPrivacy(finished(), 'coarse')
  expect(privacyOfDraft(withCategory(roughly, 'assault'))).toBe('private')
  expect(reportBody(withCategory(roughly, 'assault'))).not.toHaveProperty('visibility')
  const alone = withPrivacy(finished(), 'alone')
  for (const category of ['assault', 'theft', 'hazard'] as const) {
    expect(privacyOfDraft(withCategory(alone, category))).toBe('alone')
    expect(reportBody(withCategory(alone, category))).toMatchObject({ visibility: 'private' })
  }
})

test('uses the same accuracy limit as the contract', () => {
  const { place } = ReportBody.shape
  const worst = [WORST_ACCURACY_M, WORST_ACCURACY_M + 1].map((accuracyM) => ({ lat: -1.28, lng: 36.8, accuracyM }))
  expect(worst.map((each) => place.safeParse(each).success)).toEqual([true, false])
})

test.each(ReportReceived.shape.shown.options)('shows the progress of a %s report', (shown) => {
  const progress = progressOf({ state: 'linked', shown })
  expect(progress[0]).toEqual({ key: 'received', at: 'done' })
  expect(progress.length).toBeGreaterThan(1)
  expect(progressOf({ state: 'withdrawn', shown }).at(-1)).toEqual({ key: 'withdrawn', at: 'closed' })
})

test('the helpline of a category is for it, and of any other the first for emergencies', () => {
  expect(helplineOf('harassment')?.categories).toContain('harassment')
  for (const category of [undefined, 'crash'] as const)
    expect(helplineOf(category)).toBe(CITY.helplines.find(({ emergency }) => emergency))
})
