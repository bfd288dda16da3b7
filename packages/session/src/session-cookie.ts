import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { cookieName, cookieOptions, type ReadCookie } from './cookies.ts'
import { appEnv } from './env.ts'

// The session is one encrypted, HttpOnly cookie: the user, their access token and the next refresh token; the server
// stores none. The session library writes it at sign-in, the proxy when it refreshes the token, so both split a long
// one into the same chunks: browsers reject more than 4 kB, and tokens of other issuers can be that long.

/** The session library's chunk size: 4096 less the name and attributes. */
const PIECE = 4096 - 163

/** More chunks than any token needs; a limit for parsing untrusted cookies. */
const MAX_PIECES = 4

export const Session = z.object({
  sub: z.string().min(1),
  email: z.string().nullable(),
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  expiresAt: z.int().describe('When the access token expires, seconds since 1970, by our own clock.'),
})
export type Session = z.infer<typeof Session>

/**
 * How long a browser stays signed in without use: a month, for a rider opens the app rarely, after an incident. Refresh
 * tokens work once, so a stolen cookie shows. The console does more harm and is used daily: a week.
 */
export const sessionMaxAgeS = () => (appEnv().APP_NAME === 'admin' ? 7 : 30) * 24 * 3600

export const nowS = () => Math.floor(Date.now() / 1000)

const namesOf = (name: string) => [name, ...Array.from({ length: MAX_PIECES }, (_, index) => `${name}.${index}`)]

/** The session in these cookies, or null if there is none, it has expired, or it is not ours. */
export async function readSession(read: ReadCookie): Promise<Session | null> {
  const [whole, ...pieces] = namesOf(cookieName('session-token')).map(read)
  const token = whole ?? pieces.join('')
  if (token === '') return null
  try {
    const claims = await decode({ token, secret: appEnv().SESSION_SECRET })
    return Session.safeParse(claims).data ?? null
  } catch {
    return null // tampered with, from another secret, or expired
  }
}

/** The session of Auth that an access token names. The token is from our own encrypted cookie, or from Auth. */
export function sessionIdOf(token: string): string | undefined {
  const [, payload = ''] = token.split('.')
  return SessionClaim.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')).data?.session_id
}
const SessionClaim = z.object({ session_id: z.uuid() })

export type CookieToSet = {
  name: string
  value: string
  options: ReturnType<typeof cookieOptions> & { maxAge: number }
}

/** The cookies that store this session (null: delete it), including the removal of stale chunks. */
export async function sessionCookies(session: Session | null, read: ReadCookie): Promise<CookieToSet[]> {
  const name = cookieName('session-token')
  const maxAge = sessionMaxAgeS()
  const token = session ? await encode({ token: session, secret: appEnv().SESSION_SECRET, maxAge }) : ''
  const pieces = token.match(new RegExp(`.{1,${PIECE}}`, 'g')) ?? []
  const values = new Map(pieces.map((piece, index) => [pieces.length === 1 ? name : `${name}.${index}`, piece]))
  return namesOf(name)
    .filter((each) => values.has(each) || read(each) !== undefined)
    .map((each) => {
      const value = values.get(each)
      return {
        name: each,
        value: value ?? '',
        options: { ...cookieOptions(), maxAge: value === undefined ? 0 : maxAge },
      }
    })
}
