import type { Locale } from '@salama/ui/i18n/locales.ts'

/** The words of the shared components in a language. The page around them is English, like all that developers read. */
export async function designWords(locale: Locale) {
  const { default: words } = await import(`@salama/ui/messages/${locale}.json`)
  const { common, categories, incidents, map, stops, account } = words
  return { common, categories, incidents, map, stops, account }
}
