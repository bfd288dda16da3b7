import { LOCALES } from '../i18n/locales.ts'

// Which pages of an app a phone keeps, so that they open offline, and what is shown in the place of all others.
// They are made ahead and are the same for everybody: who is signed in, and what the address asks for in its query, is
// found out on the phone.

export type CachedPages = {
  /** Every address of a cached page, with its language. */
  addresses: readonly string[]
  /** The cached page behind an address, whatever its query; null when it is not one. */
  cachedUrl: (url: URL) => string | null
  /** Where somebody goes who asked for `url` offline. `preferred` is the language of an address without one. */
  offlineUrl: (url: URL, preferred: string | undefined) => string
}

/** `pages` without a language, like `/outbox`; `offline` is the one of them that stands in for a page that is not kept. */
export function cachedPages<Page extends string>(pages: readonly Page[], offline: NoInfer<Page>): CachedPages {
  const inLanguage = (locale: string, page: string) => `/${locale}${page}`.replace(/\/$/, '')
  const addresses = LOCALES.flatMap((locale) => pages.map((page) => inLanguage(locale, page)))
  const cachedUrl = ({ pathname }: URL) => {
    const path = pathname.replace(/\/$/, '')
    return addresses.includes(path) ? path : null
  }
  return {
    addresses,
    cachedUrl,
    offlineUrl: (url, preferred) => {
      const named = LOCALES.find((each) => url.pathname === `/${each}` || url.pathname.startsWith(`/${each}/`))
      const locale = named ?? LOCALES.find((each) => preferred?.startsWith(each)) ?? 'en'
      // The app's icon on a phone's first screen leads to an address without a language.
      const inTheirs = named ? null : cachedUrl(new URL(inLanguage(locale, url.pathname), url))
      if (inTheirs) return inTheirs + url.search
      return `${inLanguage(locale, offline)}?to=${encodeURIComponent(url.pathname + url.search)}`
    },
  }
}
