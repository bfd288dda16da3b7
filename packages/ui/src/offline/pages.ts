import { LOCALES } from '../i18n/locales.ts'

// The pages of an app that are cached for offline use, and the fallback for all others. They are static and the same
// for everybody: the signed-in user and the URL's query are read on the device.

export type CachedPages = {
  /** The URLs of all cached pages, with their language. */
  addresses: readonly string[]
  /** The cached page for a URL, whatever its query; null if there is none. */
  cachedUrl: (url: URL) => string | null
  /** The redirect for a URL requested offline. `preferred` is the language for a URL without one. */
  offlineUrl: (url: URL, preferred: string | undefined) => string
}

/** `pages` without a language, like `/outbox`; `offline` is the fallback for a page that is not cached. */
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
      const locale = named ?? LOCALES.find((each) => preferred?.startsWith(each)) ?? LOCALES[0]
      // The app's icon on a home screen links to a URL without a language.
      const inTheirs = named ? null : cachedUrl(new URL(inLanguage(locale, url.pathname), url))
      if (inTheirs) return inTheirs + url.search
      return `${inLanguage(locale, offline)}?to=${encodeURIComponent(url.pathname + url.search)}`
    },
  }
}
