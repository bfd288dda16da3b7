import { confirmPassword } from '@salama/domain/accounts'
import { endOwnSessions } from '@salama/domain/accounts/own-sessions'
import { DomainError } from '@salama/domain/shared'
import { type Handler, isThrottled, limitAddress, readBody, requestIdOf, respond } from '@salama/http'
import { z } from 'zod'
import { pageOfForm } from './account-forms.ts'
import { logOut, signInWithPassword } from './auth-server.ts'
import { readCookiesOf } from './cookies.ts'
import { endSessions } from './end-sessions.ts'
import { liveSession } from './ended-session.ts'
import { withForm } from './form.ts'
import { browserName, knownBrowser } from './known-browser.ts'
import { requireSameSite } from './same-site.ts'
import { readSession } from './session-cookie.ts'
import { callerOf, type Done, SIGN_IN_FORMS } from './sign-in-routes.ts'

// The routes of the account pages, the same in every app.

const ACTIONS: Record<string, (request: Request) => Promise<Done | undefined>> = {
  ...SIGN_IN_FORMS,

  /** Proves the password again for this session: with a session of its own, which then ends. */
  async 'confirm-password'(request) {
    const { password } = await readBody(z.strictObject({ password: z.string().min(1).max(200) }), request)
    const read = readCookiesOf(request)
    const session = await readSession(read)
    const sessionId = session && sessionIdOf(session.accessToken)
    if (!session?.email || !sessionId) throw new DomainError('unauthenticated')
    const known = await knownBrowser(read, session.email)
    if (await isThrottled(request, known?.browser)) throw new DomainError('rate_limited', { retryAfterS: 60 })
    const entry = await signInWithPassword(session.email, password, known?.device)
    if ('refused' in entry || entry.session.sub !== session.sub) {
      await limitAddress(request, 'credentials', undefined, known?.browser).catch(() => null)
      throw new DomainError('wrong_password')
    }
    await confirmPassword(callerOf(request, entry.session), sessionId)
    await logOut(entry.session.accessToken, 'local').catch(() => null)
    return undefined
  },

  /** Ends one other session of the account, or all of them. */
  async 'end-sessions'(request) {
    const { session } = await readBody(z.strictObject({ session: z.uuid().optional() }), request)
    await endOwnSessions(await signedInCaller(request), session)
    return undefined
  },

  async 'sign-out-everywhere'(request) {
    await readBody(z.strictObject({}), request)
    const session = await readSession(readCookiesOf(request))
    if (!session) throw new DomainError('unauthenticated')
    await endSessions(session, 'global')
    return undefined
  },
}

async function signedInCaller(request: Request) {
  const session = await liveSession(readCookiesOf(request), requestIdOf(request))
  if (!session) throw new DomainError('unauthenticated')
  return callerOf(request, session)
}

/** The session that an access token names. The token is from our own encrypted cookie. */
function sessionIdOf(token: string): string | undefined {
  const [, payload = ''] = token.split('.')
  return SessionClaim.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')).data?.session_id
}
const SessionClaim = z.object({ session_id: z.uuid() })

/**
 * The handlers of `app/api/account/[action]/route.ts`. Each returns `{ "done": true }`, with where to continue as `next`,
 * or a problem; to a form without scripts, a redirect.
 */
export function accountRoutes(): { POST: Handler } {
  const POST: Handler = async (request, context) => {
    const { action = '' } = await context.params
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
    // The log tells what of signing in was tried, and its status whether it succeeded.
    return respond(request, act ? `account ${action}` : 'account', async (_, always) => {
      if (!act) throw new DomainError('not_found')
      requireSameSite(request)
      await limitAddress(request, 'accounts', always, await browserName(readCookiesOf(request)))
      const done = await act(request)
      const headers = new Headers({ 'cache-control': 'no-store', ...(done && { location: done.next }) })
      for (const cookie of done?.cookies ?? []) headers.append('set-cookie', cookie)
      return Response.json({ done: true, ...(done && { next: done.next }) }, { headers })
    })
  }
  return { POST: withForm(POST, pageOfForm, { unsaved: ['password', 'code'] }) }
}
