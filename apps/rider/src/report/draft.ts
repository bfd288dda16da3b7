import type { Category } from '@salama/domain/incidents/contract'
import * as z from 'zod/mini'

// A report while it is being written. It is kept on this device from the first choice until the server has answered, so
// a call that comes in, a dead battery or a lost line costs nothing. Its id is made once: however often it is sent, it
// is one report.

const Draft = z.object({
  id: z.uuid(),
  category: z.optional(
    z.enum([
      'crash',
      'hazard',
      'road_block',
      'breakdown',
      'reckless_driving',
      'overloading',
      'fare_dispute',
      'theft',
      'robbery',
      'harassment',
      'assault',
    ] satisfies Category[]),
  ),
  injury: z.optional(z.enum(['none', 'some', 'unknown'])),
  place: z.optional(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('gps'), lat: z.number(), lng: z.number(), accuracyM: z.number() }),
      z.object({ kind: z.literal('stop'), id: z.uuid(), name: z.string(), lat: z.number(), lng: z.number() }),
    ]),
  ),
  vehicle: z.optional(z.object({ kind: z.enum(['plate', 'code', 'none']), text: z.string() })),
  note: z.string(),
  /** As the time field has it: local, without a zone. Empty: just now. */
  happenedAt: z.string(),
})
export type Draft = z.infer<typeof Draft>
export type DraftPlace = NonNullable<Draft['place']>

export const newDraft = (): Draft => ({ id: crypto.randomUUID(), note: '', happenedAt: '' })

/** What a stranger with this phone in hand should not come upon. */
const SENSITIVE = new Set<Category>(['harassment', 'assault', 'robbery'])
export const isSensitive = (category: Category | undefined) => category !== undefined && SENSITIVE.has(category)

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
export function keepDraft(store: Store, draft: Draft): boolean {
  try {
    store.setItem(KEY, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function forgetDraft(store: Store): void {
  try {
    store.removeItem(KEY)
  } catch {
    // Nothing was kept there either.
  }
}
