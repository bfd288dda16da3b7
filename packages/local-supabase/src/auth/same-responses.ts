import { randomBytes } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { z } from 'zod'
import type { Database } from '../database/index.ts'
import { type Ask, bodyOf, callOf, refusal } from './request.ts'

/**
 * The same response after the same work, whether or not an e-mail address has an account. lite compares a password only
 * where there is one: here every sign-in compares one, and every failure is `invalid_credentials`.
 */
export async function sameAnswers(ask: Ask, { database, passwordCost }: Parts): Promise<Ask> {
  /** A hash of no user's password. */
  const noHash = await bcrypt.hash(randomBytes(24).toString('hex'), passwordCost)

  async function signIn(request: Request, peerAddress: string | null): Promise<Response> {
    const typed = Typed.safeParse(await bodyOf(request)).data
    if (!typed) return unreadable() // lite fails on some of these, but only where there is an account
    const response = await ask(request, peerAddress)
    if (response.ok || response.status >= 500) return response
    const [account] = await database.query<{ hash: string | null }>(
      'select encrypted_password as hash from auth.users where email = $1',
      [typed.email.toLowerCase()],
    )
    if (account?.hash) return response // lite has compared the password
    await database.exclusive(() => bcrypt.compare(typed.password, noHash))
    return refusal(400, 'invalid_credentials', 'Invalid login credentials')
  }

  return async (request, peerAddress) =>
    callOf(request) === 'POST /auth/v1/token' && new URL(request.url).search === '?grant_type=password'
      ? signIn(request, peerAddress)
      : ask(request, peerAddress)
}

type Parts = { database: Pick<Database, 'query' | 'exclusive'>; passwordCost: number }

const Typed = z.object({ email: z.string().min(1), password: z.string().min(1) })

const unreadable = () =>
  refusal(400, 'validation_failed', 'Unable to read the request: see the fields that this endpoint takes')
