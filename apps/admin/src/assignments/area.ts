import { MAX_AREA_DEGREES } from '@salama/domain/shared'

export const SIDES = ['north', 'south', 'west', 'east'] as const
export type Area = Record<(typeof SIDES)[number], number>

/** The four numbers as typed. */
export type AreaText = Record<(typeof SIDES)[number], string>

const MAX_DEGREES = { north: 90, south: 90, west: 180, east: 180 }

/** The parsed area; null while it is not valid. */
export function areaIn(text: AreaText): Area | null {
  const side = (name: keyof AreaText) => (text[name].trim() === '' ? Number.NaN : Number(text[name].replace(',', '.')))
  const area = { north: side('north'), south: side('south'), west: side('west'), east: side('east') }
  if (SIDES.some((name) => !(Math.abs(area[name]) <= MAX_DEGREES[name]))) return null
  const height = area.north - area.south
  const width = area.east - area.west
  const fits = (size: number) => size > 0 && size <= MAX_AREA_DEGREES
  return fits(height) && fits(width) ? area : null
}

/** Rounded to five decimals, about a metre. */
export const textOf = ({ north, south, west, east }: Area): AreaText => ({
  north: north.toFixed(5),
  south: south.toFixed(5),
  west: west.toFixed(5),
  east: east.toFixed(5),
})
