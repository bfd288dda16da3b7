import { confirmPassword } from '@salama/domain/accounts'
import { DomainError } from '@salama/domain/shared'
import { type Handler, isThrottled, limitAddress, readBody, requestIdOf, respond } from '@salama/http'
import { z } from 'zod'
import {
  changePassword,
  logOut,
  type Refusal,
  requestRecovery,
  requestSignUp,
  resendCode,
  signInWithPassword,
} from './auth-server.ts'
import { Code, problemOf, sessionOfCode } from './code-session.ts'
import { readCookiesOf } from './cookies.ts'
import { endSessions } from './end-sessions.ts'
import { requireSameSite } from './same-site.ts'
import { readSession } from './session-cookie.ts'

// Sign-up and password reset, the same in every app: a code is sent to the user's mailbox and they enter it here. A
// link would open in another browser than the one that waits.
//
// Responses do not reveal whether an e-mail address has an account: signing up with an existing one, or resetting the
// password of an unknown one, returns success after one Auth call, whatever it returns. The mail is the only
// difference.

const Email = z.string().trim().max(254).pipe(z.email())
/** Auth's password hash uses only 72 bytes; the rest would be dropped silently. */
const NewPassword = z.string().min(8).max(72)

/** Auth's rate limits per e-mail address. Reporting them would reveal that the address is known. */
const PER_ADDRESS = ['over_email_send_rate_limit', 'user_already_exists', 'email_exists']

function unlessExpected(refusal: Refusal | null): void {
  if (refusal && !PER_ADDRESS.includes(refusal.refused)) throw problemOf(refusal)
}

const codeBody = { email: Email, code: Code }

const ACTIONS: Record<string, (request: Request) => Promise<void>> = {
  async 'sign-up'(request) {
    const body = z.strictObject({ email: Email, password: NewPassword, locale: z.enum(['en', 'sw']) })
    const { email, password, locale } = await readBody(body, request)
    unlessExpected(await requestSignUp(email, password, locale))
  },

  async resend(request) {
    const { email } = await readBody(z.strictObject({ email: Email }), request)
    unlessExpected(await resendCode(email))
  },

  async confirm(request) {
    const { email, code } = await readBody(z.strictObject(codeBody), request)
    const { accessToken } = await sessionOfCode(email, code, ['signup', 'recovery'])
    // The page signs in with the password, so this session would be unused.
    await logOut(accessToken, 'local').catch(() => null)
  },

  async recover(request) {
    const { email } = await readBody(z.strictObject({ email: Email }), request)
    unlessExpected(await requestRecovery(email))
  },

  async reset(request) {
    const body = z.strictObject({ ...codeBody, password: NewPassword })
    const { email, code, password } = await readBody(body, request)
    const { accessToken } = await sessionOfCode(email, code, ['recovery'])
    const refusal = await changePassword(accessToken, password)
    if (refusal && refusal.refused !== 'same_password') throw problemOf(refusal)
    // Ends all other sessions, in case somebody knew the old password.
    await logOut(accessToken, 'global').catch(() => null)
  },

  /** Proves the password again for this session: with a session of its own, which then ends. */
  async 'confirm-password'(request) {
    const { password } = await readBody(z.strictObject({ password: z.string().min(1).max(200) }), request)
    const session = await readSession(readCookiesOf(request))
    const sessionId = session && sessionIdOf(session.accessToken)
    if (!session?.email || !sessionId) throw new DomainError('unauthenticated')
    if (await isThrottled(request)) throw new DomainError('rate_limited', { retryAfterS: 60 })
    const proof = await signInWithPassword(session.email, password)
    if ('refused' in proof || proof.sub !== session.sub) {
      await limitAddress(request, 'credentials').catch(() => null)
      throw new DomainError('wrong_password')
    }
    const caller = {
      kind: 'user',
      token: proof.accessToken,
      subject: proof.sub,
      requestId: requestIdOf(request),
    } as const
    await confirmPassword(caller, sessionId)
    await logOut(proof.accessToken, 'local').catch(() => null)
  },

  async 'sign-out-everywhere'(request) {
    await readBody(z.strictObject({}), request)
    const session = await readSession(readCookiesOf(request))
    if (!session) throw new DomainError('unauthenticated')
    await endSessions(session, 'global')
  },
}

/** The session that an access token names. The token is from our own encrypted cookie. */
function sessionIdOf(token: string): string | undefined {
  const [, payload = ''] = token.split('.')
  return SessionClaim.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')).data?.session_id
}
const SessionClaim = z.object({ session_id: z.uuid() })

/** The handlers of `app/api/account/[action]/route.ts`. Each returns `{ "done": true }` or a problem. */
export function accountRoutes(): { POST: Handler } {
  const POST: Handler = (request, context) =>
    respond(request, 'account', async (_, always) => {
      const { action = '' } = await context.params
      const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
      if (!act) throw new DomainError('not_found')
      requireSameSite(request)
      await limitAddress(request, 'accounts', always)
      await act(request)
      return Response.json({ done: true }, { headers: { 'cache-control': 'no-store' } })
    })
  return { POST }
}
