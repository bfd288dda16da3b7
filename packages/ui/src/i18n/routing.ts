import { defineRouting } from 'next-intl/routing'
import { LOCALES } from './locales.ts'

export { LOCALES, type Locale } from './locales.ts'

/** Every address begins with its language, so a link that is passed on keeps it. */
export const routing = defineRouting({ locales: LOCALES, defaultLocale: 'en', localePrefix: 'always' })
