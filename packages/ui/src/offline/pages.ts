import { LOCALES } from '../i18n/locales.ts'

// Which pages of an app a phone keeps, so that they open without a line, and what is shown in the place of all others.
// They are made ahead and are the same for everybody: who is signed in, and what the address asks for in its query, is
// found out on the phone.

export type KeptPages = {
  /** Every address of a kept page, with its language. */
  addresses: readonly string[]
  /** The kept page behind an address, whatever its query; null when it is not one. */
  keptAddress: (url: URL) => string | null
  /** Where somebody goes who asked for `url` without a line. `preferred` is the language of an address without one. */
  offlineAddress: (url: URL, preferred: string | undefined) => string
}

/** `pages` without a language, like `/outbox`; `offline` is the one of them that stands in for a page that is not kept. */
export function keptPages<Page extends string>(pages: readonly Page[], offline: NoInfer<Page>): KeptPages {
  const inLanguage = (locale: string, page: string) => `/${locale}${page}`.replace(/\/$/, '')
  const addresses = LOCALES.flatMap((locale) => pages.map((page) => inLanguage(locale, page)))
  const keptAddress = ({ pathname }: URL) => {
    const path = pathname.replace(/\/$/, '')
    return addresses.includes(path) ? path : null
  }
  return {
    addresses,
    keptAddress,
    offlineAddress: (url, preferred) => {
      const named = LOCALES.find((each) => url.pathname === `/${each}` || url.pathname.startsWith(`/${each}/`))
      const locale = named ?? LOCALES.find((each) => preferred?.startsWith(each)) ?? 'en'
      // The app's icon on a phone's first screen leads to an address without a language.
      const inTheirs = named ? null : keptAddress(new URL(inLanguage(locale, url.pathname), url))
      if (inTheirs) return inTheirs + url.search
      return `${inLanguage(locale, offline)}?to=${encodeURIComponent(url.pathname + url.search)}`
    },
  }
}
