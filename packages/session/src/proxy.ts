import { type NextRequest, NextResponse } from 'next/server'
import createMiddleware from 'next-intl/middleware'
import type { RoutingConfig } from 'next-intl/routing'
import { hasEnded } from './known-sessions.ts'
import { MAP_TILES_PATH, mapTiles } from './map-tiles.ts'
import { renew } from './refresh.ts'
import { contentPolicy, setPageHeaders } from './security-headers.ts'
import { type CookieToSet, nowS, readSession, type Session, sessionCookies } from './session-cookie.ts'

// What runs before every page and every own route of a web app: the session is kept fresh, private pages are kept for
// those signed in, the address gets its language, the page its security headers.
//
// The access token is renewed here and nowhere else, because here the answer can still be given a cookie (a page that is
// being rendered cannot set one). The same cookie is put on the request, so that what is rendered now already sees it.

const RENEW_BEFORE_S = 60
const YEAR_S = 365 * 24 * 3600

type Routing<Locale extends string> = { locales: readonly Locale[]; defaultLocale: Locale }

type Options<Locale extends string> = {
  /** The app's languages. */
  routing: Routing<Locale>
  /** Whether a page is only for those signed in; `path` is without the language and starts with a slash. */
  isPrivate: (path: string) => boolean
  /** Addresses that are no pages, beside `/api/`: they get a fresh session and nothing else. */
  isRoute?: (path: string) => boolean
}

/** Makes an app's `proxy`. Its file also exports the `config` with the matcher, which Next reads without running it. */
export function createProxy<Locale extends string>({ routing, isPrivate, isRoute }: Options<Locale>) {
  // The cookie has no app's name in it: all apps on one host share the person's choice of language.
  const config: RoutingConfig<readonly Locale[], 'always', never, never> = {
    locales: routing.locales,
    defaultLocale: routing.defaultLocale,
    localePrefix: 'always',
    localeCookie: { name: 'NEXT_LOCALE', maxAge: YEAR_S },
  }
  const page = createMiddleware(config)

  return async function proxy(request: NextRequest): Promise<NextResponse> {
    const path = request.nextUrl.pathname
    if (SETS_OWN_COOKIES.test(path)) return NextResponse.next()
    if (path === MAP_TILES_PATH) return NextResponse.json(mapTiles())
    const { session, changed } = await freshSession(request)
    for (const { name, value, options } of changed) {
      if (options.maxAge > 0) request.cookies.set(name, value)
      else request.cookies.delete(name)
    }
    const response = answer(session)
    for (const { name, value, options } of changed) response.cookies.set(name, value, options)
    return response

    function answer(signedIn: Session | null): NextResponse {
      if (path.startsWith('/api/') || isRoute?.(path))
        return NextResponse.next({ request: { headers: request.headers } })
      const [, locale = '', rest = ''] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? []
      const known = routing.locales.some((each) => each === locale)
      const reply = HAS_ESCAPED_PERCENT.test(path)
        ? toNowhere(request, known ? locale : routing.defaultLocale)
        : known && !signedIn && isPrivate(rest || '/')
          ? toSignIn(request, locale)
          : page(request)
      setPageHeaders(reply.headers)
      return reply
    }
  }
}

/**
 * The answer for a page without a session that runs the code of others: it gets a stricter policy, with a nonce for each
 * request. Next reads it from the policy on the request; whoever writes markup by hand, from `x-nonce`.
 */
export function withNonce(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID())
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', contentPolicy(nonce))
  const response = NextResponse.next({ request: { headers } })
  setPageHeaders(response.headers, nonce)
  return response
}

/** Signing in and out write the session's cookies themselves; two writers of one answer would overrule each other. */
const SETS_OWN_COOKIES = /^\/api\/(auth(?!\/session$)|account)(\/|$)/

/**
 * next-intl decodes an address once and hands it on, so `%25` becomes a `%` that nothing can decode and the page a 500.
 * No page of ours has a percent sign in its path: such an address is one that does not exist.
 */
const HAS_ESCAPED_PERCENT = /%25/

function toNowhere(request: NextRequest, locale: string): NextResponse {
  return NextResponse.rewrite(new URL(`/${locale}/not-found`, request.url), { request: { headers: request.headers } })
}

function toSignIn(request: NextRequest, locale: string): NextResponse {
  const { pathname, search } = request.nextUrl
  const target = new URL(`/${locale}/sign-in`, request.url)
  target.searchParams.set('callbackUrl', `${pathname}${search}`)
  return NextResponse.redirect(target)
}

/** The session to go on with, and the cookies that must change for it. */
async function freshSession(request: NextRequest): Promise<{ session: Session | null; changed: CookieToSet[] }> {
  const read = (name: string) => request.cookies.get(name)?.value
  const session = await readSession(read)
  if (session && (await hasEnded(session.accessToken)))
    return { session: null, changed: await sessionCookies(null, read) }
  if (!session || session.expiresAt - nowS() >= RENEW_BEFORE_S) return { session, changed: [] }
  const renewal = await renew(session)
  if (renewal.outcome === 'unanswered') return { session, changed: [] }
  const next = renewal.outcome === 'renewed' ? renewal.session : null
  return { session: next, changed: await sessionCookies(next, read) }
}
