import { randomBytes, randomUUID } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { z } from 'zod'
import type { Background } from '../background.ts'
import type { Database } from '../database/index.ts'
import { type Ask, bodyOf, callOf, refusal } from './request.ts'

/**
 * The same response after the same work, whether or not an e-mail address has an account. lite's responses differ: it
 * hashes a password only where there is an account (sign-in) or none (sign-up), has error codes for an address that is
 * taken or unconfirmed, and sends mails before it responds.
 *
 * - Sign-in: always compares one password, and every failure is `invalid_credentials`. Only with the right password
 *   does the response say that the address is unconfirmed.
 * - Requests that send mails respond at once and work afterwards, so timing reveals nothing. Sign-up then always hashes
 *   one password, because the next request may have to wait for it.
 *
 * A typed code is looked up by the hash of address and code, so it needs no change.
 */
export async function sameAnswers(ask: Ask, { database, background, passwordCost }: Parts): Promise<Ask> {
  /** A hash of no user's password. */
  const noHash = await bcrypt.hash(randomBytes(24).toString('hex'), passwordCost)

  async function findAccount(email: string): Promise<Account | undefined> {
    const [account] = await database.query<Account>(
      `select encrypted_password as hash, email_confirmed_at is not null as is_confirmed
         from auth.users where email = $1`,
      [email.toLowerCase()],
    )
    return account
  }

  async function signIn(request: Request, peerAddress: string | null): Promise<Response> {
    const typed = Typed.safeParse(await bodyOf(request)).data
    if (!typed) return unreadable() // lite fails on some of these, but only where there is an account
    const response = await ask(request, peerAddress)
    if (response.ok || response.status >= 500) return response
    const account = await findAccount(typed.email)
    if (account?.is_confirmed && account.hash) return response // lite has compared the password
    const isRight = await database.exclusive(() => bcrypt.compare(typed.password, account?.hash ?? noHash))
    return isRight && account ? response : refusal(400, 'invalid_credentials', 'Invalid login credentials')
  }

  async function signUp(request: Request, peerAddress: string | null): Promise<void> {
    const { password } = SignUp.parse(await bodyOf(request))
    const { status, ok } = await ask(request, peerAddress)
    if (status >= 500) throw new Error(`signing up: Auth answered ${status}`)
    if (!ok) await database.exclusive(() => bcrypt.hash(password, passwordCost))
  }

  async function recover(request: Request, peerAddress: string | null): Promise<void> {
    const { status, ok } = await ask(request, peerAddress)
    if (!ok) throw new Error(`sending a code: Auth answered ${status}`)
  }

  /** lite never sends a confirmation again. The code for a new password confirms an e-mail address as well. */
  async function resend(request: Request, peerAddress: string | null): Promise<void> {
    const { email } = Recover.parse(await bodyOf(request))
    const account = await findAccount(email)
    if (!account || account.is_confirmed) return
    await recover(withKeyOf(request, '/auth/v1/recover', { email }), peerAddress)
  }

  async function afterwards({ takes, work, answer }: Mailing, request: Request, peerAddress: string | null) {
    const body = await bodyOf(request)
    const taken = takes.safeParse(body)
    if (!taken.success) return takes === SignUp && Short.safeParse(body).success ? tooShort() : unreadable()
    const mayAsk = await ask(withKeyOf(request, '/auth/v1/settings'), peerAddress)
    if (!mayAsk.ok) return mayAsk
    await background.add(() => work(request, peerAddress))
    return answer(taken.data)
  }

  const mailings = new Map<string, Mailing>([
    [
      'POST /auth/v1/signup',
      { takes: SignUp, work: signUp, answer: (body) => Response.json(newUser(SignUp.parse(body))) },
    ],
    ['POST /auth/v1/recover', { takes: Recover, work: recover, answer: () => Response.json({}) }],
    ['POST /auth/v1/resend', { takes: Resend, work: resend, answer: () => Response.json({}) }],
  ])

  return async (request, peerAddress) => {
    const call = callOf(request)
    if (call === 'POST /auth/v1/token' && new URL(request.url).search === '?grant_type=password')
      return signIn(request, peerAddress)
    const mailing = mailings.get(call)
    return mailing ? afterwards(mailing, request, peerAddress) : ask(request, peerAddress)
  }
}

/** Another request by the same caller, with only their API key. */
function withKeyOf(request: Request, path: string, body?: object): Request {
  const { search } = new URL(request.url)
  const headers = { apikey: request.headers.get('apikey') ?? '', 'content-type': 'application/json' }
  const url = new URL(`${path}${search}`, request.url)
  return new Request(url, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
}

type Parts = { database: Pick<Database, 'query' | 'exclusive'>; background: Background; passwordCost: number }
type Account = { hash: string | null; is_confirmed: boolean }
type Mailing = {
  /** A body that lite would accept as valid. */
  takes: z.ZodType
  work: (request: Request, peerAddress: string | null) => Promise<void>
  answer: (body: unknown) => Response
}

const MIN_PASSWORD = 8
/** Normalized as lite does. */
const Email = z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)
const Typed = z.object({ email: z.string().min(1), password: z.string().min(1) })
const Recover = z.object({ email: Email })
const Resend = z.object({ email: Email, type: z.literal('signup') })
const SignUp = z.object({
  email: Email,
  password: z.string().min(MIN_PASSWORD).max(72),
  data: z.record(z.string(), z.unknown()).nullish(),
})

const Short = z.object({ email: Email, password: z.string().max(MIN_PASSWORD - 1) })

const tooShort = () => refusal(422, 'weak_password', `Password should be at least ${MIN_PASSWORD} characters.`)
const unreadable = () =>
  refusal(400, 'validation_failed', 'Unable to read the request: see the fields that this endpoint takes')

/**
 * The response of a Supabase project for an address that is taken, used for every address. The id belongs to nobody.
 */
function newUser({ email, data }: z.infer<typeof SignUp>) {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email: email.toLowerCase(),
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data ?? {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
