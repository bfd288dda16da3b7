import type { Locale } from '@salama/ui/i18n/routing.ts'
import { awayOf } from '@salama/ui/incidents/words.ts'
import type { Assignment } from '@/field-state/field-cache.ts'

type Point = { lat: number; lng: number }

/** What is to be done, in the person's language; in English where it was written in English only. */
export const wordsOf = ({ title, titleSw, instructions, instructionsSw }: Assignment, locale: Locale) =>
  locale === 'sw' ? { title: titleSw ?? title, instructions: instructionsSw ?? instructions } : { title, instructions }

/** Where it is on a map: its place, or the middle of its area. Null for a whole road or route. */
export function middleOf({ place, area }: Assignment): Point | null {
  if (place) return { lat: place.lat, lng: place.lng }
  return area && { lat: (area.south + area.north) / 2, lng: (area.west + area.east) / 2 }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The point of it that is nearest to somebody: its place, or the edge of its area, or where they stand inside it. */
export function nearestOf({ place, area }: Assignment, { lat, lng }: Point): Point | null {
  if (place) return { lat: place.lat, lng: place.lng }
  return area && { lat: clamp(lat, area.south, area.north), lng: clamp(lng, area.west, area.east) }
}

/** 322 → 320 m, 4210 → 4.2 km: rounded as riders are told it. */
export function distance(metres: number): string {
  const away = awayOf(metres)
  return 'm' in away ? `${away.m} m` : 'km' in away ? `${away.km} km` : '' // a point is never "within a kilometre"
}
