import { setCookie } from '../set-cookie.ts'

const YEAR_S = 365 * 24 * 3600

/**
 * Stores the choice of language in next-intl's cookie, as the proxy does. Pages from shared caches and from the service
 * worker come without cookies, so their script calls this.
 */
export const rememberLocale = (locale: string) => setCookie('NEXT_LOCALE', locale, YEAR_S)
