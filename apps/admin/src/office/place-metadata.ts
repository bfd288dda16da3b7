import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import type { Place } from '@/shell/places.ts'

/** The title of a place of the console, in the reader's language. */
export const placeMetadata = (name: Place['name']) => async (): Promise<Metadata> => {
  const t = await getTranslations('console')
  return { title: t(`place.${name}`) }
}
