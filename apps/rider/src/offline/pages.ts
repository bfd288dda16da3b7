// The pages that this phone keeps, so that they open without a line, and what is shown in the place of all others.

export const KEPT_PAGES = ['/report', '/outbox', '/offline'] as const
export const OFFLINE_PAGE = '/offline'

const LOCALES = ['en', 'sw'] as const
type Locale = (typeof LOCALES)[number]

export const KEPT_ADDRESSES = LOCALES.flatMap((locale) => KEPT_PAGES.map((page) => `/${locale}${page}`))

/** The kept page behind an address, whatever its query; null when it is not one. */
export const keptAddress = ({ pathname }: URL): string | null => {
  const path = pathname.replace(/\/$/, '')
  return KEPT_ADDRESSES.includes(path) ? path : null
}

/** Where somebody goes who asked for `url` without a line. `preferred` is for an address without a language. */
export function offlineAddress(url: URL, preferred: string | undefined): string {
  const named = LOCALES.find((each) => url.pathname === `/${each}` || url.pathname.startsWith(`/${each}/`))
  const locale: Locale = named ?? LOCALES.find((each) => preferred?.startsWith(each)) ?? 'en'
  return `/${locale}${OFFLINE_PAGE}?to=${encodeURIComponent(url.pathname + url.search)}`
}
