'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { usePathname } from '../i18n/navigation.ts'
import { rememberLocale } from '../i18n/remember-locale.ts'
import { LOCALES } from '../i18n/routing.ts'

const NAMES = { en: 'English', sw: 'Kiswahili' } as const

/**
 * Links to this page in the other languages, each named in its own. On click the choice is stored, and the query
 * added, so that pages stay static and can be cached.
 */
export function LanguageSwitch() {
  const t = useTranslations('common')
  const current = useLocale()
  const path = usePathname()
  const choose = (event: MouseEvent<HTMLAnchorElement>) => {
    rememberLocale(event.currentTarget.lang)
    event.currentTarget.search = window.location.search
    event.currentTarget.hash = window.location.hash
  }
  return (
    <nav aria-label={t('language')} className="flex">
      {LOCALES.filter((locale) => locale !== current).map((locale) => (
        <a
          key={locale}
          href={`/${locale}${path === '/' ? '' : path}`}
          hrefLang={locale}
          lang={locale}
          onClick={choose}
          className="inline-flex min-h-touch min-w-touch items-center justify-center px-2 font-semibold text-link underline decoration-line decoration-2 underline-offset-4 hover:decoration-current"
        >
          {NAMES[locale]}
        </a>
      ))}
    </nav>
  )
}
