import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES, CATEGORY_CODES } from '@salama/domain/shared'
import * as z from 'zod/mini'
import { newReceiptCode } from '@/outbox/receipt-code.ts'

// A report while it is being written. It is kept on this device from the first choice until the server has answered, so
// a call that comes in, a dead battery or a lost connection costs nothing. Its id is made once: however often it is sent,
// it is one report. So is its receipt code, which proves that it is the same report where the answer with the device
// cookie was lost.

const Draft = z.object({
  id: z.uuid(),
  /** Sent only without an account. A draft of an earlier version has none yet. */
  receiptCode: z._default(z.string(), newReceiptCode),
  category: z.optional(z.enum(CATEGORY_CODES)),
  injury: z.optional(z.enum(['none', 'some', 'unknown'])),
  place: z.optional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('gps'), lat: z.number(), lng: z.number(), accuracyM: z.number() }),
      z.object({ kind: z.literal('stop'), id: z.uuid(), name: z.string(), lat: z.number(), lng: z.number() }),
    ]),
  ),
  vehicle: z.optional(z.object({ kind: z.enum(['plate', 'code', 'none']), text: z.string() })),
  note: z.string(),
  /** Who may learn of it, where the reporter wants fewer than usual. */
  visibility: z.optional(z.enum(['coarse', 'private'])),
  /** When the category was first chosen. */
  startedAt: z.optional(z.iso.datetime()),
  /** As the time field has it: local, without a zone. Empty: when it was begun. */
  happenedAt: z.string(),
})
export type Draft = z.infer<typeof Draft>
export type DraftPlace = NonNullable<Draft['place']>

const newIdentity = () => ({ id: crypto.randomUUID(), receiptCode: newReceiptCode() })

export const newDraft = (): Draft => ({ ...newIdentity(), note: '', happenedAt: '' })

/** The same as a report of its own. */
export const asNewDraft = (draft: Draft): Draft => ({ ...draft, ...newIdentity() })

/** A draft is sent as happening now for this long. */
export const FRESH_MS = 5 * 60_000

/** When it happened if nothing else is said and the draft has lain here for a while; null: now, by the server's clock. */
export const happenedBefore = ({ startedAt, happenedAt }: Draft, nowMs: number): string | null =>
  happenedAt === '' && startedAt !== undefined && nowMs - Date.parse(startedAt) > FRESH_MS ? startedAt : null

/** The draft with its category, and with the time of the first choice: changing it later does not make it news again. */
export const withCategory = (draft: Draft, category: Category): Draft => ({
  ...draft,
  category,
  startedAt: draft.startedAt ?? new Date().toISOString(),
})

/** The draft with the vehicle of a link to this page, unless it has an answer already. */
export function withVehicle(draft: Draft, linked: string | undefined): Draft {
  const text = linked?.trim().slice(0, 20) ?? ''
  if (draft.vehicle !== undefined || text.length < 3) return draft
  return { ...draft, vehicle: { kind: /^v-/i.test(text) ? 'code' : 'plate', text } }
}

/** What a stranger with this phone in hand should not come upon. */
export const isSensitive = (category: Category | undefined) =>
  category !== undefined && CATEGORIES[category].review === 'always'

/** The first number to call: the national gender violence line where the list names none. */
export const helplineOf = (category: Category | undefined) => (category && CATEGORIES[category].helpline) ?? '1195'

/** Whether the form asks if anyone was hurt: that decides who looks at it first. */
export const asksInjury = (category: Category | undefined) =>
  category !== undefined && CATEGORIES[category].review === 'unless_unhurt'

/** How much of a report others see: `private` nothing but weekly numbers, `alone` not even those. */
export type Privacy = 'exact' | 'coarse' | 'private' | 'alone'

const USUAL = { public: 'exact', coarse: 'coarse', aggregate: 'private' } as const

/** How much of a kind others see if its reporter says nothing else. */
export const privacyOf = (category: Category | undefined): Privacy =>
  category === undefined ? 'exact' : USUAL[CATEGORIES[category].visibility]

/** What a reporter may choose from: the usual first, then less and less. Never more. */
export function privacyChoices(category: Category | undefined): Privacy[] {
  const usual = privacyOf(category)
  return usual === 'exact' ? ['exact', 'coarse', 'alone'] : [usual, 'alone']
}

/** How much others will see of this one, as the person is told before sending. */
export function privacyOfDraft({ category, visibility }: Draft): Privacy {
  const wanted = visibility === 'private' ? 'alone' : visibility
  const choices = privacyChoices(category)
  return choices.find((each) => each === wanted) ?? privacyOf(category)
}

/** Whether it joins what others report, and so can help to confirm it: only what others see does. */
export const joinsOthers = (draft: Draft) => ['exact', 'coarse'].includes(privacyOfDraft(draft))

/** The draft with another choice; the usual is no choice, so that it follows when the category is changed. */
export function withPrivacy(draft: Draft, chosen: Privacy): Draft {
  const isUsual = chosen === privacyOf(draft.category)
  return { ...draft, visibility: isUsual ? undefined : chosen === 'coarse' ? 'coarse' : 'private' }
}

const KEY = 'salama-rider.report-draft'
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The draft on this device; null when there is none, or none that can be read. */
export function readDraft(store: Store): Draft | null {
  try {
    return Draft.safeParse(JSON.parse(store.getItem(KEY) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Keeps the draft; false when this browser does not let us (private mode, no room). */
export function saveDraft(store: Store, draft: Draft): boolean {
  try {
    store.setItem(KEY, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function discardDraft(store: Store): void {
  try {
    store.removeItem(KEY)
  } catch {
    // Nothing was kept there either.
  }
}
