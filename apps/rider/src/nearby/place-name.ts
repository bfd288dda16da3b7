import { CITY } from '@salama/domain/shared'
import { useTranslations } from 'next-intl'
import type { ListLocation } from './query.ts'

export const isSamePlace = (a: { lat: number; lng: number }, b: { lat: number; lng: number } | null) =>
  a.lat === b?.lat && a.lng === b.lng

/** The display name of a list's place. */
export function usePlaceName() {
  const t = useTranslations('nearby')
  return (place: ListLocation) => place.name ?? t(isSamePlace(place, CITY.centre) ? 'cityCentre' : 'thisPlace')
}
