import { randomBytes } from 'node:crypto'
import { CompactSign, compactVerify, createLocalJWKSet } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type SigningKey, signToken } from '../../../processes/src/server-token.mjs'
import { bodyOf } from './request.ts'

/**
 * Access tokens outside and inside. lite signs and verifies with one shared secret, and whoever could verify with it could
 * sign as well. So that secret is made at each start, and never leaves this process: outside, tokens are signed with the
 * first of our keys (ES256), and everybody verifies with the published halves. A token that comes in is verified, and handed
 * on as the same claims under the secret inside; whether it has ended is judged there, as before. A token that we did not
 * sign outside is none, whatever signed it.
 */
export function openTokens(signingKeys: SigningKey[], issuer: string) {
  const insideSecret = randomBytes(32).toString('base64url')
  const secret = new TextEncoder().encode(insideSecret)
  const published = { keys: signingKeys.map(({ d, ...key }) => ({ ...key, alg: 'ES256', use: 'sig' })) }
  const keys = createLocalJWKSet(published)
  const inside = new LRUCache<string, string>({ max: MAX_TOKENS })

  async function toInside(token: string): Promise<string> {
    const known = inside.get(token)
    if (known !== undefined) return known
    const verified = await compactVerify(token, keys, { algorithms: ['ES256'] }).catch(() => undefined)
    if (!verified) return NO_TOKEN
    const made = await new CompactSign(verified.payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret)
    inside.set(token, made)
    return made
  }

  return {
    insideSecret,
    published,
    /** Replaces the token in the headers of a request. API keys stay as they are. */
    enter: async ({ headers }: Request): Promise<void> => {
      const token = BEARER.exec(headers.get('authorization') ?? '')?.[1]
      if (token !== undefined && !token.startsWith('sb_'))
        headers.set('authorization', `Bearer ${await toInside(token)}`)
    },
    /** Replaces the token in a response of Auth, which gives them out in JSON alone: no endpoint redirects. */
    leave: async (response: Response): Promise<Response> => {
      const granted = response.ok ? Granted.safeParse(await bodyOf(response)).data : undefined
      if (!granted) return response
      const claims = Buffer.from(granted.access_token.split('.')[1] ?? '', 'base64url').toString()
      const access_token = signToken({ iss: issuer, ...JSON.parse(claims) }, signingKeys)
      const headers = new Headers(response.headers)
      headers.delete('content-length')
      return Response.json({ ...granted, access_token }, { status: response.status, headers })
    },
  }
}

/** The most recently used ones. */
const MAX_TOKENS = 10_000
/** Refused by everything inside, as a token that was changed is. */
const NO_TOKEN = 'not.a.token'
/** Spelled in every way that lite might take for a token. */
const BEARER = /^\s*bearer\s+(\S+)\s*$/i

const Granted = z.looseObject({ access_token: z.string() })
