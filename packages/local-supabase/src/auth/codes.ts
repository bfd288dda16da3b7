import { createHash, randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { CITY } from '@salama/domain/shared'
import type { EmailDriver } from '@supabase/lite'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { TEMPLATES } from '../paths.ts'
import { type Ask, bodyOf, callOf, refusal } from './request.ts'

/**
 * Sign-in by a six-digit code, in Supabase Auth's words: `POST otp` mails one, `POST verify` exchanges it for a session.
 * lite has one code per account, and creates the account when somebody asks for a code. Here
 *
 * - the account is created with the proof, so that nobody has one under an address that is not theirs. Until then
 *   nothing is stored about an address, and the response and its work are the same for every one;
 * - a code belongs to the browser that asked for it, which the apps name in a header, and every browser has its own: a
 *   stranger who asks for a code neither gets theirs accepted elsewhere nor invalidates that of the owner;
 * - a code works once and for ten minutes. Codes live in this process and end with it, like the limits.
 */
export function mailCodes(ask: Ask, { email: mails, startSession }: Parts): Ask {
  const codes = new LRUCache<string, true>({ max: 50_000, ttl: CODE_MS, ttlResolution: 0, perf })

  async function send(request: Request, peerAddress: string | null): Promise<Response> {
    const email = Asked.safeParse(await bodyOf(request)).data?.email.toLowerCase()
    if (email === undefined) return refusal(400, 'validation_failed', 'Unable to read the request: it takes an email')
    const mayAsk = await ask(settingsOf(request), peerAddress)
    if (!mayAsk.ok) return mayAsk
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    codes.set(keyOf(email, browserOf(request), code), true)
    await mails.send({ to: email, subject: `Salama: ${code}`, html: TEMPLATE.replaceAll('{{ .Token }}', code) })
    return Response.json({})
  }

  async function verify(request: Request, peerAddress: string | null): Promise<Response> {
    const typed = Typed.safeParse(await bodyOf(request)).data
    const mayAsk = await ask(settingsOf(request), peerAddress)
    if (!mayAsk.ok) return mayAsk
    const key = typed && keyOf(typed.email.toLowerCase(), browserOf(request), typed.token)
    if (!typed || key === undefined || !codes.has(key)) return wrongCode()
    codes.delete(key)
    return startSession(request, typed.email.toLowerCase())
  }

  return async (request, peerAddress) => {
    const call = callOf(request)
    if (call === 'POST /auth/v1/otp') return send(request, peerAddress)
    return call === 'POST /auth/v1/verify' ? verify(request, peerAddress) : ask(request, peerAddress)
  }
}

type Parts = {
  email: EmailDriver
  /** Signs in to the account of a proven e-mail address, which is created where there is none. */
  startSession: (request: Request, email: string) => Promise<Response>
}

const CODE_MS = 600_000
/** The wall clock, which goes on while the machine sleeps. */
const perf = { now: () => Date.now() }
/** In every language of the city that has one, because nothing is known of who asks; else in English. */
const own = CITY.languages.map((language) => `${TEMPLATES}/code.${language}.html`).filter((path) => existsSync(path))
const TEMPLATE = (own.length > 0 ? own : [`${TEMPLATES}/code.en.html`])
  .map((path) => readFileSync(path, 'utf8'))
  .join('')

/** Normalized as lite does. */
const Asked = z.object({
  email: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)
    .max(254),
})
const Typed = z.object({ email: z.string(), token: z.string().regex(/^[0-9]{6}$/), type: z.literal('email') })

/** The secret of a browser, of which only its app knows; empty for other clients. */
export const browserOf = (request: Request) => request.headers.get('x-salama-browser') ?? ''

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('base64url')

/** A request that Auth answers to everybody with one of its keys. */
const settingsOf = (request: Request) =>
  new Request(new URL('/auth/v1/settings', request.url), { headers: { apikey: request.headers.get('apikey') ?? '' } })

export const wrongCode = () => refusal(403, 'otp_expired', 'Token has expired or is invalid')
