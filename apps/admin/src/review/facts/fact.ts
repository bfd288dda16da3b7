import type { useTimes } from '@salama/ui/i18n/use-times.ts'
import type { useTranslations } from 'next-intl'
import type messages from '../../../messages/en.json'

type FactName = keyof (typeof messages)['review']['fact']

/**
 * One thing that a subject says, in words. What a page shows of a subject and what it shows as a difference is the same
 * list, so nothing can change unseen. `was` is what was said first, where a reviewer corrected it. `isText`: words of a
 * person.
 */
export type Fact = { key: string; label: string; value: string; was?: string | undefined; isText?: boolean }

/** The translators that facts are told with. */
export type Say = {
  t: ReturnType<typeof useTranslations<'review'>>
  category: ReturnType<typeof useTranslations<'categories'>>
  tag: ReturnType<typeof useTranslations<'tags'>>
  incidents: ReturnType<typeof useTranslations<'incidents'>>
  times: ReturnType<typeof useTimes>
}

/** A fact that has a name of its own in the messages; none where there is nothing to say. */
export function fact(
  { t }: Say,
  name: FactName,
  value: string | null | undefined,
  more: { was?: string | null | undefined; isText?: boolean; key?: string } = {},
): Fact[] {
  const { was, key = name, isText = false } = more
  if ((value === null || value === undefined || value === '') && was === undefined) return []
  return [
    {
      key,
      label: t(`fact.${name}`),
      value: value || t('none'),
      isText,
      ...(was !== undefined && { was: was || t('none') }),
    },
  ]
}

/** A place as it can be compared and read out: five decimals are a metre. */
export const coordinates = ({ lat, lng }: { lat: number; lng: number }) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`
