/** A separate module for code that must not import the routing, such as a service worker. */
export const LOCALES = ['en', 'sw'] as const
export type Locale = (typeof LOCALES)[number]
