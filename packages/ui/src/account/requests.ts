import { currentAccount, eraseAccount, forgetAccount } from '@salama/outbox/account.ts'

// What the account forms ask of their own app. Failures come back as codes; the words for them are chosen by the form.
//
// Signing in speaks to next-auth's addresses directly and not through its client, which on a broken line leaves the page
// (and everything typed on it) for an error page.

/** Long enough for a slow line, short enough that a person still waits. */
const TIMEOUT_MS = 20_000

const PROBLEMS = [
  'wrong_credentials',
  'email_not_confirmed',
  'cookies_off',
  'wrong_code',
  'weak_password',
  'invalid_request',
  'rate_limited',
  'unavailable',
  'internal',
  'network',
  'last_admin',
  'unauthenticated',
] as const
type AccountProblem = (typeof PROBLEMS)[number]

/** Why it was not done, and after how many seconds to try again where that was said. */
export type Failure = { code: AccountProblem; retryAfterS: number | null }

const failure = (code: AccountProblem): Failure => ({ code, retryAfterS: null })

const failureOf = (response: Response, code: unknown): Failure => ({
  code: PROBLEMS.find((known) => known === code) ?? 'internal',
  retryAfterS: Number(response.headers.get('retry-after')) || null,
})

/** The answer of our own app, or null when there was none. */
async function send(path: string, init: RequestInit): Promise<Response | null> {
  try {
    return await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch {
    return null
  }
}

const jsonOf = async (response: Response): Promise<Record<string, unknown>> =>
  Object(await response.json().catch(() => null))

/** One step of the account flows. Null: done. */
export async function askAccount(
  action: 'sign-up' | 'confirm' | 'resend' | 'recover' | 'reset' | 'sign-out-everywhere',
  body: Record<string, string>,
): Promise<Failure | null> {
  const headers = { 'content-type': 'application/json' }
  const response = await send(`/api/account/${action}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response) return failure('network')
  return response.ok ? null : failureOf(response, (await jsonOf(response)).code)
}

/** Deletes the account with this id, which is the one that is signed in. Null: it is gone, and what this app kept for it alone. */
export async function deleteAccount(personId: string): Promise<Failure | null> {
  const mark = await currentAccount() // nobody is signed in afterwards
  const response = await send(`/api/me?confirm=${personId}`, { method: 'DELETE' })
  if (!response) return failure('network')
  if (!response.ok) return failureOf(response, (await jsonOf(response)).code)
  await eraseAccount(mark)
  return null
}

/** Posts to next-auth with its own token against foreign pages. */
async function postAuth(action: string, fields: Record<string, string>): Promise<Response | null> {
  const asked = await send('/api/auth/csrf', {})
  if (!asked?.ok) return asked
  const { csrfToken } = await jsonOf(asked)
  const body = new URLSearchParams({ ...fields, csrfToken: String(csrfToken), json: 'true' })
  return send(`/api/auth/${action}`, { method: 'POST', body })
}

/** Why next-auth did not do it, from the address that it would have sent the browser to. Null: it did. */
async function authFailureOf(response: Response | null): Promise<Failure | null> {
  if (!response) return failure('network')
  const { url } = await jsonOf(response)
  if (typeof url !== 'string') return failureOf(response, response.status >= 500 ? 'unavailable' : 'internal')
  const query = new URL(url, window.location.origin).searchParams
  if (query.has('csrf')) return failure('cookies_off') // its token goes with a cookie, and that did not come back
  return response.ok ? null : failureOf(response, query.get('error'))
}

/** Null: signed in, and the cookie is set. */
export const signIn = async (email: string, password: string) =>
  authFailureOf(await postAuth('callback/credentials', { email, password }))

/** Null: signed out of this app. */
export async function signOut(): Promise<Failure | null> {
  const failed = await authFailureOf(await postAuth('signout', {}))
  if (failed === null) forgetAccount()
  return failed
}

/**
 * Null: all sessions of the account are ended, also those of the other apps and of other devices. The cookie that may
 * stay behind here, when signing out of this app then fails, opens nothing any more.
 */
export async function signOutEverywhere(): Promise<Failure | null> {
  const failed = await askAccount('sign-out-everywhere', {})
  if (failed !== null) return failed
  await signOut()
  forgetAccount()
  return null
}
