import { inLanguage } from '@salama/domain/shared'
import type { Locale } from '@salama/ui/i18n/routing.ts'
import { awayOf } from '@salama/ui/incidents/words.ts'
import type { Assignment } from '@/field-state/field-cache.ts'

type Point = { lat: number; lng: number }

/** The instructions in the person's language, or as they were written when there is no translation. */
export const wordsOf = ({ title, titleSw, instructions, instructionsSw }: Assignment, locale: Locale) => ({
  title: inLanguage(locale, title, titleSw),
  instructions: inLanguage(locale, instructions, instructionsSw),
})

/** Its point on a map: the place, or the centre of its area. Null for a whole road or route. */
export function middleOf({ place, area }: Assignment): Point | null {
  if (place) return { lat: place.lat, lng: place.lng }
  return area && { lat: (area.south + area.north) / 2, lng: (area.west + area.east) / 2 }
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** Its point nearest to somebody: the place, the edge of its area, or their own position inside it. */
export function nearestOf({ place, area }: Assignment, { lat, lng }: Point): Point | null {
  if (place) return { lat: place.lat, lng: place.lng }
  return area && { lat: clamp(lat, area.south, area.north), lng: clamp(lng, area.west, area.east) }
}

/** 322 → 320 m, 4210 → 4.2 km: rounded as in the rider app. */
export function distance(metres: number): string {
  const away = awayOf(metres)
  return 'm' in away ? `${away.m} m` : 'km' in away ? `${away.km} km` : '' // a point is never "within a kilometre"
}
