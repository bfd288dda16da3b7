import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { setRequestLocale } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type Locale, routing } from '../i18n/routing.ts'

type Props = { params: Promise<{ locale: string }> }

/** A static page that opens offline: the user's data come from the device. Only a `listed` one is indexed. */
export function cachedPage<Words extends { title: string }>(
  wordsIn: (locale: Locale) => Promise<Words>,
  content: (words: Words) => ReactNode,
  { listed = false } = {},
) {
  return {
    generateMetadata: async ({ params }: Props): Promise<Metadata> => {
      const { locale } = await params
      if (!hasLocale(routing.locales, locale)) return {}
      const { title } = await wordsIn(locale)
      return { title, ...(!listed && { robots: { index: false } }) }
    },
    Page: async ({ params }: Props) => {
      const { locale } = await params
      if (!hasLocale(routing.locales, locale)) notFound()
      setRequestLocale(locale)
      return content(await wordsIn(locale))
    },
  }
}
