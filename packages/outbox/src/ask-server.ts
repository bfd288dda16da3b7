import { ACCOUNT_HEADER, NO_ACCOUNT } from './account.ts'

// One request to the app's own server, in the name of the account that is meant. Never throws: what comes back is an
// answer or a reason.

/** Why there is no answer. `network`: none came, so it may or may not have arrived; sending it again is safe. */
export type Refusal = {
  code: string
  retryAfterS: number | null
  /** What the problem says beside its code. */
  body: Record<string, unknown>
}
export type Answer = { ok: true; reply: unknown; dateMs: number | null } | ({ ok: false } & Refusal)

const TIMEOUT_MS = 30_000

type Request = {
  account: string | null
  /** Sent as JSON, or a Blob as it is. Left out: it is a GET. */
  body?: unknown
  /** How `body` is sent. */
  method?: 'POST' | 'PUT'
  timeoutMs?: number
}

export async function askServer(
  url: string,
  { account, body, method = 'POST', timeoutMs = TIMEOUT_MS }: Request,
): Promise<Answer> {
  const isFile = body instanceof Blob
  try {
    const response = await fetch(url, {
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        [ACCOUNT_HEADER]: account ?? NO_ACCOUNT,
        ...(body !== undefined && { 'content-type': isFile ? body.type : 'application/json' }),
      },
      ...(body !== undefined && { method, body: isFile ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) return { ok: false, ...(await refusalOf(response)) }
    const sentAt = Date.parse(response.headers.get('date') ?? '')
    return { ok: true, reply: await response.json(), dateMs: Number.isNaN(sentAt) ? null : sentAt }
  } catch {
    return { ok: false, code: 'network', retryAfterS: null, body: {} }
  }
}

/** Something between us and the server may answer in its place. */
async function refusalOf(response: Response): Promise<Refusal> {
  const body: unknown = await response.json().catch(() => null)
  const isProblem = typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
  return {
    code: isProblem ? String(body.code) : response.status >= 500 ? 'unavailable' : 'internal',
    retryAfterS: Number(response.headers.get('retry-after')) || null,
    body: isProblem ? { ...body } : {},
  }
}

/** Failures that signing in mends. */
const SIGN_IN = new Set(['unauthenticated', 'token_expired', 'invalid_token'])
/** Failures that pass by themselves. */
const PASSING = new Set(['network', 'unavailable', 'internal', 'rate_limited'])

export const isForSignIn = (code: string) => SIGN_IN.has(code)
export const isPassing = (code: string) => PASSING.has(code)
