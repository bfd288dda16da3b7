/** By themselves, for code that cannot carry the routing along, like a service worker. */
export const LOCALES = ['en', 'sw'] as const
export type Locale = (typeof LOCALES)[number]
