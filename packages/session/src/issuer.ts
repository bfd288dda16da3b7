import { findExternalAccount, linkExternalIdentity } from '@salama/domain/accounts'
import { log } from '@salama/http'
import { GlobalAgent } from '@salama/http/outbound'
import { decodeJwt } from 'jose'
import { decode, encode } from 'next-auth/jwt'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { z } from 'zod'
import { signInAsVerified } from './auth-server.ts'
import { cookieName, type ReadCookie, setCookieHeader } from './cookies.ts'
import { appEnv, issuerRules } from './env.ts'
import { reasonOf } from './reason.ts'
import { nowS, type Session } from './session-cookie.ts'

// Signing in with an OpenID Connect issuer: next-auth verifies the identity, and this finds the account.
//
// An issuer's word opens no account that somebody made in another way: the first time, its owner signs in as before, with
// the issuer's identity waiting in a cookie, and only then are the two linked. Otherwise an issuer that verifies e-mail
// addresses badly, or gives an old address to somebody new, would hand over accounts.

export const ISSUER_FAILURES = ['issuer_failed', 'issuer_cancelled', 'issuer_email_unverified', 'issuer_link'] as const
/** Why somebody was not signed in; the sign-in page has the messages. */
export type IssuerFailure = (typeof ISSUER_FAILURES)[number]

/** The claims of an issuer about a person. Some send `email_verified` as a text. */
const Claims = z.object({
  iss: z.string().min(1).max(255),
  sub: z.string().min(1).max(255),
  email: z.union([z.email().max(254), z.literal('')]).default(''),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
})
type Claims = z.infer<typeof Claims>

type Tokens = { id_token?: string | undefined; access_token?: string | undefined }
type Client = { issuer: { metadata: object }; userinfo: (accessToken: string) => Promise<object> }

/** Claims of the token, which next-auth has verified; what it lacks comes from the issuer's own endpoint. */
async function claimsOf({ id_token = '', access_token = '' }: Tokens, client: Client): Promise<Claims> {
  const claims = decodeJwt(id_token)
  if ('email_verified' in claims || !('userinfo_endpoint' in client.issuer.metadata)) return Claims.parse(claims)
  const info = Claims.omit({ iss: true }).parse(await client.userinfo(access_token))
  if (info.sub !== claims.sub) throw new Error('The issuer describes another person than its token')
  return Claims.parse({ ...info, ...claims })
}

/** The provider of the issuer in the settings, if there is one. */
export function issuerProviders(): OAuthConfig<Claims>[] {
  const rules = issuerRules()
  if (rules === null) return []
  return [
    {
      id: 'oidc',
      name: rules.name,
      type: 'oauth',
      wellKnown: `${rules.url}/.well-known/openid-configuration`,
      clientId: rules.clientId,
      // Without a secret the code is bound to this browser by PKCE alone.
      ...(rules.clientSecret === undefined
        ? { client: { token_endpoint_auth_method: 'none' } }
        : { clientSecret: rules.clientSecret }),
      authorization: { params: { scope: 'openid email' } },
      idToken: true,
      checks: ['pkce', 'state', 'nonce'],
      httpOptions: { timeout: 8_000, ...(!rules.allowPrivate && { agent: new GlobalAgent() }) },
      userinfo: { request: ({ tokens, client }) => claimsOf(tokens, client) },
      profile: ({ sub }) => ({ id: sub }),
    },
  ]
}

/** A person whom the issuer verified, who has not yet shown that the account with their e-mail address is theirs. */
const Waiting = z.object({ issuer: z.string(), subject: z.string(), email: z.string() })
type Waiting = z.infer<typeof Waiting>

const WAITING_S = 15 * 60

export type IssuerOutcome = { session: Session } | { failure: IssuerFailure; waiting?: Waiting }

/** Signs a verified person in to their account, which is created where there is none. */
export async function signInWithIssuer(requestId: string, profile: unknown): Promise<IssuerOutcome> {
  const { iss: issuer, sub: subject, email, email_verified } = Claims.parse(profile)
  if (email === '' || !email_verified) return { failure: 'issuer_email_unverified' }
  const found = await findExternalAccount(requestId, { issuer, subject }, email)
  if (found.outcome === 'exists') return { failure: 'issuer_link', waiting: { issuer, subject, email: found.email } }
  const session = await signInAsVerified(found.email)
  if ('refused' in session) throw new Error(`Auth: ${session.status} ${session.refused}`)
  if (found.outcome === 'new') await linkExternalIdentity(requestId, { issuer, subject }, session.sub)
  return { session }
}

/** The cookie that keeps the person who waits until they have signed in; null deletes it. */
export async function waitingCookie(waiting: Waiting | null): Promise<string> {
  if (waiting === null) return setCookieHeader('link', '', 0)
  const token = await encode({ token: waiting, secret: appEnv().SESSION_SECRET, maxAge: WAITING_S, salt: 'link' })
  return setCookieHeader('link', token, WAITING_S)
}

/** Who waits in this browser to be linked to the account that they sign in to. */
export async function readWaiting(read: ReadCookie): Promise<Waiting | null> {
  const token = read(cookieName('link'))
  if (!token) return null
  const claims = await decode({ token, secret: appEnv().SESSION_SECRET, salt: 'link' }).catch(() => null)
  return Waiting.safeParse(claims).data ?? null
}

/** Links the person who waits, if they have signed in to the account with their e-mail address. Never throws. */
export async function linkWaiting(requestId: string, read: ReadCookie, session: Session): Promise<void> {
  const waiting = await readWaiting(read)
  if (waiting === null || session.email?.toLowerCase() !== waiting.email || session.expiresAt <= nowS()) return
  await linkExternalIdentity(requestId, waiting, session.sub).catch((cause) =>
    log.warn({ reason: reasonOf(cause) }, 'identity not linked'),
  )
}
