import { randomBytes } from 'node:crypto'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { cookieName, type ReadCookie, setCookieHeader } from './cookies.ts'
import { appEnv } from './env.ts'

/**
 * What this browser asked a code for, and for a while that it was right: an encrypted cookie, without which no code is
 * accepted. So who makes a stranger read out a code, or guesses, has to ask for one first.
 */
const CodeCookie = z.object({
  email: z.string(),
  /** A secret of this browser; Auth keeps the code for it. */
  browser: z.string().min(32),
  /** The account that the code opened: its password may be chosen without another proof. */
  provenBy: z.string().optional(),
})
export type CodeCookie = z.infer<typeof CodeCookie>

/** As long as a code is valid. */
const CODE_S = 600

export const newBrowser = () => randomBytes(24).toString('base64url')

/** The `Set-Cookie` header; null deletes it. */
export async function codeCookie(value: CodeCookie | null): Promise<string> {
  if (value === null) return setCookieHeader('code', '', 0)
  const token = await encode({ token: value, secret: appEnv().SESSION_SECRET, maxAge: CODE_S, salt: 'code' })
  return setCookieHeader('code', token, CODE_S)
}

export async function readCodeCookie(read: ReadCookie): Promise<CodeCookie | null> {
  const token = read(cookieName('code'))
  if (!token) return null
  const claims = await decode({ token, secret: appEnv().SESSION_SECRET, salt: 'code' }).catch(() => null)
  return CodeCookie.safeParse(claims).data ?? null
}
