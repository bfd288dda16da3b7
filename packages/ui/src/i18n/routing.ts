import { defineRouting } from 'next-intl/routing'
import { LOCALES } from './locales.ts'

export { LOCALES, type Locale } from './locales.ts'

/** Every path starts with its language, so that a shared link keeps it. */
export const routing = defineRouting({ locales: LOCALES, defaultLocale: LOCALES[0], localePrefix: 'always' })
