import { setCookie } from '../set-cookie.ts'

const YEAR_S = 365 * 24 * 3600

/** Stores the language as the proxy does: pages from caches and the service worker come without cookies. */
export const rememberLocale = (locale: string) => setCookie('NEXT_LOCALE', locale, YEAR_S)
