'use client'

import { useTranslations } from 'next-intl'

/** What happened to a report, a rating, a field entry or an incident, in words; what is newer than this console as its code. */
export function useEventWords() {
  const t = useTranslations('review')
  return (code: string) => {
    const key = `event.${code}` as 'event.received' // asked for with `has` first
    return t.has(key) ? t(key) : code
  }
}
