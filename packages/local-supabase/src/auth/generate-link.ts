import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { roleOf } from '../../../processes/src/server-token.mjs'
import type { Database } from '../database/index.ts'
import type { Identify } from '../rpc/identities.ts'
import { type Ask, bodyOf, callOf, refusal } from './request.ts'

/**
 * The part of Supabase's admin API that lite lacks and sign-in with an issuer or a passkey needs: `admin/generate_link` for a magic
 * link. It returns a token that signs in to the account of an e-mail address, sends no mail, and creates the account
 * where there is none. Only for the servers of the apps that people sign in to, and only where there is an issuer; without
 * one for those that verify passkeys, and accounts that have one.
 *
 * The token has 256 random bits and not six digits, so verifying it is not limited: strangers who use up the attempts of
 * an e-mail address cannot keep its owner out.
 */
export function generateLinks(ask: Ask, { database, identify, hasIssuer, direct }: Parts): Ask {
  const isApp = async (request: Request, email?: string) => {
    const role = (await identify(request))?.role ?? ''
    if (hasIssuer && APPS.includes(role)) return true
    return OF_PASSKEYS.includes(role) && (email === undefined || hasPasskey(database, email, role))
  }

  async function generate(request: Request): Promise<Response> {
    const email = MagicLink.safeParse(await bodyOf(request)).data?.email.toLowerCase()
    if (!(await isApp(request, email))) return refusal(403, 'not_admin', 'User not allowed')
    if (email === undefined) return refusal(400, 'validation_failed', 'Only a magic link for an e-mail address')
    return Response.json({ email, ...(await makeToken(database, email)) })
  }

  return async (request, peerAddress) => {
    const call = callOf(request)
    if (call === 'POST /auth/v1/admin/generate_link') return generate(request)
    const link = call === 'POST /auth/v1/verify' ? Generated.safeParse(await bodyOf(request)).data : undefined
    return link && (await isApp(request)) ? direct(signIn(request, link), peerAddress) : ask(request, peerAddress)
  }
}

/** Creates a token that signs in to the account of an e-mail address, and the account where there is none. */
async function makeToken(database: Pick<Database, 'query'>, email: string) {
  const token = digest(randomBytes(32).toString('hex')).toString('hex')
  const now = new Date().toISOString() // Auth compares it with this clock, not with the database’s, to see whether it has expired
  await database.query(CREATE_ACCOUNT, [email, JSON.stringify({ email, email_verified: true }), now])
  await database.query('update auth.users set recovery_token = $2, recovery_sent_at = $3 where email = $1', [
    email,
    token,
    now,
  ])
  return { hashed_token: token, verification_type: 'magiclink' }
}

/** Signs in to the account of an e-mail address that was just proven. `direct`: Auth without the limits. */
export const startSession =
  (database: Pick<Database, 'query'>, direct: Ask) => async (request: Request, email: string) => {
    const { hashed_token: token_hash } = await makeToken(database, email)
    return direct(signIn(request, { type: 'magiclink', token_hash }), null)
  }

/** The request to Auth that exchanges a token for a session. */
function signIn(request: Request, link: z.output<typeof Generated>): Request {
  const headers = { apikey: request.headers.get('apikey') ?? '', 'content-type': 'application/json' }
  return new Request(new URL('/auth/v1/verify', request.url), { method: 'POST', headers, body: JSON.stringify(link) })
}

type Parts = {
  database: Pick<Database, 'query'>
  identify: Identify
  /** Whether there is an issuer whose word signs people in. */
  hasIssuer: boolean
  /** Auth without the limits. */
  direct: Ask
}

const APPS = (['rider', 'surveyor', 'learning', 'admin'] as const).map(roleOf)
const OF_PASSKEYS = (['surveyor', 'admin'] as const).map(roleOf)

/** Whether the account has a passkey of the app of this server. */
async function hasPasskey(database: Pick<Database, 'query'>, email: string, role: string): Promise<boolean> {
  const found = await database.query(
    `select from app.passkeys k join auth.users u on u.id = k.user_id
      where u.email = $1 and k.app || '_server' = $2 limit 1`,
    [email, role],
  )
  return found.length > 0
}

const MagicLink = z.object({ type: z.literal('magiclink'), email: z.email().max(254) })
const Generated = z.strictObject({ type: z.literal('magiclink'), token_hash: z.string().regex(/^[0-9a-f]{64}$/) })

const CREATE_ACCOUNT = `
  with made as (
    insert into auth.users (id, aud, role, email, created_at, raw_app_meta_data, raw_user_meta_data)
    select gen_random_uuid(), 'authenticated', 'authenticated', $1::text, $3::timestamptz,
           '{"provider": "email", "providers": ["email"]}', $2::text::jsonb
     where not exists (select from auth.users where email = $1::text)
    returning id)
  insert into auth.identities (id, provider, provider_id, user_id, identity_data)
  select gen_random_uuid(), 'email', made.id::text, made.id, $2::text::jsonb from made`

const digest = (text: string) => createHash('sha256').update(text).digest()
