import { DomainError } from '@salama/domain/shared'
import { isThrottled, limitAddress, readBody, requestIdOf } from '@salama/http'
import { z } from 'zod'
import { Email, type FORMS, type OnPage, onPage, stepUrl } from './account-forms.ts'
import { admit } from './admit.ts'
import { changePassword, type Refusal, requestCode, signInWithPassword } from './auth-server.ts'
import { safeCallbackUrl } from './callback-url.ts'
import { codeCookie, newBrowser, readCodeCookie } from './code-cookie.ts'
import { Code, problemOf, sessionOfCode } from './code-session.ts'
import { readCookiesOf } from './cookies.ts'
import { liveSession } from './ended-session.ts'
import type { Session } from './session-cookie.ts'

// Into an account, the same in every app: with a password, or with a code from the mailbox. A code signs in, makes the
// account of a new address, and comes before every choice of a password, so that nobody has one for an address that they
// have not proven.
//
// Responses do not reveal whether an e-mail address has an account: asking for a code is one Auth call, whatever it
// returns. The mail is the only difference.

/** Where the browser continues, and the cookies that it gets. */
export type Done = { next: string; cookies: string[] }

/** Auth's hash uses only 72 bytes; the rest would be dropped silently. */
const NewPassword = z
  .string()
  .min(8)
  .refine((text) => Buffer.byteLength(text) <= 72, 'at most 72 bytes')

/** Auth's refusals about one e-mail address. Reporting them would reveal that the address is known, or not. */
const PER_ADDRESS = ['over_email_send_rate_limit', 'otp_disabled', 'signup_disabled', 'user_banned']

function unlessExpected(refusal: Refusal | null): void {
  if (refusal && !PER_ADDRESS.includes(refusal.refused)) throw problemOf(refusal)
}

const destination = ({ callbackUrl, locale }: OnPage) => safeCallbackUrl(callbackUrl, `/${locale}`)

async function enter(request: Request, session: Session, { locale }: OnPage, next: Done): Promise<Done> {
  const cookies = await admit(request, session)
  if (cookies === null) return { next: `/${locale}/sign-in?ended=suspended`, cookies: [] }
  return { next: next.next, cookies: [...cookies, ...next.cookies] }
}

export const SIGN_IN_FORMS: Record<keyof typeof FORMS, (request: Request) => Promise<Done>> = {
  async 'sign-in'(request) {
    const body = z.object({ ...onPage, email: z.string().trim().min(3).max(254), password: z.string().min(1).max(200) })
    const { email, password, ...page } = await readBody(body, request)
    if (await isThrottled(request)) throw new DomainError('rate_limited', { retryAfterS: 60 })
    const session = await signInWithPassword(email, password)
    if ('refused' in session) {
      // Wrong passwords count against the IP address.
      await limitAddress(request, 'credentials').catch(() => null)
      throw session.refused === 'over_request_rate_limit' ? problemOf(session) : new DomainError('wrong_password')
    }
    return enter(request, session, page, { next: destination(page), cookies: [] })
  },

  /** The browser keeps its secret while it waits, so each code that it asked for works. */
  async code(request) {
    const { email, ...page } = await readBody(z.object({ ...onPage, email: Email }), request)
    const pending = await readCodeCookie(readCookiesOf(request))
    const browser = pending?.browser ?? newBrowser()
    unlessExpected(await requestCode(email, browser))
    return { next: stepUrl(page, 'code'), cookies: [await codeCookie({ email, browser })] }
  },

  async confirm(request) {
    const { email, code, ...page } = await readBody(z.object({ ...onPage, email: Email, code: Code }), request)
    const pending = await readCodeCookie(readCookiesOf(request))
    if (!pending) throw new DomainError('wrong_code')
    if (await isThrottled(request)) throw new DomainError('rate_limited', { retryAfterS: 60 })
    const session = await sessionOfCode(email, code, pending.browser).catch(async (cause: unknown) => {
      if (cause instanceof DomainError && cause.slug === 'wrong_code')
        await limitAddress(request, 'credentials').catch(() => null)
      throw cause
    })
    const next = page.flow === 'sign-in' ? destination(page) : stepUrl(page, 'password')
    const proven = await codeCookie({ ...pending, email, provenBy: session.sub })
    return enter(request, session, page, { next, cookies: [proven] })
  },

  /** Within ten minutes of the code. Auth ends all other sessions of the account. */
  async 'choose-password'(request) {
    const { password, ...page } = await readBody(z.object({ ...onPage, password: NewPassword }), request)
    const read = readCookiesOf(request)
    const [proof, session] = [await readCodeCookie(read), await liveSession(read, requestIdOf(request))]
    if (!session || proof?.provenBy !== session.sub) throw new DomainError('unauthenticated')
    const refusal = await changePassword(session.accessToken, password)
    if (refusal && refusal.refused !== 'same_password') throw problemOf(refusal)
    return { next: destination(page), cookies: [await codeCookie(null)] }
  },
}
