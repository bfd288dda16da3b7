import { createHash } from 'node:crypto'
import { DomainError, type ErrorSlug } from '@salama/domain/shared'
import { type Handler, limitAddress, readBody, respond } from '@salama/http'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import {
  changePassword,
  logOut,
  type Refusal,
  requestRecovery,
  requestSignUp,
  resendCode,
  verifyCode,
} from './auth-server.ts'
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
const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/)
/** Auth's password hash uses only 72 bytes; the rest would be dropped silently. */
const NewPassword = z.string().min(8).max(72)

/** Auth's rate limits per e-mail address. Reporting them would reveal that the address is known. */
const PER_ADDRESS = ['over_email_send_rate_limit', 'user_already_exists', 'email_exists']

function unlessExpected(refusal: Refusal | null): void {
  if (refusal && !PER_ADDRESS.includes(refusal.refused)) throw problemOf(refusal)
}

const SLUGS = new Map<string, ErrorSlug>([
  ['otp_expired', 'wrong_code'],
  ['weak_password', 'weak_password'],
  ['validation_failed', 'invalid_request'],
  ['email_address_invalid', 'invalid_request'],
  ['over_request_rate_limit', 'rate_limited'],
])

/** Maps Auth's error codes to ours. An unexpected one is a fault, and is logged. */
const problemOf = ({ refused, status, retryAfterS }: Refusal) =>
  new DomainError(SLUGS.get(refused) ?? 'internal', retryAfterS === undefined ? {} : { retryAfterS }, {
    cause: new Error(`Auth: ${status} ${refused}`),
  })

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
    const accessToken = await tokenFor(email, code, ['signup', 'recovery'])
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
    const accessToken = await tokenFor(email, code, ['recovery'])
    const refusal = await changePassword(accessToken, password)
    if (refusal && refusal.refused !== 'same_password') throw problemOf(refusal)
    // Ends all other sessions, in case somebody knew the old password.
    await logOut(accessToken, 'global').catch(() => null)
  },

  async 'sign-out-everywhere'(request) {
    await readBody(z.strictObject({}), request)
    const session = await readSession(readCookiesOf(request))
    if (!session) throw new DomainError('unauthenticated')
    await endSessions(session, 'global')
  },
}

/**
 * A code has a million values and is valid for an hour: this is the maximum of attempts per e-mail address and hour.
 *
 * This is the app's own limit, for a hosted Supabase, which limits attempts by IP address, and here that is this server
 * for all users. The embedded Supabase counts per e-mail address itself, across all apps and direct requests, and its
 * refusal becomes the same `rate_limited`.
 */
const GUESSES = 10
const guesses = new LRUCache<string, number>({ max: 50_000, ttl: 3_600_000 })

/** `kinds`: what the code may have been sent for, the most likely first. */
async function tokenFor(email: string, code: string, kinds: ('signup' | 'recovery')[]): Promise<string> {
  const key = createHash('sha256').update(`${kinds[0]}\0${email.toLowerCase()}`).digest('base64url')
  const made = guesses.get(key) ?? 0
  if (made >= GUESSES) throw new DomainError('rate_limited', { retryAfterS: guesses.getRemainingTTL(key) / 1000 })
  // Counted before Auth is called, so that concurrent attempts count too; the hour starts with the first one.
  guesses.set(key, made + 1, { ttl: made === 0 ? 3_600_000 : guesses.getRemainingTTL(key) })
  let refusal: Refusal | undefined
  for (const kind of kinds) {
    const session = await verifyCode(email, code, kind)
    if (!('refused' in session)) {
      guesses.delete(key)
      return session.accessToken
    }
    refusal ??= session
  }
  throw refusal ? problemOf(refusal) : new DomainError('wrong_code')
}

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
