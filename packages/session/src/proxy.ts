import { PUBLIC_PAGE } from '@salama/http'
import { type NextRequest, NextResponse } from 'next/server'
import createMiddleware from 'next-intl/middleware'
import type { RoutingConfig } from 'next-intl/routing'
import { endOf, isRefused } from './known-sessions.ts'
import { renew } from './refresh.ts'
import { scriptHashesOf } from './script-hashes.ts'
import { contentPolicy, nonceSource, setPageHeaders } from './security-headers.ts'
import { type CookieToSet, nowS, readSession, type Session, sessionCookies } from './session-cookie.ts'

// Runs before every page and every own route of a web app: refreshes the session, restricts private pages to signed-in
// users, adds the language to the URL, and sets the security headers.
//
// The access token is refreshed only here, because only here can the response still set a cookie (a page that is being
// rendered cannot). The same cookie is put on the request, so that the current render already sees it.

const RENEW_BEFORE_S = 60
const YEAR_S = 365 * 24 * 3600

type Routing<Locale extends string> = { locales: readonly Locale[]; defaultLocale: Locale }

type Options<Locale extends string> = {
  /** The app's languages. */
  routing: Routing<Locale>
  /** Whether a page is only for signed-in users; `path` is without the language and starts with a slash. */
  isPrivate: (path: string) => boolean
  /** Whether a page is the same for everyone, with and without a session: shared caches may hold it. */
  isPublic?: (path: string) => boolean
  /** Whether what a page shows hangs on its URL alone: nobody stores it, lists it or learns where a link on it was. */
  isSecret?: (path: string) => boolean
  /** Paths that are not pages, in addition to `/api/`: their session is refreshed and nothing else. */
  isRoute?: (path: string) => boolean
}

/** Creates an app's `proxy`. Its file also exports the `config`, which Next reads without running it. */
export function createProxy<Locale extends string>({
  routing,
  isPrivate,
  isPublic,
  isSecret,
  isRoute,
}: Options<Locale>) {
  // The cookie has no app's name in it: all apps on one host share the user's choice of language.
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
    const { session, changed, isSuspended } = await freshSession(request)
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
      const scripts = scriptHashesOf(path) ?? [nonceSource(newNonce())]
      // Next reads the nonce from the policy on the request.
      request.headers.set('content-security-policy', contentPolicy(scripts))
      const reply = HAS_ESCAPED_PERCENT.test(path)
        ? toNowhere(request, known ? locale : routing.defaultLocale)
        : known && isSuspended && request.nextUrl.searchParams.get('ended') !== 'suspended'
          ? toSuspended(request, locale)
          : known && !signedIn && isPrivate(rest || '/')
            ? toSignIn(request, locale)
            : page(request)
      setPageHeaders(reply.headers, scripts)
      if (isPrivate(rest || '/')) reply.headers.set('cache-control', 'private, no-store')
      if (isSecret?.(rest || '/')) keepSecret(reply.headers)
      if (known && changed.length === 0 && isPublic?.(rest || '/')) allowSharing(reply.headers)
      return reply
    }
  }
}

/** A cookie would keep a page out of shared caches; its script stores the language, see `BackgroundBar`. */
function allowSharing(headers: Headers): void {
  headers.delete('set-cookie')
  headers.delete('x-middleware-set-cookie')
  headers.set('cache-control', PUBLIC_PAGE)
}

function keepSecret(headers: Headers): void {
  headers.set('referrer-policy', 'no-referrer')
  headers.set('cache-control', 'private, no-store')
  headers.set('x-robots-tag', 'noindex, nofollow')
}

/** 128 random bits: a UUID has six fewer. */
const newNonce = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')

/** The page without a session that runs third-party code: a nonce for Next in the policy, for markup in `x-nonce`. */
export function withNonce(request: NextRequest): NextResponse {
  const nonce = newNonce()
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', contentPolicy([nonceSource(nonce)]))
  const response = NextResponse.next({ request: { headers } })
  setPageHeaders(response.headers, [nonceSource(nonce)])
  return response
}

/** Sign-in and sign-out write the session's cookies themselves; two writers of one response would conflict. */
const SETS_OWN_COOKIES =
  /^\/api\/(auth(?!\/session$)|account(?!\/(end-sessions|new-passkey(-options)?|remove-passkey)$))(\/|$)/

/**
 * next-intl passes on a decoded URL, so `%25` would become an undecodable `%`, and a 500. No page has one: not found.
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

/** Shows the reason for the sign-out, once: the session cookie is deleted with it. */
function toSuspended(request: NextRequest, locale: string): NextResponse {
  return NextResponse.redirect(new URL(`/${locale}/sign-in?ended=suspended`, request.url))
}

type Fresh = { session: Session | null; changed: CookieToSet[]; isSuspended?: boolean }

/** The current session, and the cookies to set for it. */
async function freshSession(request: NextRequest): Promise<Fresh> {
  const read = (name: string) => request.cookies.get(name)?.value
  const session = await readSession(read)
  const end = session && (await endOf(session.accessToken))
  if (end) return { session: null, changed: await sessionCookies(null, read), isSuspended: end === 'suspended' }
  if (!session) return { session, changed: [] }
  if (session.expiresAt - nowS() >= RENEW_BEFORE_S && !(await isRefused(session.accessToken)))
    return { session, changed: [] }
  const renewal = await renew(session)
  if (renewal.outcome === 'unanswered') return { session, changed: [] }
  const next = renewal.outcome === 'renewed' ? renewal.session : null
  return { session: next, changed: await sessionCookies(next, read) }
}
