import { defineRouting } from 'next-intl/routing'

export const LOCALES = ['en', 'sw'] as const
export type Locale = (typeof LOCALES)[number]

/** Every address begins with its language, so a link that is passed on keeps it. */
export const routing = defineRouting({ locales: LOCALES, defaultLocale: 'en', localePrefix: 'always' })
