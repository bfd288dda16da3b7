import type { useTranslations } from 'next-intl'

/** A length of time in its largest sensible unit. */
export function lengthWords(ms: number, t: ReturnType<typeof useTranslations<'review'>>): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return t('minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? t('hours', { count: hours }) : t('days', { count: Math.floor(hours / 24) })
}
