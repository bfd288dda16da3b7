import { jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { ROLES } from '../database/index.ts'
import type { Identity } from '../database/rpc.ts'

/** Who calls, or undefined where that is lite's to decide. */
export type Identify = (request: Request) => Promise<Identity | undefined>

export type Keys = { publishableKey: string; secretKey: string; insideSecret: string }

/** The most recently used tokens; each is cached until it expires. */
const MAX_TOKENS = 10_000
/** lite refuses the secret key from browsers. */
const BROWSER = /^\s*Mozilla\s*\/\s*5\s*\.\s*0/i

/**
 * Who calls, by the rules of lite: an api key in `apikey`, and in `authorization` the token of a user or of one of our
 * servers, or the key again. The signature of a token is verified once. Undefined for every request that lite would refuse, or
 * answer otherwise than as one of the roles of the API.
 */
export function openIdentities({ publishableKey, secretKey, insideSecret }: Keys): Identify {
  const secret = new TextEncoder().encode(insideSecret)
  const verified = new LRUCache<string, { caller: Identity; expS: number }>({ max: MAX_TOKENS })
  const ofKey = new Map([
    [publishableKey, identity({ role: 'anon' })],
    [secretKey, identity({ role: 'service_role' })],
  ])

  async function ofToken(token: string): Promise<Identity | undefined> {
    const nowS = Math.floor(Date.now() / 1000)
    const known = verified.get(token)
    if (known && known.expS > nowS) return known.caller
    verified.delete(token)
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] })
    const caller = identity(payload)
    if (!caller || (payload.iat ?? 0) > nowS) return undefined
    verified.set(token, { caller, expS: payload.exp ?? Number.POSITIVE_INFINITY })
    return caller
  }

  return async ({ headers }) => {
    const key = headers.get('apikey') ?? ''
    if (key === secretKey && BROWSER.test(headers.get('user-agent') ?? '')) return undefined
    const authorization = headers.get('authorization')
    const byKey = ofKey.get(key)
    if (!byKey || authorization === null) return byKey
    const [, token] = /^Bearer (\S+)$/.exec(authorization) ?? []
    if (token === undefined) return undefined
    if (token === key || token.startsWith('sb_')) return byKey
    return ofToken(token).catch(() => undefined)
  }
}

function identity(claims: Record<string, unknown>): Identity | undefined {
  const role = ROLES.find((each) => each === claims.role)
  return role === undefined ? undefined : { role, claims: JSON.stringify(claims) }
}
