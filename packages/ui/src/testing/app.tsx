import { inCityWords } from '@salama/domain/city-words'
import { CITY } from '@salama/domain/shared'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PathnameContext, SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { type MouseEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import shared from '../../messages/en.json' with { type: 'json' }
import sharedSw from '../../messages/sw.json' with { type: 'json' }
import type { Locale } from '../i18n/locales.ts'

/** What the page's address was changed to, latest last, with the language: `/en/outbox`. */
export type Visits = { to: string; by: 'link' | 'push' | 'replace' }[]

type Props = {
  children: ReactNode
  locale?: Locale
  /** The page's address without its language. */
  path?: string
  /** Receives every change of the address. */
  visits?: Visits
  /** Called for each refresh of the server's part of the page. */
  onRefresh?: () => void
}

/**
 * Everything that an app gives its components: its messages in both languages, and a router that goes to the addresses
 * it is told, without a page behind them.
 */
export function appWith(own: { en: object; sw: object }) {
  const messages = {
    en: inCityWords({ ...shared, ...own.en }, 'en'),
    sw: inCityWords({ ...sharedSw, ...own.sw }, 'sw'),
  }
  return function App({ children, locale = 'en', path = '/', visits = [], onRefresh = () => {} }: Props) {
    const start = `/${locale}${path === '/' ? '' : path}`
    const [address, setAddress] = useState(() => {
      window.history.replaceState(null, '', start)
      return start
    })
    useEffect(() => {
      document.documentElement.lang = locale
    }, [locale])
    // A page that changes its address by itself, as Next.js hears it.
    useEffect(() => {
      const { pushState, replaceState } = window.history
      const heard = (change: typeof pushState) =>
        function heardChange(this: History, ...args: Parameters<typeof pushState>) {
          change.apply(this, args)
          setAddress(window.location.pathname + window.location.search)
        }
      Object.assign(window.history, { pushState: heard(pushState), replaceState: heard(replaceState) })
      return () => void Object.assign(window.history, { pushState, replaceState })
    }, [])
    const { go, router } = useMemo(() => {
      const go = (to: string, by: Visits[number]['by']) => {
        visits.push({ to, by })
        window.history.replaceState(null, '', to)
        setAddress(to)
      }
      const router: AppRouterInstance = {
        push: (to) => go(to, 'push'),
        replace: (to) => go(to, 'replace'),
        refresh: onRefresh,
        prefetch: () => {},
        back: () => {},
        forward: () => {},
        bfcacheId: 'test',
      }
      return { go, router }
    }, [visits, onRefresh])
    /** A link goes where it says, but the test's page stays. */
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link?.hasAttribute('href') || link.hash.length > 1) return
      event.preventDefault()
      go(link.pathname + link.search, 'link')
    }
    const { pathname, searchParams } = new URL(address, 'http://app.test')
    return (
      <AppRouterContext.Provider value={router}>
        <PathnameContext.Provider value={pathname}>
          <SearchParamsContext.Provider value={searchParams}>
            <NextIntlClientProvider
              locale={locale}
              timeZone={CITY.timeZone}
              messages={locale === 'sw' ? messages.sw : messages.en}
            >
              <div className="contents" onClickCapture={follow}>
                {children}
              </div>
            </NextIntlClientProvider>
          </SearchParamsContext.Provider>
        </PathnameContext.Provider>
      </AppRouterContext.Provider>
    )
  }
}
