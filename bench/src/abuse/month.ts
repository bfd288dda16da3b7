import type { Actor, Happening, Random } from './actors.ts'
import type { Attack } from './attacks.ts'

// What everybody in the month shares.

export const DAYS = 30
export const DAY = 24 * 60
export const VEHICLES = 200
/** Vehicles of one sacco stand side by side. */
export const FLEET = 20

/** What one actor does at a minute of the month. `attack`: null where it is honest. */
export type Action = { at: number; who: Actor; attack: Attack | null } & (
  | { kind: 'report'; about: Happening }
  | { kind: 'confirm' | 'deny' | 'over'; about: Happening }
  | { kind: 'rate'; vehicle: number; stars: number }
)

/** One of the thirty addresses behind which the phones of mobile networks are. */
export const carrier = (random: Random, scale: number) => `carrier ${random.below(30 / scale)}`

export const times = <Value>(count: number, make: (n: number) => Value): Value[] =>
  Array.from({ length: Math.round(count) }, (_, n) => make(n))
