import { createHash } from 'node:crypto'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { oneAtATimePerKey } from '../database/one-at-a-time.ts'
import { type Ask, bodyOf, callOf, refusal } from './request.ts'

/**
 * How often somebody may try at Auth. Hosted Supabase limits this and lite does not: without it all six-digit codes are
 * tried within the hour that a code lives, and passwords at some hundreds a second.
 *
 * - A code: 10 wrong tries per e-mail address and hour. A password: 20 per e-mail address and quarter of an hour. Only
 *   what Auth refused counts. The right answer is refused too once an address has had its tries; otherwise guessing
 *   could go on. A right code proves the mailbox and takes all wrong tries of its address away, so that whom a stranger
 *   shut out gets in with a new password; a right password takes the wrong passwords away.
 * - Mails: 5 per e-mail address and hour, whatever Auth answers.
 * - Wrong tries from one peer: 600 an hour. All apps of an installation are one peer, and with it everybody who uses
 *   them. So beyond that nobody is refused for where they come from: each e-mail address has 3 wrong tries then.
 *
 * Nothing here knows or asks whether an address has an account. Auth takes any capitals, so the counts do too, and they
 * keep hashes, because what is typed into a form belongs to somebody. One try per e-mail address is under way at a time:
 * tries sent together are counted before the next one is looked at.
 *
 * Each window starts with its first count. The counts live in this process and end with it. A stranger can use up the
 * tries and mails of somebody else's address; sessions that are open go on, because renewing them is not limited.
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
    const work = isCode && !TypedCode.safeParse(body).success ? async () => wrongCode() : handOn
    if (email === undefined) return work()
    const tries: Tries = isCode
      ? { wrong: wrongCodes, forgets: [wrongCodes, wrongPasswords] }
      : { wrong: wrongPasswords, forgets: [wrongPasswords] }
    return attempt(tries, { email, peer: peerAddress ?? 'unknown' }, work)
  }
}

type Tries = { wrong: RateLimiterMemory; forgets: RateLimiterMemory[] }
type From = { email: string; peer: string }

const HOUR_S = 3600
const TRIES_IN_A_CROWD = 3

const VERIFY = 'POST /auth/v1/verify'
/** Whichever grant the query names: only a password comes with an e-mail address, and lite reads odd queries its own way. */
const TRIES = new Set([VERIFY, 'POST /auth/v1/token'])
const MAILS = new Set(['POST /auth/v1/signup', 'POST /auth/v1/recover', 'POST /auth/v1/resend'])

/** Nothing can be guessed without an e-mail address. */
const Named = z.object({ email: z.string() })

/**
 * A code as people type it. lite compares the hash of the address and the code written one after the other, so the same
 * guess could come as a hash alone, or under another address with a piece of it moved into the code.
 */
const TypedCode = z.object({ token: z.string().regex(/^[0-9]{6}$/), token_hash: z.literal('').nullish() })

/** What was counted in the window that is open now; the library may still hold one that has ended. */
async function countOf(counter: RateLimiterMemory, key: string): Promise<{ made: number; endsInMs: number }> {
  const found = await counter.get(key)
  return found && found.msBeforeNext > 0
    ? { made: found.consumedPoints, endsInMs: found.msBeforeNext }
    : { made: 0, endsInMs: 0 }
}

const keyOf = (email: string) => createHash('sha256').update(email.toLowerCase()).digest('base64url')

const Granted = z.object({ user: z.object({ email: z.string() }) })

/** Whether Auth let in the person whose tries are counted, and not somebody else with their address in the body. */
async function namesPerson(response: Response, key: string): Promise<boolean> {
  const granted = Granted.safeParse(await bodyOf(response))
  return granted.success && keyOf(granted.data.user.email) === key
}

const wrongCode = () => refusal(403, 'otp_expired', 'Email link is invalid or has expired')

const tooManyTries = (waitMs: number) => refusal(429, 'over_request_rate_limit', 'Request rate limit reached', waitMs)

const tooManyMails = (waitMs: number) => refusal(429, 'over_email_send_rate_limit', 'email rate limit exceeded', waitMs)
