import { isApiKeyCached, verifyApiKey } from '@salama/domain/api-keys'
import { isAlertFeedPublic } from '@salama/domain/env'
import { type Caller, DomainError, type Operation } from '@salama/domain/shared'
import { isThrottled, type RequestHead } from '@salama/http'
import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import { LRUCache } from 'lru-cache'
import { type TokenRules, tokenRules } from './env.ts'

// Verifies the API's access tokens: issuer, audience, signature and expiry.
//
// A token is verified with exactly one kind of key: with published keys (JWKS) only ES256 and RS256 are accepted, with
// a shared secret only HS256. A token never selects the algorithm, so `alg: none` or a public key used as a secret does
// not work. Authorization happens elsewhere: the database gets the token at every call and checks its own tables,
// including whether its session is valid.
//
// Verification costs more than most reads, and a client sends the same token hundreds of times, so a verified one is
// cached: until it expires, and for a minute at most, so that a revoked key is noticed soon.

const CLOCK_TOLERANCE_S = 30
const REMEMBER_MS = 60_000
const REMEMBERED = 10_000

export type VerifiedToken = { subject: string }

/** The verifier of some rules. Throws `token_expired`, `invalid_token`; `unavailable` without the issuer's keys. */
export function createVerifier(rules: TokenRules) {
  const { key: source, algorithms } = keySource(rules)
  const options: JWTVerifyOptions = {
    algorithms,
    audience: rules.audience,
    ...(rules.issuer !== undefined && { issuer: rules.issuer }),
    requiredClaims: ['exp', 'sub'],
    clockTolerance: CLOCK_TOLERANCE_S,
  }
  const verified = new LRUCache<string, VerifiedToken & { untilMs: number }>({ max: REMEMBERED })

  return async function verify(token: string): Promise<VerifiedToken> {
    const known = verified.get(token)
    if (known && Date.now() < known.untilMs) return known
    verified.delete(token)
    const { payload } = await jwtVerify(token, source, options).catch(refuse)
    const { subject, expiresAtS } = claimsOf(payload)
    verified.set(token, { subject, untilMs: Math.min(expiresAtS * 1000, Date.now() + REMEMBER_MS) })
    return { subject }
  }
}

function keySource(rules: TokenRules): { key: JWTVerifyGetKey; algorithms: string[] } {
  if ('secret' in rules) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const imported = crypto.subtle.importKey('raw', Buffer.from(rules.secret), hmac, false, ['verify'])
    return { key: () => imported, algorithms: ['HS256'] }
  }
  const published = createRemoteJWKSet(new URL(rules.jwksUrl))
  const key: JWTVerifyGetKey = (header, token) =>
    published(header, token).catch((cause: unknown) => {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) throw cause
      throw new DomainError('unavailable', { retryAfterS: 5 }, { cause })
    })
  return { key, algorithms: ['ES256', 'RS256'] }
}

function refuse(cause: unknown): never {
  if (cause instanceof errors.JWTExpired) throw new DomainError('token_expired', {}, { cause })
  if (cause instanceof errors.JOSEError) throw new DomainError('invalid_token', {}, { cause })
  throw cause
}

/** `role` is the database role: a service key is a valid token too, and must not be accepted here. */
function claimsOf({ sub, exp, role }: JWTPayload) {
  if (typeof sub !== 'string' || sub === '' || typeof exp !== 'number' || role !== 'authenticated')
    throw new DomainError('invalid_token')
  return { subject: sub, expiresAtS: exp }
}

let verifier: ReturnType<typeof createVerifier> | undefined

/**
 * The holder of an access token, verified by the settings of this process.
 * @throws {DomainError} `token_expired`, `invalid_token`, `unavailable`
 */
function verifyBearer(token: string): Promise<VerifiedToken> {
  verifier ??= createVerifier(tokenRules())
  return verifier(token)
}

const BOTH_WAYS =
  'Send an API key in the header X-API-KEY, or the access token of a person as Authorization: Bearer <token>.'
const KEY_AS_TOKEN = 'This is an API key, not an access token: send it in the header X-API-KEY, without Bearer.'
const acceptsKey = ({ access }: Operation) => typeof access === 'object' && 'scope' in access

/** RFC 6750, section 2.1. */
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i

/** The system behind an API key. An operation that accepts none rejects it without parsing the key. */
async function apiKeyCaller(
  sent: string,
  request: RequestHead,
  { access }: Operation,
  requestId: string,
): Promise<Caller> {
  if (typeof access !== 'object' || !('scope' in access)) throw new DomainError('api_key_not_accepted')
  // An uncached key costs a database query; too many failed attempts are throttled before it.
  if (!isApiKeyCached(sent) && (await isThrottled(request))) throw new DomainError('invalid_api_key')
  const { keyId, ownerId, scopes } = await verifyApiKey(sent, requestId)
  return { kind: 'apiKey', keyId, ownerId, scopes, requestId }
}

/** The caller of the public API: the holder of the access token or API key in the headers. Cookies are ignored. */
export async function bearerCaller(request: RequestHead, op: Operation, requestId: string): Promise<Caller> {
  if (op.access === 'public') return { kind: 'visitor', requestId }
  const authorization = request.headers.get('authorization')
  const apiKey = request.headers.get('x-api-key')
  if (apiKey !== null && authorization !== null) throw new DomainError('ambiguous_credentials')
  if (apiKey !== null) return apiKeyCaller(apiKey, request, op, requestId)
  if (authorization === null && op.mayBePublic && isAlertFeedPublic()) return { kind: 'visitor', requestId }
  if (authorization === null) throw new DomainError('unauthenticated', acceptsKey(op) ? { detail: BOTH_WAYS } : {})
  const token = BEARER.exec(authorization.trim())?.[1]
  if (/svc_live_/.test(authorization)) throw new DomainError('invalid_token', { detail: KEY_AS_TOKEN })
  if (token === undefined) throw new DomainError('invalid_token')
  const { subject } = await verifyBearer(token)
  return { kind: 'user', token, subject, requestId }
}
