import { createHash } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { networkAddressOf } from '../../../http/src/network-address.ts'
import { oneAtATimePerKey } from '../database/one-at-a-time.ts'
import { browserOf, wrongCode } from './codes.ts'
import { DEVICE, deviceOf, deviceToken } from './devices.ts'
import { type Ask, bodyOf, callOf, refusal } from './request.ts'

/**
 * Rate limits for Auth. Hosted Supabase has them and lite does not: without them all six-digit codes can be tried
 * within the ten minutes that a code is valid, and passwords at several hundred a second.
 *
 * - Codes: 10 failed attempts per e-mail address, browser that asked for the code, and hour. A stranger guesses only at
 *   codes that they asked for, five an hour. Passwords: 20 per e-mail address and quarter of an hour. Only what Auth
 *   rejects counts. Beyond the limit the right answer is rejected too, otherwise guessing could continue. A right code
 *   proves access to the mailbox and resets the failed passwords of its address; a right password resets them too.
 * - Mails: 5 per e-mail address and hour, whatever Auth responds.
 * - Failed attempts from one peer: 600 an hour. All apps of an installation are one peer, and so are all their users.
 *   Beyond that limit nobody is rejected for their origin; each e-mail address has 3 failed attempts instead.
 * - Whoever comes through a trusted proxy (TRUST_PROXY) is the address that it forwards, and has 30 attempts and mails a
 *   minute together, as in the apps (`credentials`). The apps ask directly, and have limited their users by address.
 *
 * So a stranger can use up what strangers have for an e-mail address, and its owner is none: whoever signs in gets a
 * token of this address and browser (`x-salama-device`), and requests that bring it have attempts and mails of their own.
 * It signs nobody in, is valid while the secret is, and for its e-mail address only.
 *
 * The limits do not depend on whether an e-mail address has an account. Auth ignores case, so the counters do too. They
 * store hashes, because what is typed into a form is personal data. Attempts of one counter run one at a time, so
 * concurrent attempts are all counted.
 *
 * Each window starts with its first count. Counters live in this process and end with it. Refreshing a session is not
 * limited.
 */
export function limitAuth(ask: Ask, secret: string): Ask {
  const wrongCodes = new RateLimiterMemory({ points: 10, duration: HOUR_S })
  const wrongPasswords = new RateLimiterMemory({ points: 20, duration: HOUR_S / 4 })
  const wrongByPeer = new RateLimiterMemory({ points: 600, duration: HOUR_S })
  const mails = new RateLimiterMemory({ points: 5, duration: HOUR_S })
  const byAddress = new RateLimiterMemory({ points: 30, duration: 60 })
  const inTurn = oneAtATimePerKey()

  async function attempt(tries: Tries, { email, peer, isKnown }: From, handOn: () => Promise<Response>) {
    return inTurn(tries.key, async () => {
      const byPeer = isKnown ? 0 : (await countOf(wrongByPeer, peer)).made
      const byKey = await countOf(tries.wrong, tries.key)
      const allowed = byPeer < wrongByPeer.points ? tries.wrong.points : TRIES_IN_A_CROWD
      if (byKey.made >= allowed) return tooManyTries(byKey.endsInMs)
      const response = await handOn()
      if (response.ok && (await namesPerson(response, email))) {
        await Promise.all([tries.wrong.delete(tries.key), wrongPasswords.delete(tries.passwordKey)])
        return withDevice(response, email)
      }
      if (response.status >= 400 && response.status < 500)
        await Promise.all([tries.wrong.penalty(tries.key), ...(isKnown ? [] : [wrongByPeer.penalty(peer)])])
      return response
    })
  }

  /** Names a new device of this person in the response. */
  function withDevice(response: Response, email: string): Response {
    const headers = new Headers(response.headers)
    headers.set(DEVICE, deviceToken(secret, email))
    return new Response(response.body, { status: response.status, headers })
  }

  return async (request, peerAddress) => {
    const call = callOf(request)
    const handOn = () => ask(request, peerAddress)
    if (!TRIES.has(call) && !MAILS.has(call)) return handOn()

    const body = await bodyOf(request)
    const email = Named.safeParse(body).data?.email.toLowerCase()
    const isCode = call === VERIFY
    if (email === undefined) return isCode ? wrongCode() : handOn()
    const device = deviceOf(secret, email, request.headers.get(DEVICE))
    const key = keyOf(email, device ?? '')
    const address = networkAddressOf(request)
    if (address !== 'unknown' && device === null) {
      const { consumedPoints, msBeforeNext } = await byAddress.penalty(keyOf(address))
      if (consumedPoints > byAddress.points) return tooManyTries(msBeforeNext)
    }
    if (MAILS.has(call)) {
      const { consumedPoints, msBeforeNext } = await mails.penalty(key)
      return consumedPoints > mails.points ? tooManyMails(msBeforeNext) : handOn()
    }
    const tries: Tries = isCode
      ? { wrong: wrongCodes, key: keyOf(email, device ?? '', browserOf(request)), passwordKey: key }
      : { wrong: wrongPasswords, key, passwordKey: key }
    const peer = address === 'unknown' ? (peerAddress ?? address) : keyOf(address)
    return attempt(tries, { email, peer, isKnown: device !== null }, handOn)
  }
}

type Tries = { wrong: RateLimiterMemory; key: string; passwordKey: string }
type From = { email: string; peer: string; isKnown: boolean }

const HOUR_S = 3600
const TRIES_IN_A_CROWD = 3

const VERIFY = 'POST /auth/v1/verify'
/**
 * Counts any grant that the query names: only passwords come with an e-mail address, and lite parses odd queries its
 * own way.
 */
const TRIES = new Set([VERIFY, 'POST /auth/v1/token'])
const MAILS = new Set(['POST /auth/v1/otp'])

/** Without an e-mail address nothing can be guessed. */
const Named = z.object({ email: z.string() })

/** The count in the current window; the library may still hold an expired one. */
async function countOf(counter: RateLimiterMemory, key: string): Promise<{ made: number; endsInMs: number }> {
  const found = await counter.get(key)
  return found && found.msBeforeNext > 0
    ? { made: found.consumedPoints, endsInMs: found.msBeforeNext }
    : { made: 0, endsInMs: 0 }
}

const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest('base64url')

const Granted = z.object({ user: z.object({ email: z.string() }) })

/**
 * Whether Auth signed in the person whose attempts are counted, not somebody else who put their e-mail address in the
 * body.
 */
async function namesPerson(response: Response, email: string): Promise<boolean> {
  const granted = Granted.safeParse(await bodyOf(response))
  return granted.success && granted.data.user.email.toLowerCase() === email
}

const tooManyTries = (waitMs: number) => refusal(429, 'over_request_rate_limit', 'Request rate limit reached', waitMs)

const tooManyMails = (waitMs: number) => refusal(429, 'over_email_send_rate_limit', 'email rate limit exceeded', waitMs)
