import type { deleteOwnAccount } from '@salama/domain/accounts/contract'
import { type Problem, type Route, tryCall } from '@salama/http/call'
import { clearAccount, currentAccount, eraseAccount } from '@salama/outbox/account.ts'

// Requests of the account forms to their own app. Failures are returned as codes; the form has the messages.
//
// Signing out and the way to an issuer call next-auth's endpoints directly, because its client replaces the page (and
// everything typed on it) with an error page after a network error.

const PROBLEMS = [
  'cookies_off',
  'wrong_code',
  'weak_password',
  'invalid_request',
  'rate_limited',
  'unavailable',
  'internal',
  'network',
  'last_admin',
  'not_found',
  'passkey_unused',
  'passkey_known',
  'passkey_unsupported',
  'passkey_address',
  'password_required',
  'wrong_password',
  'second_factor_required',
  'unauthenticated',
] as const
type AccountProblem = (typeof PROBLEMS)[number]

/** Why it failed, and after how many seconds to retry, if given. */
export type Failure = { code: AccountProblem; retryAfterS: number | null }

/** What the browser says of passkeys, and no server. */
export const isOfPasskey = (code: AccountProblem): code is Extract<AccountProblem, `passkey_${string}`> =>
  code.startsWith('passkey_')

export const codeOf = (code: unknown): AccountProblem => PROBLEMS.find((known) => known === code) ?? 'internal'
export const failureOf = ({ code, retryAfterS }: Problem): Failure => ({ code: codeOf(code), retryAfterS })

export type Done = { done: true; next?: string }
type PostAccount<Action extends string> = Route<'post', `/api/account/${Action}`, Done, Record<string, string>>

/** Null: done. */
export async function askAccount(
  action: 'sign-out-everywhere' | 'confirm-password' | 'end-sessions',
  body: Record<string, string>,
): Promise<Failure | null> {
  const result = await tryCall<PostAccount<typeof action>>(`POST /api/account/${action}`, { body })
  return result.ok ? null : failureOf(result.problem)
}

const FORM_ACTIONS = ['sign-in', 'code', 'confirm', 'choose-password'] as const
export type FormAction = (typeof FORM_ACTIONS)[number]

/** The URL to which a form is sent, also by a browser without scripts. */
export const formUrl = (action: FormAction) => `/api/account/${action}`
export const actionOf = (url: string | null | undefined) => FORM_ACTIONS.find((each) => formUrl(each) === url)

/** Sends a form that leads into an account. A text: done, and where to continue. */
export async function sendForm(action: FormAction, body: Record<string, string>): Promise<Failure | string> {
  if (!navigator.cookieEnabled) return { code: 'cookies_off', retryAfterS: null }
  const result = await tryCall<PostAccount<FormAction>>(`POST /api/account/${action}`, { body })
  return result.ok ? (result.reply.next ?? '/') : failureOf(result.problem)
}

/** Deletes the signed-in account, which has this id. Null: deleted, and so is what this app stored for it alone. */
export async function deleteAccount(personId: string): Promise<Failure | null> {
  const mark = await currentAccount() // afterwards there is no session
  const request = { query: { confirm: personId }, names: null }
  const result = await tryCall<typeof deleteOwnAccount>('DELETE /api/me', request)
  if (!result.ok) return failureOf(result.problem)
  await eraseAccount(mark)
  return null
}

type AuthAction = 'signin/oidc' | 'signout'
type GetCsrfToken = Route<'get', '/api/auth/csrf', { csrfToken: string }>
type PostAuth = Route<'post', `/api/auth/${AuthAction}`, { url?: string }, Blob>

/** Posts a form to next-auth, with its CSRF token. A text: done, and where to continue. */
async function postAuth(action: AuthAction, fields: Record<string, string>): Promise<Failure | string> {
  const csrf = await tryCall<GetCsrfToken>('GET /api/auth/csrf')
  if (!csrf.ok) return failureOf(csrf.problem)
  const form = new URLSearchParams({ ...fields, csrfToken: csrf.reply.csrfToken, json: 'true' })
  const body = new Blob([String(form)], { type: 'application/x-www-form-urlencoded' })
  const result = await tryCall<PostAuth>(`POST /api/auth/${action}`, { body })
  // The error is in the URL to which the browser would have been redirected.
  const { url } = result.ok ? result.reply : result.problem.detail
  if (typeof url !== 'string') return result.ok ? { code: 'internal', retryAfterS: null } : failureOf(result.problem)
  const query = new URL(url, window.location.origin).searchParams
  if (query.has('csrf')) return { code: 'cookies_off', retryAfterS: null } // the CSRF token's cookie was not sent back
  return result.ok ? url : { code: codeOf(query.get('error')), retryAfterS: result.problem.retryAfterS }
}

/** The URL at the issuer where the person signs in, and comes back to `callbackUrl`. */
export async function startIssuerSignIn(callbackUrl: string): Promise<Failure | string> {
  const url = await postAuth('signin/oidc', { callbackUrl })
  // next-auth cannot reach the issuer: it names a page of its own.
  if (typeof url === 'string' && new URL(url, window.location.origin).origin === window.location.origin)
    return { code: 'unavailable', retryAfterS: null }
  return url
}

/** Null: signed out of this app. A text: that too, and the issuer ends its own session at this URL. */
export async function signOut(): Promise<Failure | string | null> {
  const done = await postAuth('signout', {})
  if (typeof done !== 'string') return done
  clearAccount()
  return new URL(done, window.location.origin).origin === window.location.origin ? null : done
}

/** As `signOut`, of every app and device. If it fails for this app, the remaining cookie is no longer valid. */
export async function signOutEverywhere(): Promise<Failure | string | null> {
  const failed = await askAccount('sign-out-everywhere', {})
  if (failed !== null) return failed
  const done = await signOut()
  clearAccount()
  return typeof done === 'string' ? done : null
}
