import { confirmPassword } from '@salama/domain/accounts'
import { endOwnSessions } from '@salama/domain/accounts/own-sessions'
import { DomainError } from '@salama/domain/shared'
import { type Handler, isThrottled, limitAddress, readBody, respond } from '@salama/http'
import { z } from 'zod'
import { pageOfForm } from './account-forms.ts'
import { logOut, signInWithPassword } from './auth-server.ts'
import { readCookiesOf } from './cookies.ts'
import { endSessions } from './end-sessions.ts'
import { withForm } from './form.ts'
import { browserName, knownBrowser } from './known-browser.ts'
import { PASSKEY_ACTIONS } from './passkey-routes.ts'
import { requireSameSite } from './same-site.ts'
import { readSession, sessionIdOf } from './session-cookie.ts'
import { callerOf, type Outcome, SIGN_IN_FORMS, signedInCaller } from './sign-in-routes.ts'

// The routes of the account pages, the same in every app.

const ACTIONS: Record<string, (request: Request) => Promise<Outcome | undefined>> = {
  ...SIGN_IN_FORMS,
  ...PASSKEY_ACTIONS,

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

/** Handlers of `app/api/account/[action]`: `{ "done": true, "next"? }` or a problem; to plain forms a redirect. */
export function accountRoutes(): { POST: Handler } {
  const POST: Handler = async (request, context) => {
    const { action = '' } = await context.params
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
    // The log tells what of signing in was tried, and its status whether it succeeded.
    return respond(request, act ? `account ${action}` : 'account', async (_, always) => {
      if (!act) throw new DomainError('not_found')
      requireSameSite(request)
      // Passkeys apart: what others behind an address do with passwords and codes keeps no passkey out.
      const what = Object.hasOwn(PASSKEY_ACTIONS, action) ? 'passkeys' : 'accounts'
      await limitAddress(request, what, always, await browserName(readCookiesOf(request)))
      const { next, cookies = [], reply } = (await act(request)) ?? {}
      const headers = new Headers({ 'cache-control': 'no-store', ...(next && { location: next }) })
      for (const cookie of cookies) headers.append('set-cookie', cookie)
      return Response.json({ done: true, ...(next && { next }), ...reply }, { headers })
    })
  }
  return { POST: withForm(POST, pageOfForm, { unsaved: ['password', 'code'] }) }
}
