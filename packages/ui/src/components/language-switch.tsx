'use client'

import { useLocale, useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { usePathname } from '../i18n/navigation.ts'
import { LOCALES } from '../i18n/routing.ts'

const NAMES = { en: 'English', sw: 'Kiswahili' } as const

/**
 * Links to this page in the other languages, each named in its own. The choice is stored in next-intl's cookie on click,
 * because pages in shared caches come without cookies; without JavaScript the proxy stores it on all other pages. The
 * query is added on click, too, so that pages stay static.
 */
export function LanguageSwitch() {
  const t = useTranslations('common')
  const current = useLocale()
  const path = usePathname()
  const choose = (event: MouseEvent<HTMLAnchorElement>) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
    document.cookie = `NEXT_LOCALE=${event.currentTarget.lang}; path=/; max-age=31536000; samesite=lax`
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
