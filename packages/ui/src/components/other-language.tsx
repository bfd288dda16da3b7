import { CITY } from '@salama/domain/shared'
import { useLocale, useTranslations } from 'next-intl'
import { Notice } from './notice.tsx'

/** Says that a text is in another language than its page, because the city does not have it in that one. */
export function OtherLanguage({ locale }: { locale: string }) {
  const t = useTranslations('common')
  if (locale === useLocale()) return null
  const language = CITY.languageNames[locale] ?? new Intl.DisplayNames(locale, { type: 'language' }).of(locale)
  return <Notice>{t('otherLanguage', { language: language ?? locale })}</Notice>
}
