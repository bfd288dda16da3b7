import { CITY, DomainError } from '@salama/domain/shared'
import { limitAddress, log, requestIdOf, respond } from '@salama/http'
import type { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import { isTurnedAway } from './admit.ts'
import { safeCallbackUrl } from './callback-url.ts'
import { type CookieKind, cookieName, cookieOptions, readCookiesOf } from './cookies.ts'
import { endSessions } from './end-sessions.ts'
import { liveSession } from './ended-session.ts'
import { appEnv, issuerRules, setNextAuthUrl } from './env.ts'
import { type IssuerFailure, issuerProviders, signInWithIssuer, waitingCookie } from './issuer.ts'
import { idTokenCookie, issuerSignOutUrl, noIdTokenCookie } from './issuer-sign-out.ts'
import { markEnded } from './known-sessions.ts'
import { noteBrowser } from './own-sessions.ts'
import { reasonOf } from './reason.ts'
import { requireSameSite } from './same-site.ts'
import { Session, sessionMaxAgeS } from './session-cookie.ts'

// Sign-in with an issuer, sign-out and the session of a web app, with next-auth.
//
// Each app has its own session: its own cookies, secret and refresh token. So signing out of one app does not affect
// the others, and a compromised app exposes no other. Tokens are only in the encrypted cookie; /api/auth/session shows
// scripts only who is signed in and until when.

/** Best effort at Auth: the cookie is deleted in any case, and this process rejects copies of it. */
async function leave(token: unknown): Promise<void> {
  const session = Session.safeParse(token).data
  if (!session) return
  markEnded(session.accessToken)
  await endSessions(session, 'local').catch((cause) => log.warn({ reason: reasonOf(cause) }, 'session not ended'))
}

const cookie = (kind: CookieKind) => ({ name: cookieName(kind), options: cookieOptions() })

/** What came of a sign-in with the issuer, for its response; `cookie` is set with it. */
type Visit = {
  requestId: string
  headers: Headers
  isSuspended?: boolean
  failure?: IssuerFailure
  cookie?: string | null
}

/** Signs in a person of the issuer: converts next-auth's account into our session. */
async function admit(visit: Visit, user: object, profile: unknown): Promise<boolean> {
  try {
    const outcome = await signInWithIssuer(visit.requestId, profile)
    if ('session' in outcome) {
      visit.isSuspended = await isTurnedAway(outcome.session, visit.requestId)
      if (visit.isSuspended) return false
      await noteBrowser(visit.headers, outcome.session, visit.requestId)
      return Object.assign(user, outcome.session) !== null
    }
    visit.failure = outcome.failure
    if (outcome.waiting) visit.cookie = await waitingCookie(outcome.waiting)
  } catch (cause) {
    log.error({ reason: reasonOf(cause) }, 'sign-in with the issuer failed')
  }
  return false
}

const options = (visit: Visit): NextAuthOptions => ({
  secret: appEnv().SESSION_SECRET,
  session: { strategy: 'jwt', maxAge: sessionMaxAgeS() },
  jwt: { maxAge: sessionMaxAgeS() },
  providers: issuerProviders(),
  cookies: {
    sessionToken: cookie('session-token'),
    csrfToken: cookie('csrf-token'),
    callbackUrl: cookie('callback-url'),
    pkceCodeVerifier: cookie('pkce.code_verifier'),
    state: cookie('state'),
    nonce: cookie('nonce'),
  },
  callbacks: {
    signIn: ({ user, account, profile }) => account?.provider !== 'oidc' || admit(visit, user, profile),
    jwt: async ({ token, user, account }) => {
      if (!user) return token
      const admitted = Session.parse(user)
      visit.cookie = await idTokenCookie({ idToken: account?.id_token ?? '', sub: admitted.sub })
      return admitted
    },
    session: ({ session, token }) => ({ expires: session.expires, user: { email: token.email ?? null } }),
    redirect: ({ url }) => safeCallbackUrl(url),
  },
  events: { signOut: ({ token }) => leave(token) },
  logger: {
    error: (code, cause) => log.error({ code, reason: reasonOf(cause) }, 'next-auth'),
    warn: (code) => log.warn({ code }, 'next-auth'),
    debug: () => undefined,
  },
})

/** The endpoints that our pages use, and not next-auth's own pages and its log that anyone may write to. */
const ACTIONS = {
  GET: ['csrf', 'providers', 'session', 'callback/oidc'],
  POST: ['signin/oidc', 'signout'],
}

/** Cookies of the way to the issuer and back, and where to continue afterwards. */
const ON_THE_WAY = ['pkce.code_verifier', 'state', 'nonce', 'callback-url'] as const

/**
 * Of next-auth's cookies we keep the session, the CSRF token and those on the way to an issuer; our pages carry the
 * return URL. Reading a session sets none: it could overwrite the proxy's newer one.
 */
function preserveOwnCookies(headers: Headers, action: string): void {
  const kinds = [
    ...(action === 'session' ? [] : (['session-token', 'csrf-token'] as const)),
    ...(action.endsWith('/oidc') ? ON_THE_WAY : []),
  ]
  const own = kinds.map(cookieName)
  const saved = headers.getSetCookie().filter((each) => own.some((name) => each.startsWith(name)))
  headers.delete('set-cookie')
  for (const each of saved) headers.append('set-cookie', each)
}

/** After the issuer: redirects to the page, or back to sign-in with the reason. */
function finishVisit(request: NextRequest, headers: Headers, { isSuspended: isTurned, failure, cookie }: Visit): void {
  const sessionCookie = cookieName('session-token')
  if (cookie) headers.append('set-cookie', cookie)
  if (headers.getSetCookie().some((each) => each.startsWith(sessionCookie))) return
  const cancelled = request.nextUrl.searchParams.get('error') === 'access_denied'
  const callbackUrl = safeCallbackUrl(request.cookies.get(cookieName('callback-url'))?.value)
  const [, first] = callbackUrl.split(/[/?#]/)
  const locale = CITY.languages.find((each) => each === first)
  const problem = failure ?? (cancelled ? 'issuer_cancelled' : 'issuer_failed')
  const query = new URLSearchParams(isTurned ? { ended: 'suspended' } : { problem, callbackUrl })
  headers.set('location', `${locale ? `/${locale}` : ''}/sign-in?${query}`)
}

/** Signing out continues at the issuer for those who signed in there. */
function finishSignOut(response: Response, issuerUrl: string | null): Response {
  const { headers, status } = response
  const sessionCookie = cookieName('session-token')
  const hasEnded = headers.getSetCookie().some((each) => each.startsWith(sessionCookie)) // not without a CSRF token
  if (!hasEnded || issuerUrl === null) return response
  headers.append('set-cookie', noIdTokenCookie())
  headers.delete('content-length')
  return new Response(JSON.stringify({ url: issuerUrl }), { headers, status })
}

type Context = { params: Promise<{ nextauth: string[] }> }

/** The handlers of `app/api/auth/[...nextauth]/route.ts`. */
export function authRoutes() {
  const handle = (method: 'GET' | 'POST') => (request: NextRequest, context: Context) =>
    respond(request, 'auth', async () => {
      const action = (await context.params).nextauth.join('/')
      const usesIssuer = action.endsWith('/oidc')
      if (!ACTIONS[method].includes(action) || (usesIssuer && issuerRules() === null))
        throw new DomainError('not_found')
      requireSameSite(request)
      if (usesIssuer) await limitAddress(request, 'accounts')
      const read = readCookiesOf(request)
      const requestId = requestIdOf(request)
      // next-auth only reads the cookie; without this check it would name the user to anyone with an old copy of it.
      if (action === 'session' && !(await liveSession(read, requestId)))
        return Response.json({}, { headers: { 'cache-control': 'no-store' } })
      setNextAuthUrl()
      const visit: Visit = { requestId, headers: request.headers }
      const issuerUrl = action === 'signout' ? await issuerSignOutUrl(read) : null
      const response: Response = await NextAuth(request, context, options(visit))
      preserveOwnCookies(response.headers, action)
      if (action === 'callback/oidc') finishVisit(request, response.headers, visit)
      return action === 'signout' ? finishSignOut(response, issuerUrl) : response
    })
  return { GET: handle('GET'), POST: handle('POST') }
}
