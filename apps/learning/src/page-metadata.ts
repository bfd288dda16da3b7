import { appAddresses } from '@salama/session'
import { routing } from '@salama/ui/i18n/routing.ts'
import type { Metadata } from 'next'
import { getLocale } from 'next-intl/server'

type Words = { title: string | { absolute: string }; description?: string }

/** The head of a page: its one address, and the same page in the other language. `path` is without the language. */
export async function pageMetadata(path: string, words: Words, { listed = true } = {}): Promise<Metadata> {
  const locale = await getLocale()
  const base = appAddresses().learning
  const languages = Object.fromEntries(routing.locales.map((each) => [each, `/${each}${path}`]))
  return {
    ...words,
    ...(base && { metadataBase: new URL(base) }),
    ...(listed && base && { alternates: { canonical: `/${locale}${path}`, languages } }),
    ...(!listed && { robots: { index: false } }),
  }
}
