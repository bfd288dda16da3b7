import { CITY } from '@salama/domain/shared'
import { useTranslations } from 'next-intl'
import type { ListLocation } from './query.ts'

export const isSamePlace = (a: { lat: number; lng: number }, b: { lat: number; lng: number } | null) =>
  a.lat === b?.lat && a.lng === b.lng

/** The display name of a list's place: its own, else that of the main road that it is on. */
export function usePlaceName() {
  const t = useTranslations('nearby')
  return (place: ListLocation, road?: string | undefined) =>
    place.name ?? (isSamePlace(place, CITY.centre) ? t('cityCentre') : (road ?? t('thisPlace')))
}
