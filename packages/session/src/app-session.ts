import { DomainError } from '@salama/domain/shared'
import { isThrottled, limitAddress, log, requestIdOf, respond } from '@salama/http'
import type { NextRequest } from 'next/server'
import NextAuth, { type NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { z } from 'zod'
import { signInWithPassword } from './auth-server.ts'
import { safeCallbackUrl } from './callback-url.ts'
import { type CookieKind, cookieName, cookieOptions, readCookiesOf } from './cookies.ts'
import { endSessions } from './end-sessions.ts'
import { liveSession } from './ended-session.ts'
import { appEnv } from './env.ts'
import { markEnded } from './known-sessions.ts'
import { reasonOf } from './reason.ts'
import { requireSameSite } from './same-site.ts'
import { Session, sessionMaxAgeS } from './session-cookie.ts'

// Signing in and out of a web app, with next-auth against Supabase Auth.
//
// Each app has its own session: its own cookies, its own secret, its own refresh token at Auth. So signing out of one
// leaves the others, and an app that is broken into gives away no other. Tokens live only inside the encrypted cookie;
// what /api/auth/session shows to scripts is who is signed in and until when.

/** Why a sign-in failed. The page has the words. */
type SignInFailure = 'wrong_credentials' | 'email_not_confirmed' | 'rate_limited' | 'unavailable'

const FAILURES: Record<string, SignInFailure> = {
  email_not_confirmed: 'email_not_confirmed',
  over_request_rate_limit: 'rate_limited',
}

const Credential = z.object({ email: z.string().trim().min(3).max(254), password: z.string().min(1).max(200) })

/** next-auth passes the message of what is thrown on to the page. Wrong passwords count against where they come from. */
async function authorize(raw: unknown, sent: { headers?: Record<string, string> }) {
  const credential = Credential.safeParse(raw).data
  if (!credential) throw new Error('wrong_credentials' satisfies SignInFailure)
  const request = { headers: new Headers(sent.headers) }
  if (await isThrottled(request)) throw new Error('rate_limited' satisfies SignInFailure)
  const session = await signInWithPassword(credential.email, credential.password).catch((cause: unknown) => {
    log.error({ reason: reasonOf(cause) }, 'sign-in failed')
    throw new Error('unavailable' satisfies SignInFailure)
  })
  if ('refused' in session) {
    await limitAddress(request, 'credentials').catch(() => null)
    throw new Error(FAILURES[session.refused] ?? ('wrong_credentials' satisfies SignInFailure))
  }
  return { id: session.sub, ...session }
}

/** Best effort at Auth: the cookie is gone in any case, and this process takes no copy of it any more. */
async function leave(token: unknown): Promise<void> {
  const session = Session.safeParse(token).data
  if (!session) return
  markEnded(session.accessToken)
  await endSessions(session, 'local').catch((cause) => log.warn({ reason: reasonOf(cause) }, 'session not ended'))
}

const cookie = (kind: CookieKind) => ({ name: cookieName(kind), options: cookieOptions() })

const options = (): NextAuthOptions => ({
  secret: appEnv().SESSION_SECRET,
  session: { strategy: 'jwt', maxAge: sessionMaxAgeS() },
  jwt: { maxAge: sessionMaxAgeS() },
  providers: [Credentials({ credentials: { email: {}, password: {} }, authorize })],
  cookies: {
    sessionToken: cookie('session-token'),
    csrfToken: cookie('csrf-token'),
    callbackUrl: cookie('callback-url'),
    pkceCodeVerifier: cookie('pkce.code_verifier'),
    state: cookie('state'),
    nonce: cookie('nonce'),
  },
  callbacks: {
    jwt: ({ token, user }) => (user ? Session.parse({ ...user, sub: user.id }) : token),
    session: ({ session, token }) => ({ expires: session.expires, user: { email: token.email ?? null } }),
    redirect: ({ url }) => safeCallbackUrl(url),
  },
  events: { signOut: ({ token }) => leave(token) },
  logger: {
    error: (code, cause) => log.error({ code, reason: reasonOf(cause) }, 'next-auth'),
    // It wants to know its address for providers that redirect; we have none.
    warn: (code) => code !== 'NEXTAUTH_URL' && log.warn({ code }, 'next-auth'),
    debug: () => undefined,
  },
})

/** All that our pages use. The rest of next-auth (pages of its own, a log that anyone may write to) is not reachable. */
const ACTIONS = { GET: ['csrf', 'providers', 'session'], POST: ['callback/credentials', 'signout'] }

/**
 * Of the cookies that next-auth sets, ours are the session and its token against foreign pages; the address to return to
 * is carried by our pages. Reading the session sets none at all: the answer could overtake the proxy's newer cookie.
 */
function preserveOwnCookies(headers: Headers, action: string): void {
  const own = action === 'session' ? [] : [cookieName('session-token'), cookieName('csrf-token')]
  const saved = headers.getSetCookie().filter((each) => own.some((name) => each.startsWith(name)))
  headers.delete('set-cookie')
  for (const each of saved) headers.append('set-cookie', each)
}

type Context = { params: Promise<{ nextauth: string[] }> }

/** The handlers of `app/api/auth/[...nextauth]/route.ts`. */
export function authRoutes() {
  const handle = (method: 'GET' | 'POST') => (request: NextRequest, context: Context) =>
    respond(request, 'auth', async () => {
      const action = (await context.params).nextauth.join('/')
      if (!ACTIONS[method].includes(action)) throw new DomainError('not_found')
      requireSameSite(request)
      // next-auth reads the cookie and asks nobody; it would name the person to whoever has copied an old one.
      if (action === 'session' && !(await liveSession(readCookiesOf(request), requestIdOf(request))))
        return Response.json({}, { headers: { 'cache-control': 'no-store' } })
      const response: Response = await NextAuth(request, context, options())
      preserveOwnCookies(response.headers, action)
      return response
    })
  return { GET: handle('GET'), POST: handle('POST') }
}
