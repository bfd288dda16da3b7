import type { Metadata } from 'next'
import { getLocale } from 'next-intl/server'
import { routing } from '../i18n/routing.ts'

type Words = { title: string | { absolute: string }; description?: string }

/**
 * The head of a page that is made when it is asked for: its one address, and the same page in the other languages.
 * `path` is without the language. Pages of one person or of a moment are not `listed` by search engines. `baseOf` is the
 * app's public address, where it has one.
 */
export const pageMetadataOf =
  (baseOf: () => string | undefined) =>
  async (path: string, words: Words, { listed = true } = {}): Promise<Metadata> => {
    const locale = await getLocale()
    const base = baseOf()
    const languages = Object.fromEntries(routing.locales.map((each) => [each, `/${each}${path}`]))
    return {
      ...words,
      ...(base && { metadataBase: new URL(base) }),
      ...(listed && base && { alternates: { canonical: `/${locale}${path}`, languages } }),
      ...(!listed && { robots: { index: false } }),
    }
  }
