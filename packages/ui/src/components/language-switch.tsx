'use client'

import { CITY } from '@salama/domain/shared'
import { useSearchParams } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type MouseEvent, Suspense } from 'react'
import { usePathname } from '../i18n/navigation.ts'
import { rememberLocale } from '../i18n/remember-locale.ts'
import { LOCALES } from '../i18n/routing.ts'

/**
 * Links to this page in the other languages, each named in its own. Their query is the page's: of a cached page, the
 * same for every query, once its script responds. On click the choice is stored. `isPart`: of something with a name of
 * its own, beside the page's own switch.
 */
export function LanguageSwitch({ isPart = false }: { isPart?: boolean }) {
  const t = useTranslations('common')
  const Box = isPart ? 'div' : 'nav'
  return (
    <Box aria-label={isPart ? undefined : t('language')} className="flex flex-wrap">
      <Suspense fallback={<Links query="" />}>
        <LinksWithQuery />
      </Suspense>
    </Box>
  )
}

const LinksWithQuery = () => <Links query={useSearchParams().toString()} />

function Links({ query }: { query: string }) {
  const current = useLocale()
  const path = usePathname()
  const choose = (event: MouseEvent<HTMLAnchorElement>) => {
    rememberLocale(event.currentTarget.lang)
    event.currentTarget.hash = window.location.hash
  }
  return LOCALES.filter((locale) => locale !== current).map((locale) => (
    <a
      key={locale}
      href={`/${locale}${path === '/' ? '' : path}${query && `?${query}`}`}
      hrefLang={locale}
      lang={locale}
      onClick={choose}
      className="touch-link min-w-touch justify-center px-2 font-semibold no-underline hover:underline"
    >
      {CITY.languageNames[locale]}
    </a>
  ))
}
