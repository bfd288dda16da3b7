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

// Getting an account and getting back into it, the same in every app: a code goes to the person's mailbox and they type
// it here. No link, because a link from a mailbox opens in another browser than the one that waits.
//
// None of this tells a stranger whether an address has an account: asking for one that exists, or for a new password to
// one that does not, is answered like success, after one call of Auth whatever it says. The mail is the only difference.

const Email = z.string().trim().max(254).pipe(z.email())
const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/)
/** The hash that Auth keeps reads 72 bytes; what lies beyond would be dropped in silence. */
const NewPassword = z.string().min(8).max(72)

/** Limits that Auth keeps per address. To tell of them would tell that the address is known. */
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

/** Auth's error codes in our words. One that is not expected is a fault of ours, and the log gets it. */
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
    // The page signs in with the password; this session would be one that nobody holds.
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
    // Whoever knew the old password is put out of every app.
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
 * A code has a million values and lives for an hour: this many guesses per e-mail address and hour, and no more.
 *
 * This is the app's own limit, for a hosted Supabase: that one limits guesses by where they come from, which is this
 * server for everybody. The embedded Supabase counts per e-mail address itself, over all apps and for whoever asks it
 * directly, and its refusal reaches the person as the same `rate_limited`.
 */
const GUESSES = 10
const guesses = new LRUCache<string, number>({ max: 50_000, ttl: 3_600_000 })

/** `kinds`: what the code may have been sent for, the likeliest first. */
async function tokenFor(email: string, code: string, kinds: ('signup' | 'recovery')[]): Promise<string> {
  const key = createHash('sha256').update(`${kinds[0]}\0${email.toLowerCase()}`).digest('base64url')
  const made = guesses.get(key) ?? 0
  if (made >= GUESSES) throw new DomainError('rate_limited', { retryAfterS: guesses.getRemainingTTL(key) / 1000 })
  // Counted before Auth is asked, so that guesses sent together count too; the hour runs from the first one.
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

/** The handlers of `app/api/account/[action]/route.ts`. Each answers `{ "done": true }` or a problem. */
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
