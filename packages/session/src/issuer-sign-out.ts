import { log } from '@salama/http'
import { sendOutbound } from '@salama/http/outbound'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { cookieName, type ReadCookie, setCookieHeader } from './cookies.ts'
import { appEnv, type IssuerRules, issuerRules } from './env.ts'
import { reasonOf } from './reason.ts'
import { readSession, sessionMaxAgeS } from './session-cookie.ts'

// Signing out at the issuer too (OpenID Connect RP-Initiated Logout 1.0), otherwise the next person at a shared computer
// is signed in with one press. The issuer requires the token that it issued at sign-in; it is in a cookie of its own,
// because only sign-out needs it and every request reads the session.

/** Browsers reject a cookie of more than 4 kB, its name and attributes included. */
const MAX_LENGTH = 3_800

const Stored = z.object({ idToken: z.string(), sub: z.string() })

/** The cookie with the issuer's token of the person who is signed in; none if it is too long. */
export async function idTokenCookie(stored: z.infer<typeof Stored>): Promise<string | null> {
  const maxAge = sessionMaxAgeS()
  const token = await encode({ token: stored, secret: appEnv().SESSION_SECRET, maxAge, salt: 'id-token' })
  return token.length > MAX_LENGTH ? null : setCookieHeader('id-token', token, maxAge)
}

/** Deletes it. */
export const noIdTokenCookie = () => setCookieHeader('id-token', '', 0)

/** The token, if it belongs to the session; a later sign-in by password has none. */
async function readIdToken(read: ReadCookie): Promise<string | null> {
  const token = read(cookieName('id-token'))
  const session = token && (await readSession(read))
  if (!token || !session) return null
  const claims = await decode({ token, secret: appEnv().SESSION_SECRET, salt: 'id-token' }).catch(() => null)
  const stored = Stored.safeParse(claims).data
  return stored?.sub === session.sub ? stored.idToken : null
}

const TIMEOUT_MS = 3_000
const FRESH_MS = 3600 * 1000

/** An issuer without the endpoint has no such sign-out. The token travels in its URL, so one on https stays there. */
const configurationOf = (issuer: string) =>
  z.object({
    end_session_endpoint: z.url({ protocol: issuer.startsWith('https:') ? /^https$/ : /^https?$/ }).optional(),
  })

type Send = (...args: Parameters<typeof sendOutbound>) => Promise<{ statusCode: number; body: { json(): unknown } }>

let known: { of: string; endpoint: string | undefined; atMs: number } | undefined

async function endpointOf({ url: issuer, allowPrivate }: IssuerRules, send: Send): Promise<string | undefined> {
  if (known?.of === issuer && Date.now() - known.atMs < FRESH_MS) return known.endpoint
  const configuration = `${issuer}/.well-known/openid-configuration`
  const { statusCode, body } = await send(configuration, { method: 'GET', timeoutMs: TIMEOUT_MS, allowPrivate })
  const content = await body.json()
  if (statusCode !== 200) throw new Error(`The issuer responds with ${statusCode}`)
  const { end_session_endpoint: endpoint } = configurationOf(issuer).parse(content)
  known = { of: issuer, endpoint, atMs: Date.now() }
  return endpoint
}

/** Where the issuer sends people back to; it has to be registered there. */
const backUrl = () => new URL('/', appEnv().APP_URL).href

/**
 * The URL that ends the session at the issuer and leads back; null: nothing to end. Never throws: it ends here anyway.
 */
export async function issuerSignOutUrl(read: ReadCookie, send: Send = sendOutbound): Promise<string | null> {
  const rules = issuerRules()
  const idToken = rules && (await readIdToken(read))
  if (!rules || !idToken) return null
  try {
    const endpoint = await endpointOf(rules, send)
    if (endpoint === undefined) return null
    const url = new URL(endpoint)
    url.searchParams.set('id_token_hint', idToken)
    url.searchParams.set('client_id', rules.clientId)
    url.searchParams.set('post_logout_redirect_uri', backUrl())
    return url.href
  } catch (cause) {
    log.warn({ reason: reasonOf(cause) }, 'session at the issuer not ended')
    return null
  }
}
