import { checkPasswordChange, getCurrentUser } from '@salama/domain/accounts'
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH, passwordProblem } from '@salama/domain/accounts/password'
import { DomainError } from '@salama/domain/shared'
import { isThrottled, limitAddress, readBody, requestIdOf } from '@salama/http'
import { z } from 'zod'
import { Email, type FORMS, type OnPage, onPage, stepUrl } from './account-forms.ts'
import { admit } from './admit.ts'
import { changePassword, type Entry, type Refusal, requestCode, signInWithPassword } from './auth-server.ts'
import { safeCallbackUrl } from './callback-url.ts'
import { codeCookie, newBrowser, readCodeCookie } from './code-cookie.ts'
import { Code, problemOf, sessionOfCode } from './code-session.ts'
import { readCookiesOf } from './cookies.ts'
import { liveSession } from './ended-session.ts'
import { appEnv } from './env.ts'
import { type KnownBrowser, knownBrowser } from './known-browser.ts'
import type { Session } from './session-cookie.ts'

// Into an account, the same in every app: with a password, or with a code from the mailbox. A code signs in, makes the
// account of a new address, and comes before every choice of a password, so that nobody has one for an address that they
// have not proven.
//
// Responses do not reveal whether an e-mail address has an account: asking for a code is one Auth call, whatever it
// returns. The mail is the only difference.

/** Where the browser continues, and the cookies that it gets. */
type Done = { next: string; cookies: string[] }
/** What an action of the account pages answers: `reply` for their scripts. */
export type Outcome = Partial<Done> & { reply?: object }

const NewPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH)
  .refine((text) => Buffer.byteLength(text) <= MAX_PASSWORD_BYTES, `at most ${MAX_PASSWORD_BYTES} bytes`)

/** Auth's refusals about one e-mail address. Reporting them would reveal that the address is known, or not. */
const PER_ADDRESS = ['over_email_send_rate_limit', 'otp_disabled', 'signup_disabled', 'user_banned']

function unlessExpected(refusal: Refusal | null): void {
  if (refusal && !PER_ADDRESS.includes(refusal.refused)) throw problemOf(refusal)
}

export const destination = ({ callbackUrl, locale }: OnPage) => safeCallbackUrl(callbackUrl, `/${locale}`)

export async function enter(request: Request, entry: Entry, { locale }: OnPage, next: Done): Promise<Done> {
  const cookies = await admit(request, entry)
  if (cookies === null) return { next: `/${locale}/sign-in?ended=suspended`, cookies: [] }
  return { next: next.next, cookies: [...cookies, ...next.cookies] }
}

/** Wrong passwords and codes count against the IP address, or this browser if its owner signed in with it before. */
async function refuseGuesser(request: Request, known?: KnownBrowser): Promise<void> {
  if (await isThrottled(request, known?.browser)) throw new DomainError('rate_limited', { retryAfterS: 60 })
}
const countGuess = (request: Request, known?: KnownBrowser) =>
  limitAddress(request, 'credentials', undefined, known?.browser).catch(() => null)

export const callerOf = (request: Request, { accessToken: token, sub: subject }: Session) =>
  ({ kind: 'user', token, subject, requestId: requestIdOf(request) }) as const

/** @throws {DomainError} `unauthenticated` */
export async function signedInCaller(request: Request) {
  const session = await liveSession(readCookiesOf(request), requestIdOf(request))
  if (!session) throw new DomainError('unauthenticated')
  return callerOf(request, session)
}

/** The page where the password is chosen; in the console first the one that asks for a second factor. */
async function passwordPage(request: Request, session: Session, page: OnPage): Promise<string> {
  const next = stepUrl(page, 'password')
  if (appEnv().APP_NAME !== 'admin') return next
  const user = await getCurrentUser(callerOf(request, session), {})
  return user.needsSecondFactor ? `/${page.locale}/second-factor?${new URLSearchParams({ next })}` : next
}

export const SIGN_IN_FORMS: Record<keyof typeof FORMS, (request: Request) => Promise<Done>> = {
  async 'sign-in'(request) {
    const body = z.object({ ...onPage, email: z.string().trim().min(3).max(254), password: z.string().min(1).max(200) })
    const { email, password, ...page } = await readBody(body, request)
    const known = await knownBrowser(readCookiesOf(request), email)
    await refuseGuesser(request, known)
    const entry = await signInWithPassword(email, password, known?.device)
    if ('refused' in entry) {
      await countGuess(request, known)
      throw entry.refused === 'over_request_rate_limit' ? problemOf(entry) : new DomainError('wrong_password')
    }
    return enter(request, entry, page, { next: destination(page), cookies: [] })
  },

  /** The browser keeps its secret while it waits, so each code that it asked for works. */
  async code(request) {
    const { email, ...page } = await readBody(z.object({ ...onPage, email: Email }), request)
    const read = readCookiesOf(request)
    const [pending, known] = [await readCodeCookie(read), await knownBrowser(read, email)]
    const browser = pending?.browser ?? newBrowser()
    unlessExpected(await requestCode(email, browser, known?.device))
    return { next: stepUrl(page, 'code'), cookies: [await codeCookie({ email, browser })] }
  },

  async confirm(request) {
    const { email, code, ...page } = await readBody(z.object({ ...onPage, email: Email, code: Code }), request)
    const read = readCookiesOf(request)
    const [pending, known] = [await readCodeCookie(read), await knownBrowser(read, email)]
    if (!pending) throw new DomainError('wrong_code')
    await refuseGuesser(request, known)
    const entry = await sessionOfCode(email, code, pending.browser, known).catch(async (cause: unknown) => {
      if (cause instanceof DomainError && cause.slug === 'wrong_code') await countGuess(request, known)
      throw cause
    })
    const proven = await codeCookie({ ...pending, email, provenBy: entry.session.sub })
    const entered = await enter(request, entry, page, { next: destination(page), cookies: [proven] })
    if (page.flow === 'sign-in' || entered.cookies.length === 0) return entered
    return { ...entered, next: await passwordPage(request, entry.session, page) }
  },

  /** Within ten minutes of the code, with the second factor if there is one. Auth then ends the account's other sessions. */
  async 'choose-password'(request) {
    const { password, ...page } = await readBody(z.object({ ...onPage, password: NewPassword }), request)
    const read = readCookiesOf(request)
    const [proof, session] = [await readCodeCookie(read), await liveSession(read, requestIdOf(request))]
    if (!session || proof?.provenBy !== session.sub) throw new DomainError('unauthenticated')
    if ((await passwordProblem(password, session.email)) !== null) throw new DomainError('weak_password')
    await checkPasswordChange(callerOf(request, session)).catch((cause: unknown) => {
      const isLate = cause instanceof DomainError && cause.slug === 'password_required'
      throw isLate ? new DomainError('unauthenticated', {}, { cause }) : cause
    })
    const refusal = await changePassword(session.accessToken, password)
    if (refusal && refusal.refused !== 'same_password') throw problemOf(refusal)
    return { next: destination(page), cookies: [await codeCookie(null)] }
  },
}
