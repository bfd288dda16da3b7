import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORY_CODES } from '@salama/domain/shared'

// A stored draft's shape, checked by hand: a schema library would be a tenth of the page's scripts (18 kB).

type Stop = { kind: 'stop'; id: string; name: string; lat: number; lng: number }
type Gps = {
  kind: 'gps'
  lat: number
  lng: number
  accuracyM: number
  /** `auto`: a better fix of the phone replaces it. `pin`: chosen on the map. */
  from?: 'auto' | 'pin' | undefined
  /** What the place is called, once it is known. */
  name?: string | undefined
}
export type DraftPlace = Gps | Stop

export type Draft = {
  id: string
  /** Sent only without an account. */
  receiptCode: string
  category?: Category | undefined
  injury?: 'none' | 'some' | 'unknown' | undefined
  place?: DraftPlace | undefined
  vehicle?: { kind: 'plate' | 'code' | 'none'; text: string } | undefined
  note: string
  /** The visibility, when the reporter chose a narrower one than the default. */
  visibility?: 'coarse' | 'private' | undefined
  /** When the category was first chosen. */
  startedAt?: string | undefined
  /** Where the clock of the page stood then, see packages/outbox/src/elapsed.ts. */
  startedIn?: { page: number; tick: number } | undefined
  /** The value of the time input: local, without a zone. Empty: the start time. */
  happenedAt: string
}

type Check = (value: unknown) => boolean
/** A check for every member: one that is missing here does not compile. */
type Checks<T> = { [Name in keyof Required<T>]: Check }

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => Number.isFinite(value)
const isUuid: Check = (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(value))
const isInstant: Check = (value) => isText(value) && !Number.isNaN(Date.parse(String(value)))
const isOneOf = (...known: readonly unknown[]): Check => known.includes.bind(known)
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const either =
  (...checks: Check[]): Check =>
  (value) =>
    checks.some((check) => check(value))

const hasShape =
  <T>(checks: Checks<T>) =>
  (value: unknown): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check>(checks).every(([name, check]) => check(Reflect.get(value, name)))

/** Whether what was stored is a draft of this version. */
export const isDraft = hasShape<Draft>({
  id: isUuid,
  receiptCode: isText,
  category: maybe(isOneOf(...CATEGORY_CODES)),
  injury: maybe(isOneOf('none', 'some', 'unknown')),
  place: maybe(
    either(
      hasShape<Gps>({
        kind: isOneOf('gps'),
        lat: isNumber,
        lng: isNumber,
        accuracyM: isNumber,
        from: maybe(isOneOf('auto', 'pin')),
        name: maybe(isText),
      }),
      hasShape<Stop>({ kind: isOneOf('stop'), id: isUuid, name: isText, lat: isNumber, lng: isNumber }),
    ),
  ),
  vehicle: maybe(hasShape<NonNullable<Draft['vehicle']>>({ kind: isOneOf('plate', 'code', 'none'), text: isText })),
  note: isText,
  visibility: maybe(isOneOf('coarse', 'private')),
  startedAt: maybe(isInstant),
  startedIn: maybe(hasShape<NonNullable<Draft['startedIn']>>({ page: isNumber, tick: isNumber })),
  happenedAt: isText,
})
