import { passwordProblem } from '@salama/domain/accounts/password'
import { z } from 'zod'
import type { Database } from '../database/index.ts'
import type { Identify } from '../rpc/identities.ts'
import { type Ask, bodyOf, callOf, refusal } from './request.ts'

// The Auth endpoints that are exposed: those that our apps use, and signing in with supabase-js. The others create
// accounts for any e-mail address, with a password that its owner does not know (`signup`), or without a proof
// (`magiclink`), send mails that nobody needs (`recover`, `resend`: a code of `otp` does the same) or reveal whether an
// address has an account, so they are not served.

const OPEN = new Set([
  'POST otp',
  'POST token',
  'POST verify',
  'POST logout',
  'GET user',
  'PUT user',
  'GET settings',
  'GET health',
])

/** The two grants, spelled as supabase-js spells them: lite parses other spellings of a query differently. */
const GRANT = /^\?grant_type=(password|refresh_token)$/

type Parts = { database: Pick<Database, 'query'>; identify: Identify }

/**
 * Passes the exposed Auth endpoints and everything outside Auth. An account's e-mail address cannot be changed: the
 * response would reveal whether the new address already has an account.
 */
export function openEndpoints(ask: Ask, parts: Parts): Ask {
  return async (request, peerAddress) => {
    const call = callOf(request)
    const [, method, name] = /^(\S+) \/auth\/v1\/(.*)$/s.exec(call) ?? []
    if (name === undefined || method === 'OPTIONS') return ask(request, peerAddress)
    if (!OPEN.has(`${method} ${name}`)) return refusal(404, 'not_found', 'There is no such endpoint')
    if (name === 'token' && !GRANT.test(new URL(request.url).search))
      return refusal(400, 'validation_failed', 'grant_type must be password or refresh_token')
    if (name === 'token')
      return endReused((await whyNotRenewed(request, parts)) ?? (await ask(request, peerAddress)), parts)
    return `${method} ${name}` === 'PUT user' ? changeUser(ask, parts, request, peerAddress) : ask(request, peerAddress)
  }
}

/**
 * A refresh token that was used before and comes again was copied, unless concurrent requests bring it, within ten seconds.
 * The one before a newest that nobody has used yet is taken for an hour: the response may have been lost on the way. lite
 * takes it for ever.
 */
async function whyNotRenewed(request: Request, { database }: Parts): Promise<Response | undefined> {
  const token = Renewal.safeParse(await bodyOf(request)).data?.refresh_token
  if (token === undefined) return undefined
  const before = (ms: number) => new Date(Date.now() - ms).toISOString() // Auth writes its own clock, not the database’s
  const [used] = await database.query<{ session: string }>(
    `select t.session_id as session from auth.refresh_tokens t
      where t.token = $1 and t.revoked and t.updated_at < $2
        and (t.updated_at < $3
             or not exists (select from auth.refresh_tokens n where n.parent = t.token and not n.revoked))`,
    [token, before(REUSE_MS), before(LOST_RESPONSE_MS)],
  )
  if (!used) return undefined
  const refused = refusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  refused.headers.set('sb-auth-session-id', used.session)
  return refused
}
const REUSE_MS = 10_000
const LOST_RESPONSE_MS = 3_600_000
const Renewal = z.object({ refresh_token: z.string() })

/** The session of a copied refresh token ends, and with it its access token. lite only revokes those that follow from it. */
async function endReused(response: Response, { database }: Parts): Promise<Response> {
  const session = response.headers.get('sb-auth-session-id')
  const isReused = !response.ok && Reused.safeParse(await bodyOf(response)).success
  if (isReused && session) await database.query('delete from auth.sessions where id = $1', [session])
  return response
}
const Reused = z.object({ error_code: z.literal('refresh_token_already_used') })

/**
 * A password is set only by a session that proved one within ten minutes, and the second factor of an account that has
 * one; then it ends all other sessions of the account, as on a Supabase project. lite does neither.
 */
async function changeUser(ask: Ask, parts: Parts, request: Request, peerAddress: string | null): Promise<Response> {
  const body = Object(await bodyOf(request))
  if ('email' in body) return refusal(422, 'validation_failed', 'An e-mail address cannot be changed')
  if (!('password' in body)) return ask(request, peerAddress)
  const refused = await whyNotThisPassword(parts, request, body.password)
  if (refused) return refused
  const response = await ask(request, peerAddress)
  if (!response.ok) return response
  const others = new URL('/auth/v1/logout?scope=others', request.url)
  const { status, ok } = await ask(new Request(others, { method: 'POST', headers: withoutBody(request) }), peerAddress)
  return ok ? response : refusal(500, 'unexpected_failure', `Other sessions were not ended: ${status}`)
}

const Token = z.object({ sub: z.string(), session_id: z.uuid(), email: z.string().optional() })

/** In the codes of a Supabase project. Undefined also for what lite refuses by itself. */
async function whyNotThisPassword({ database, identify }: Parts, request: Request, password: unknown) {
  const caller = await identify(request)
  const token = caller?.role === 'authenticated' ? Token.safeParse(JSON.parse(caller.claims)).data : undefined
  if (!token) return undefined
  const [change] = await database.query<{ problem: string | null }>(
    'select app.password_change_problem($1, $2) as problem',
    [token.sub, token.session_id],
  )
  if (change?.problem === 'password_required')
    return refusal(400, 'reauthentication_needed', 'Sign in again to change the password')
  if (change?.problem) return refusal(401, 'insufficient_aal', 'Prove the second factor in this session first')
  const isWeak = typeof password === 'string' && (await passwordProblem(password, token.email)) !== null
  return isWeak ? refusal(422, 'weak_password', 'The password is too short, too long or too common') : undefined
}

function withoutBody(request: Request): Headers {
  const headers = new Headers(request.headers)
  for (const name of ['content-length', 'content-type', 'transfer-encoding']) headers.delete(name)
  return headers
}
