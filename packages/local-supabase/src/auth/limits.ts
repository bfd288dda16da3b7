import { createHash } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { oneAtATimePerKey } from '../database/one-at-a-time.ts'
import { wrongCode } from './codes.ts'
import { type Ask, bodyOf, callOf, refusal } from './request.ts'

/**
 * Rate limits for Auth. Hosted Supabase has them and lite does not: without them all six-digit codes can be tried
 * within the ten minutes that a code is valid, and passwords at several hundred a second.
 *
 * - Codes: 10 failed attempts per e-mail address and hour. Passwords: 20 per e-mail address and quarter of an hour.
 *   Only what Auth rejects counts. Beyond the limit the right answer is rejected too, otherwise guessing could
 *   continue. A right code proves access to the mailbox and resets all failed attempts of its address, so a user locked
 *   out by a stranger can set a new password; a right password resets the failed passwords.
 * - Mails: 5 per e-mail address and hour, whatever Auth responds.
 * - Failed attempts from one peer: 600 an hour. All apps of an installation are one peer, and so are all their users.
 *   Beyond that limit nobody is rejected for their origin; each e-mail address has 3 failed attempts instead.
 *
 * The limits do not depend on whether an e-mail address has an account. Auth ignores case, so the counters do too. They
 * store hashes, because what is typed into a form is personal data. Attempts for one e-mail address run one at a time,
 * so concurrent attempts are all counted.
 *
 * Each window starts with its first count. Counters live in this process and end with it. A stranger can use up the
 * attempts and mails of another person's address; open sessions are unaffected, because refreshing them is not limited.
 */
export function limitAuth(ask: Ask): Ask {
  const wrongCodes = new RateLimiterMemory({ points: 10, duration: HOUR_S })
  const wrongPasswords = new RateLimiterMemory({ points: 20, duration: HOUR_S / 4 })
  const wrongByPeer = new RateLimiterMemory({ points: 600, duration: HOUR_S })
  const mails = new RateLimiterMemory({ points: 5, duration: HOUR_S })
  const inTurn = oneAtATimePerKey()

  async function attempt(tries: Tries, { email, peer }: From, handOn: () => Promise<Response>): Promise<Response> {
    const key = keyOf(email)
    return inTurn(key, async () => {
      const byPeer = await countOf(wrongByPeer, peer)
      const byEmail = await countOf(tries.wrong, key)
      const allowed = byPeer.made < wrongByPeer.points ? tries.wrong.points : TRIES_IN_A_CROWD
      if (byEmail.made >= allowed) return tooManyTries(byEmail.endsInMs)
      const response = await handOn()
      if (response.ok && (await namesPerson(response, key))) {
        await Promise.all(tries.forgets.map((each) => each.delete(key)))
      } else if (response.status >= 400 && response.status < 500) {
        await Promise.all([tries.wrong.penalty(key), wrongByPeer.penalty(peer)])
      }
      return response
    })
  }

  return async (request, peerAddress) => {
    const call = callOf(request)
    const handOn = () => ask(request, peerAddress)
    if (!TRIES.has(call) && !MAILS.has(call)) return handOn()

    const body = await bodyOf(request)
    const email = Named.safeParse(body).data?.email
    if (MAILS.has(call)) {
      if (email === undefined) return handOn()
      const { consumedPoints, msBeforeNext } = await mails.penalty(keyOf(email))
      return consumedPoints > mails.points ? tooManyMails(msBeforeNext) : handOn()
    }
    const isCode = call === VERIFY
    if (email === undefined) return isCode ? wrongCode() : handOn()
    const tries: Tries = isCode
      ? { wrong: wrongCodes, forgets: [wrongCodes, wrongPasswords] }
      : { wrong: wrongPasswords, forgets: [wrongPasswords] }
    return attempt(tries, { email, peer: peerAddress ?? 'unknown' }, handOn)
  }
}

type Tries = { wrong: RateLimiterMemory; forgets: RateLimiterMemory[] }
type From = { email: string; peer: string }

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

const keyOf = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url')

const Granted = z.object({ user: z.object({ email: z.string() }) })

/**
 * Whether Auth signed in the person whose attempts are counted, not somebody else who put their e-mail address in the
 * body.
 */
async function namesPerson(response: Response, key: string): Promise<boolean> {
  const granted = Granted.safeParse(await bodyOf(response))
  return granted.success && keyOf(granted.data.user.email) === key
}

const tooManyTries = (waitMs: number) => refusal(429, 'over_request_rate_limit', 'Request rate limit reached', waitMs)

const tooManyMails = (waitMs: number) => refusal(429, 'over_email_send_rate_limit', 'email rate limit exceeded', waitMs)
