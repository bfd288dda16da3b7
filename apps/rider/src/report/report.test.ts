import { Category } from '@salama/domain/incidents/contract'
import { ReportBody, ReportReceived } from '@salama/domain/reports/contract'
import { RECEIPT_CODE } from '@salama/domain/shared'
import { WORST_ACCURACY_M } from '@salama/ui/gps.ts'
import { expect, test } from 'vitest'
import { contentOf, withoutAccount } from '@/outbox/content.ts'
import en from '../../messages/en.json' with { type: 'json' }
import {
  asNewDraft,
  type Draft,
  discardDraft,
  isSensitive,
  joinsOthers,
  newDraft,
  privacyChoices,
  privacyOf,
  privacyOfDraft,
  readDraft,
  saveDraft,
  withCategory,
  withPrivacy,
} from './draft.ts'
import { reportBody } from './report-body.ts'
import { answeredBefore, nextStep, stepOfPath, stepsOf } from './steps.ts'

const koja = { kind: 'stop', id: '5b0d1a4e-3f7b-4d1c-9d55-0d8c8f6a2b11', name: 'Koja', lat: -1.28, lng: 36.82 } as const
const finished = (): Draft => ({
  ...newDraft(),
  category: 'crash',
  injury: 'none',
  place: koja,
  vehicle: { kind: 'none', text: '' },
})

function memory(): Storage {
  const saved = new Map<string, string>()
  return {
    length: 0,
    key: () => null,
    clear: () => saved.clear(),
    getItem: (key) => saved.get(key) ?? null,
    setItem: (key, value) => void saved.set(key, value),
    removeItem: (key) => void saved.delete(key),
  }
}

test('a draft comes back as it was kept, with the same id', () => {
  const store = memory()
  const draft = { ...finished(), note: 'Two matatus', vehicle: { kind: 'plate' as const, text: 'kda 123a' } }
  expect(saveDraft(store, draft)).toBe(true)
  expect(readDraft(store)).toEqual(draft)
  discardDraft(store)
  expect(readDraft(store)).toBeNull()
})

test('a draft of every kind comes back', () => {
  const store = memory()
  for (const category of Category.options) {
    saveDraft(store, withCategory(newDraft(), category))
    expect(readDraft(store)?.category).toBe(category)
  }
})

test('a draft that cannot be read is no draft, and a full phone is said so', () => {
  const store = memory()
  for (const odd of ['', '{', '{"id":"x"}', '{"id":"0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c55","note":1}'])
    expect(readDraft({ ...store, getItem: () => odd })).toBeNull()
  const full = () => {
    throw new DOMException('', 'QuotaExceededError')
  }
  expect(saveDraft({ ...store, setItem: full }, newDraft())).toBe(false)
})

test('two drafts never share an id', () => {
  expect(newDraft().id).not.toBe(newDraft().id)
})

test('a report keeps the receipt code that it began with however often it is sent, and has none with an account', () => {
  const draft = finished()
  const { receiptCode } = contentOf(draft, null)
  expect(receiptCode).toMatch(RECEIPT_CODE)
  expect(contentOf({ ...draft, note: 'Two matatus' }, null)).toMatchObject({ receiptCode })
  expect(contentOf(draft, 'account')).toMatchObject({ receiptCode: null })
  expect(withoutAccount(contentOf(draft, 'account'))).toMatchObject({ account: null, receiptCode })
})

test('the same sent as a report of its own has another id and another receipt code', () => {
  const draft = finished()
  const other = asNewDraft(draft)
  expect(other).toEqual({ ...draft, id: other.id, receiptCode: other.receiptCode })
  expect([other.id === draft.id, other.receiptCode === draft.receiptCode]).toEqual([false, false])
})

test('only a report that others see can help to confirm what they report', () => {
  const joins = (category: Category) => joinsOthers({ ...finished(), category })
  expect(Category.options.filter((category) => !joins(category))).toEqual(['harassment', 'assault'])
  expect(joinsOthers(withPrivacy(finished(), 'coarse'))).toBe(true)
  expect(joinsOthers(withPrivacy(finished(), 'alone'))).toBe(false)
})

test('only a crash is asked whether anyone was hurt', () => {
  expect(stepsOf({ ...newDraft(), category: 'crash' })).toContain('injury')
  expect(stepsOf({ ...newDraft(), category: 'hazard' })).not.toContain('injury')
})

test('the questions come in order, and a half-typed plate is not an answer', () => {
  const draft = newDraft()
  expect(nextStep(draft)).toBe('category')
  expect(nextStep({ ...draft, category: 'crash' })).toBe('injury')
  expect(nextStep({ ...draft, category: 'hazard' })).toBe('place')
  expect(nextStep({ ...finished(), vehicle: { kind: 'plate', text: 'k' } })).toBe('vehicle')
  expect(nextStep(finished())).toBe('send')
  expect(answeredBefore(finished(), 'vehicle')).toEqual(['category', 'injury', 'place'])
})

