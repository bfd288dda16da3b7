import { LOCALES, type Locale } from '@salama/ui/i18n/locales.ts'

/** The language that a URL or a document names; English if it is none of ours. */
export const localeOf = (name: string | null): Locale => LOCALES.find((each) => each === name) ?? 'en'
