import { createHash } from 'node:crypto'
import { DomainError, type ErrorSlug } from '@salama/domain/shared'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type Entry, type Refusal, verifyCode } from './auth-server.ts'
import type { KnownBrowser } from './known-browser.ts'

// The six-digit codes of e-mails: verifying one, within the limit of attempts, starts a session.

export const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/)

const SLUGS = new Map<string, ErrorSlug>([
  ['otp_expired', 'wrong_code'],
  ['weak_password', 'weak_password'],
  ['validation_failed', 'invalid_request'],
  ['reauthentication_needed', 'unauthenticated'],
  ['insufficient_aal', 'second_factor_required'],
  ['email_address_invalid', 'invalid_request'],
  ['over_request_rate_limit', 'rate_limited'],
])

/** Maps Auth's error codes to ours. An unexpected one is a fault, and is logged. */
export const problemOf = ({ refused, status, retryAfterS }: Refusal) =>
  new DomainError(SLUGS.get(refused) ?? 'internal', retryAfterS === undefined ? {} : { retryAfterS }, {
    cause: new Error(`Auth: ${status} ${refused}`),
  })

/**
 * A code has a million values: the most attempts an hour for an e-mail address of strangers, and apart for each browser
 * where its owner signed in before. For a hosted Supabase, which counts by IP address, here this server's for all. The
 * embedded one counts by e-mail address itself; its refusal becomes the same `rate_limited`.
 */
const GUESSES = 10
// Without a cached clock, which on a busy machine lags behind and would add to the remaining time.
const guesses = new LRUCache<string, { count: number }>({ max: 50_000, ttl: 3_600_000, ttlResolution: 0 })

/**
 * The sessions of codes that were right a moment ago. A code works once, but a form is sent twice by a double tap, or
 * again because its response was lost: in the same browser the second request gets the same session.
 */
const opened = new LRUCache<string, Promise<Entry>>({ max: 1_000, ttl: 60_000 })

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('base64url')

/** Signs in with a code that this browser asked for; creates the account where there is none. */
export async function sessionOfCode(
  email: string,
  code: string,
  browser: string,
  known?: KnownBrowser,
): Promise<Entry> {
  const key = keyOf(email.toLowerCase(), browser, code)
  const session = opened.get(key) ?? verify(email, code, browser, known)
  opened.set(key, session)
  session.catch(() => opened.delete(key))
  return session
}

async function verify(email: string, code: string, browser: string, known?: KnownBrowser): Promise<Entry> {
  const key = keyOf(email.toLowerCase(), known?.browser ?? '')
  const made = guesses.get(key) ?? { count: 0 }
  if (made.count >= GUESSES) throw new DomainError('rate_limited', { retryAfterS: guesses.getRemainingTTL(key) / 1000 })
  // Counted before Auth is called, so that concurrent attempts count too; the hour starts with the first one.
  made.count += 1
  if (made.count === 1) guesses.set(key, made)
  const entry = await verifyCode(email, code, browser, known?.device)
  if ('refused' in entry) throw problemOf(entry)
  guesses.delete(key)
  return entry
}
