const YEAR_S = 365 * 24 * 3600

/**
 * Stores the choice of language in next-intl's cookie, as the proxy does. Pages from shared caches and from the service
 * worker come without cookies, so their script calls this.
 */
export function rememberLocale(locale: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `NEXT_LOCALE=${locale}; path=/; max-age=${YEAR_S}; samesite=lax`
}