test('a finished draft is what the contract takes, and always the same', () => {
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

test('an unfinished draft is nothing to send', () => {
  expect(reportBody(newDraft())).toBeNull()
  expect(reportBody({ ...finished(), injury: undefined })).toBeNull()
})

test('an injury chosen for a crash does not travel with another category', () => {
  expect(reportBody({ ...finished(), category: 'hazard' })).not.toHaveProperty('injury')
})

test('a place from GPS is no more exact than a phone can know, and never worse than the contract takes', () => {
  const body = reportBody({
    ...finished(),
    place: { kind: 'gps', lat: -1.28412345678, lng: 36.8, accuracyM: 54_321.2 },
  })
  expect(body?.place).toEqual({ lat: -1.284123, lng: 36.8, accuracyM: 10_000 })
})

test('a problem is shown at the question that it belongs to', () => {
  expect(['place.stopId', 'vehicle.identifier', 'category', 'note', 'occurredAt'].map(stepOfPath)).toEqual([
    'place',
    'vehicle',
    'category',
    'send',
    'send',
  ])
})

test('harassment, assault and robbery are treated as sensitive, a crash is not', () => {
  expect((['harassment', 'assault', 'robbery'] as const).every(isSensitive)).toBe(true)
  expect(isSensitive('crash')).toBe(false)
})

test('a draft that was begun a while ago is told with that time, a fresh one with none', () => {
  const draft = { ...finished(), startedAt: '2026-11-20T06:00:00.000Z' }
  const at = (time: string) => reportBody(draft, Date.parse(time))
  expect(at('2026-11-20T06:04:00Z')).not.toHaveProperty('occurredAt')
  expect(at('2026-11-20T09:00:00Z')).toMatchObject({ occurredAt: '2026-11-20T06:00:00.000Z' })
  expect(at('2026-11-20T12:00:00Z')).toEqual(at('2026-11-20T09:00:00Z'))
  expect(at('2026-11-20T05:00:00Z')).not.toHaveProperty('occurredAt')
})

test('a time that the person gave is the one that is sent', () => {
  const draft = { ...finished(), startedAt: '2026-11-20T06:00:00.000Z', happenedAt: '2026-11-20T08:30' }
  const occurredAt = new Date('2026-11-20T08:30').toISOString()
  expect(reportBody(draft, Date.parse('2026-11-20T09:00:00Z'))).toMatchObject({ occurredAt })
})

test('another category does not make an old draft a new one', () => {
  const begun = { ...withCategory(newDraft(), 'hazard'), startedAt: '2026-11-20T06:00:00.000Z' }
  expect(withCategory(begun, 'crash')).toEqual({ ...begun, category: 'crash' })
  expect(Date.parse(withCategory(newDraft(), 'crash').startedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('whoever reports a theft or a robbery is told that it shows only roughly', () => {
  expect((['theft', 'robbery'] as const).map(privacyOf)).toEqual(['coarse', 'coarse'])
  expect((['harassment', 'assault'] as const).map(privacyOf)).toEqual(['private', 'private'])
  expect(privacyOf('crash')).toBe('exact')
})

test('every way in which a report is shown has its words', () => {
  expect(Object.keys(en.report.receipt.kinds).toSorted()).toEqual(ReportReceived.shape.shown.options.toSorted())
})

test('a reporter may show less than is usual for the kind, never more', () => {
  expect(privacyChoices('crash')).toEqual(['exact', 'coarse', 'alone'])
  expect(privacyChoices('robbery')).toEqual(['coarse', 'alone'])
  expect(privacyChoices('assault')).toEqual(['private', 'alone'])
})

test('what was chosen to be shown is kept with the draft and sent; the usual is not sent at all', () => {
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

test('another category never widens what was chosen, and asks for nothing wider than its own', () => {
  const roughly = withPrivacy(finished(), 'coarse')
  expect(privacyOfDraft(withCategory(roughly, 'assault'))).toBe('private')
  expect(reportBody(withCategory(roughly, 'assault'))).not.toHaveProperty('visibility')
  const alone = withPrivacy(finished(), 'alone')
  for (const category of ['assault', 'theft', 'hazard'] as const) {
    expect(privacyOfDraft(withCategory(alone, category))).toBe('alone')
    expect(reportBody(withCategory(alone, category))).toMatchObject({ visibility: 'private' })
  }
})

test('the phone takes a place as rough as the contract does, and none that is rougher', () => {
  const { place } = ReportBody.shape
  const worst = [WORST_ACCURACY_M, WORST_ACCURACY_M + 1].map((accuracyM) => ({ lat: -1.28, lng: 36.8, accuracyM }))
  expect(worst.map((each) => place.safeParse(each).success)).toEqual([true, false])
})
