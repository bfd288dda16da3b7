import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES, CATEGORY_CODES, CITY, VAGUE_M } from '@salama/domain/shared'
import { clockOf, momentNow } from '@salama/outbox/elapsed.ts'
import type { Fix } from '@salama/ui/gps.ts'
import { newReceiptCode } from '@/outbox/receipt-code.ts'
import { readStored, type Store, writeStored } from '@/stored.ts'
import { type Draft, type DraftPlace, isDraft } from './draft-shape.ts'

// The draft of a report. It is stored on this device from the first choice until the server responds, so that a phone
// call, a dead battery or a lost connection loses nothing. Its id is generated once, so that retries are idempotent. So
// is its receipt code, which proves a retry when the response with the device cookie was lost.

export type { Draft, DraftPlace } from './draft-shape.ts'

const newIdentity = () => ({ id: crypto.randomUUID(), receiptCode: newReceiptCode() })

export const newDraft = (): Draft => ({ ...newIdentity(), note: '', happenedAt: '' })

/** A copy as a separate report. */
export const asNewDraft = (draft: Draft): Draft => ({ ...draft, ...newIdentity() })

/** For this long a draft is shown as happening now. */
export const FRESH_MS = 5 * 60_000
/** What may be reported. */
export const MAX_AGE_MS = 30 * 24 * 3600_000

/** What the clock that the draft was started by would show now; the clock itself, before it is started. */
export const clockOfDraft = ({ startedAt, startedIn }: Draft): number =>
  startedAt === undefined ? Date.now() : clockOf({ at: Date.parse(startedAt), page: 0, tick: 0, ...startedIn })

/**
 * When it happened, by today's clock, in an older draft without a time; null: just now, or the clock was set meanwhile.
 */
export function happenedBefore(draft: Draft, nowMs = Date.now()): string | null {
  if (draft.happenedAt !== '' || draft.startedAt === undefined) return null
  const agoMs = clockOfDraft(draft) - Date.parse(draft.startedAt)
  return agoMs > FRESH_MS && agoMs < MAX_AGE_MS ? new Date(nowMs - agoMs).toISOString() : null
}

/** Sets the category, and the start time on the first choice: a later change keeps it. */
export function withCategory(draft: Draft, category: Category): Draft {
  if (draft.startedAt !== undefined) return { ...draft, category }
  const { at, ...startedIn } = momentNow()
  return { ...draft, category, startedAt: new Date(at).toISOString(), startedIn }
}

/** Sets the category from a link to this page, unless it has one already. */
export const withLinkedCategory = (draft: Draft, linked: string | undefined): Draft => {
  const category = CATEGORY_CODES.find((code) => code === linked)
  return draft.category === undefined && category ? withCategory(draft, category) : draft
}

/** Sets the vehicle from a link to this page, unless it has an answer already. */
export function withVehicle(draft: Draft, linked: string | undefined): Draft {
  const text = linked?.trim().slice(0, 20) ?? ''
  if (draft.vehicle !== undefined || text.length < 3) return draft
  return { ...draft, vehicle: asVehicle(text) }
}

/** The vehicle of a text that somebody typed: the code of a sticker begins with V-. */
export const asVehicle = (text: string): NonNullable<Draft['vehicle']> => ({
  kind: text.trim() === '' ? 'none' : /^v-/i.test(text.trim()) ? 'code' : 'plate',
  text,
})

/** Whether the form shows the field for the vehicle. */
export const showsVehicle = ({ category, vehicle }: Draft) =>
  (category !== undefined && CATEGORIES[category].asksVehicle === true) || (vehicle?.text ?? '') !== ''

export const isVague = ({ accuracyM }: Pick<Fix, 'accuracyM'>) => accuracyM > VAGUE_M

/** A place as the phone knows it. */
export const asPlace = (fix: Fix, from?: 'auto'): DraftPlace => ({ kind: 'gps', ...fix, ...(from && { from }) })

/** The draft with its place as it is, which no later fix of the phone replaces. */
export const withFixedPlace = (draft: Draft): Draft =>
  draft.place?.kind === 'gps' && draft.place.from === 'auto'
    ? { ...draft, place: { ...draft.place, from: undefined } }
    : draft

/** The accuracy of a pin that was set by hand. */
const PIN_M = 30
export const asPin = ({ lat, lng }: { lat: number; lng: number }, name?: string): DraftPlace => ({
  kind: 'gps',
  lat,
  lng,
  accuracyM: PIN_M,
  from: 'pin',
  ...(name !== undefined && { name }),
})

/** Whether the draft is sensitive, if somebody else sees this phone. */
export const isSensitive = (category: Category | undefined) =>
  category !== undefined && CATEGORIES[category].review === 'always'

/** The first number to call: that for this category, else the first for emergencies. */
export const helplineOf = (category: Category | undefined) =>
  CITY.helplines.find(({ categories }) => category !== undefined && categories.includes(category)) ??
  CITY.helplines.find(({ emergency }) => emergency)

/** Whether the form asks about injuries, which decide the order of review. */
export const asksInjury = (category: Category | undefined) =>
  category !== undefined && CATEGORIES[category].review === 'unless_unhurt'

/** The visibility of a report: `private` is weekly counts only, `alone` not even those. */
export type Privacy = 'exact' | 'coarse' | 'private' | 'alone'

const USUAL = { public: 'exact', coarse: 'coarse', aggregate: 'private' } as const

/** The default visibility of a category. */
export const privacyOf = (category: Category | undefined): Privacy =>
  category === undefined ? 'exact' : USUAL[CATEGORIES[category].visibility]

/** The choices of a reporter: the default first, then narrower ones, never wider. */
export function privacyChoices(category: Category | undefined): Privacy[] {
  const usual = privacyOf(category)
  return usual === 'exact' ? ['exact', 'coarse', 'alone'] : [usual, 'alone']
}

/** The effective visibility of this report, as shown before sending. */
export function privacyOfDraft({ category, visibility }: Draft): Privacy {
  const wanted = visibility === 'private' ? 'alone' : visibility
  const choices = privacyChoices(category)
  return choices.find((each) => each === wanted) ?? privacyOf(category)
}

/** Whether it can be clustered and so corroborate others: visible reports only. */
export const joinsOthers = (draft: Draft) => ['exact', 'coarse'].includes(privacyOfDraft(draft))

/** Sets a visibility; the default is stored as none, so that it follows a change of category. */
export function withPrivacy(draft: Draft, chosen: Privacy): Draft {
  const isUsual = chosen === privacyOf(draft.category)
  return { ...draft, visibility: isUsual ? undefined : chosen === 'coarse' ? 'coarse' : 'private' }
}

const KEY = 'salama-rider.report-draft'

/** The draft on this device; null when there is none or it is unreadable. A place that is too vague to be one is dropped. */
export function readDraft(store: Store): Draft | null {
  const stored = readStored(() => store, KEY)
  if (!isDraft(stored)) return null
  return stored.place?.kind === 'gps' && isVague(stored.place) ? { ...stored, place: undefined } : stored
}

/** Saves the draft; false when storage fails (private mode, full). */
export const saveDraft = (store: Store, draft: Draft): boolean => writeStored(() => store, KEY, draft)

export const discardDraft = (store: Store) => writeStored(() => store, KEY, null)
