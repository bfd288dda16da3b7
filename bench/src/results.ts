import type { Spread } from './compare.ts'

export type Goal = { what: string; goal: string; value: Spread; unit?: string; isMet: boolean }
/** A table, with cells that are ready to be shown. */
export type Table = { title: string; note?: string; columns: string[]; rows: string[][] }
export type Bar = { name: string; perSecond: Spread }
export type Part = { goals: Goal[]; tables: Table[]; bars?: Bar[] }

export const atLeast = (what: string, value: Spread, goal: number): Goal => ({
  what,
  goal: `≥ ${goal} ×`,
  value,
  unit: '×',
  isMet: value.median >= goal,
})

export const atMost = (what: string, value: Spread, goal: number, unit: string): Goal => ({
  what,
  goal: `≤ ${goal} ${unit}`,
  value,
  unit,
  isMet: value.median <= goal,
})

/** A figure that was measured once. */
export const once = (value: number): Spread => ({ median: value, low: value, high: value })

/** Three digits that mean something. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const fraction = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 3
  return value.toLocaleString('en', { minimumFractionDigits: fraction, maximumFractionDigits: fraction })
}

export function spread({ median, low, high }: Spread): string {
  return low === high ? digits(median) : `${digits(median)} (${digits(low)}–${digits(high)})`
}
