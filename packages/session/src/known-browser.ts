import { createHash, randomBytes } from 'node:crypto'
import type { Handler } from '@salama/http'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { cookieName, type ReadCookie, setCookieHeader } from './cookies.ts'
import { appEnv } from './env.ts'

/**
 * Who signed in with this browser before: an encrypted cookie, which signs nobody in. Who types wrong passwords and
 * codes for an account, or from a shared address, uses up the attempts of strangers, not this browser's.
 */
const KnownCookie = z.object({
  /** Names this browser in the counters. */
  browser: z.string().min(16),
  /** The last few accounts, by a hash of their address; `device`: the token that Auth counts by, where it has one. */
  people: z.array(z.object({ who: z.string(), device: z.string().optional() })),
})
export type KnownBrowser = { browser: string; device: string | undefined }

const YEAR_S = 365 * 24 * 3600
const MAX_PEOPLE = 4

const whoIs = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)

async function readCookie(read: ReadCookie) {
  const token = read(cookieName('known'))
  if (!token) return null
  const claims = await decode({ token, secret: appEnv().SESSION_SECRET, salt: 'known' }).catch(() => null)
  return KnownCookie.safeParse(claims).data ?? null
}

/** Whether somebody signed in to the account of this address here before. */
export async function knownBrowser(read: ReadCookie, email: string): Promise<KnownBrowser | undefined> {
  const known = await readCookie(read)
  const person = known?.people.find(({ who }) => who === whoIs(email))
  return known && person ? { browser: known.browser, device: person.device } : undefined
}

/** This browser's name in the counters, if anybody signed in here before. */
export const browserName = async (read: ReadCookie) => (await readCookie(read))?.browser

/** The `Set-Cookie` header after signing in. */
export async function rememberPerson(read: ReadCookie, email: string, device?: string): Promise<string> {
  const known = await readCookie(read)
  const who = whoIs(email)
  const others = known?.people.filter((each) => each.who !== who) ?? []
  const token = {
    browser: known?.browser ?? randomBytes(18).toString('base64url'),
    people: [{ who, ...(device !== undefined && { device }) }, ...others].slice(0, MAX_PEOPLE),
  }
  const value = await encode({ token, secret: appEnv().SESSION_SECRET, maxAge: YEAR_S, salt: 'known' })
  return setCookieHeader('known', value, YEAR_S)
}

const wanted = new WeakSet<Request>()

/** Wraps a handler of `route` for whose caller this browser's name is the device, instead of the device cookie. */
export function withKnownBrowser(handler: Handler): Handler {
  const wrapped: Handler = (request, context) => {
    wanted.add(request)
    return handler(request, context)
  }
  return Object.assign(wrapped, handler)
}

export const wantsKnownBrowser = (request: Request) => wanted.has(request)
