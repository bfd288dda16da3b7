import { serverToken, timeLimit } from '@salama/domain/env'
import { DomainError } from '@salama/domain/shared'
import { z } from 'zod'
import { appEnv } from './env.ts'
import { nowS, type Session } from './session-cookie.ts'

// Supabase Auth over HTTP: the few calls that sign-in needs.
//
// Auth's client library is built for one user in one browser: it keeps the session in memory and retries a failed
// refresh for half a minute. Here one process serves all users and a page waits, so each call is one plain request with
// a timeout. Auth's English messages are never passed on, only its error codes.

const TIMEOUT_MS = 8_000

/** Why Auth rejected a request: its code, and the seconds to wait, if given. */
export type Refusal = { refused: string; status: number; retryAfterS?: number }

/** Auth's response: a success with data, or a refusal. A failure to respond is thrown. */
type Answer = { ok: true; data: unknown; device: string | undefined } | { ok: false; refusal: Refusal }

/**
 * `asServer`: with this server's token, or a project's secret key, the only one for its admin API; both may sign
 * anybody in. `browser`: the secret of the browser that a code is for (a hosted project keeps one for the account).
 * `device`: its token of a browser that signed in before, for limits of its own.
 */
type Call = {
  method?: 'POST' | 'PUT'
  body?: object
  accessToken?: string
  asServer?: boolean
  browser?: string
  device?: string | undefined
}

/**
 * One call of Auth.
 * @throws {DomainError} `unavailable` without a response, or with a server error (5xx)
 */
async function ask(
  path: string,
  { method = 'POST', body, accessToken, asServer, browser, device }: Call,
): Promise<Answer> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = appEnv()
  const bearer = asServer ? (SUPABASE_SECRET_KEY ?? serverToken()) : accessToken
  const response = await fetch(new URL(`/auth/v1/${path}`, SUPABASE_URL), {
    method,
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimit(TIMEOUT_MS)),
    headers: {
      apikey: (asServer && SUPABASE_SECRET_KEY) || SUPABASE_PUBLISHABLE_KEY,
      'content-type': 'application/json',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(browser !== undefined && { 'x-salama-browser': browser }),
      ...(device !== undefined && { 'x-salama-device': device }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(unreachable)
  if (response.status >= 500) return unreachable(new Error(`Auth answered ${response.status} to ${path}`))
  const data: unknown = await response.json().catch(() => null)
  if (response.ok) return { ok: true, data, device: response.headers.get('x-salama-device') ?? undefined }
  const retryAfterS = Number(response.headers.get('retry-after'))
  const refusal = { refused: codeOf(data), status: response.status, ...(retryAfterS > 0 && { retryAfterS }) }
  return { ok: false, refusal }
}

function unreachable(cause: unknown): never {
  throw new DomainError('unavailable', { retryAfterS: 5 }, { cause })
}

/** Newer versions of Auth name the error in `code`, older ones in `error_code` or `error`. */
const ErrorBody = z.object({ error_code: z.string().optional(), code: z.unknown(), error: z.string().optional() })

function codeOf(data: unknown): string {
  const body = ErrorBody.safeParse(data).data
  if (typeof body?.code === 'string') return body.code
  return body?.error_code ?? body?.error ?? 'unknown'
}

const Grant = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  user: z.object({ id: z.string(), email: z.string().nullish() }),
})

/** Computed from `expires_in` and not from the token's own `exp`, so that clock skew does not matter. */
function sessionOf(data: unknown): Session {
  const grant = Grant.parse(data)
  return {
    sub: grant.user.id,
    email: grant.user.email || null,
    accessToken: grant.access_token,
    refreshToken: grant.refresh_token,
    expiresAt: nowS() + grant.expires_in,
  }
}

const granted = (answer: Answer): Session | Refusal => (answer.ok ? sessionOf(answer.data) : answer.refusal)

/** A session, and the token of the browser in which it began, where Auth has such tokens. */
export type Entry = { session: Session; device: string | undefined }

const entered = (answer: Answer): Entry | Refusal =>
  answer.ok ? { session: sessionOf(answer.data), device: answer.device } : answer.refusal

/** Signs a user in. */
export const signInWithPassword = async (email: string, password: string, device?: string) =>
  entered(await ask('token?grant_type=password', { body: { email, password }, device }))

/** Exchanges a refresh token, which works only once, for a new session. */
export const exchangeRefreshToken = async (refreshToken: string) =>
  granted(await ask('token?grant_type=refresh_token', { body: { refresh_token: refreshToken } }))

/** Verifies a six-digit code, which proves access to the mailbox. */
export const verifyCode = async (email: string, token: string, browser: string, device?: string) =>
  entered(await ask('verify', { body: { email, token, type: 'email' }, browser, device }))

const Link = z.object({ hashed_token: z.string(), verification_type: z.string() })

/**
 * Signs in to (or creates) the account of an address that an issuer has verified: never of one that was merely typed.
 */
export async function signInAsVerified(email: string): Promise<Session | Refusal> {
  const link = await ask('admin/generate_link', { body: { type: 'magiclink', email }, asServer: true })
  if (!link.ok) return link.refusal
  const { hashed_token, verification_type } = Link.parse(link.data)
  return granted(await ask('verify', { body: { type: verification_type, token_hash: hashed_token }, asServer: true }))
}

const done = (answer: Answer): Refusal | null => (answer.ok ? null : answer.refusal)

/** Sends a six-digit code, to new addresses too. */
export const requestCode = async (email: string, browser: string, device?: string) =>
  done(await ask('otp', { body: { email, create_user: true }, browser, device }))

export const changePassword = async (accessToken: string, password: string) =>
  done(await ask('user', { method: 'PUT', body: { password }, accessToken }))

/** Ends sessions at Auth: only that of this token, or all of the user's. */
export const logOut = async (accessToken: string, scope: 'local' | 'global') =>
  done(await ask(`logout?scope=${scope}`, { accessToken }))
