import { createPublicKey, verify } from 'node:crypto'
import type { ServerAccess } from '@salama/domain/server-rpc'
import { whyNotThisAuth, whyNotThisProject } from '../../../processes/src/hosted.mjs'
import { whatIsMissing } from '../../../processes/src/readiness.mjs'
import { roleOf, SERVERS, variableOf } from '../../../processes/src/server-token.mjs'
import { checkAuthSettings } from './auth-settings.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

type Env = Record<string, string | undefined>
type Reply = { status: number; text: string }

const DAY_S = 86_400
const LEAST_DAYS = 30

/** Reads only. What comes later is not asked where nothing answers. */
export async function checkProject(
  access: ServerAccess,
  env: Env,
  management = 'https://api.supabase.com',
): Promise<Finding[]> {
  const { url, publishableKey } = access
  const settings = await ask(access, '/auth/v1/settings')
  if (settings.status === 0)
    return [fault('project', `${url} does not answer: ${settings.text}`, 'SUPABASE_URL, or resume the project')]
  if (settings.status !== 200)
    return [fault('project', `${url} refuses SUPABASE_PUBLISHABLE_KEY (${settings.status})`, `${SETTINGS}, API Keys`)]
  const schemas = await checkSchemas(access)
  const database = [await whyNotThisProject(access), await whatIsMissing(access, 'authenticator')].filter(
    (why) => why !== undefined,
  )
  const auth = [...checkAuth(JSON.parse(settings.text)), ...toFaults('auth', await whyNotThisAuth(url, publishableKey))]
  return [
    ...(schemas.some(({ state }) => state === 'fault') ? schemas : [...schemas, ...checkedDatabase(database)]),
    ...(auth.length > 0 ? auth : [ok('auth', 'asks for a proof of each address')]),
    ...(await checkTokens(access, env)),
    ...(await checkSecretKey(access, env.SUPABASE_SECRET_KEY)),
    ...(await checkAuthSettings(url, env, management)),
  ]
}

const SETTINGS = 'Project Settings'
const AUTH = 'Authentication'

const toFaults = (about: string, why: string | undefined): Finding[] =>
  why === undefined ? [] : [fault(about, why, DOCUMENT)]
const DOCUMENT = 'docs/supabase.md'

const checkedDatabase = (faults: string[]): Finding[] =>
  faults.length > 0 ? faults.flatMap((why) => toFaults('database', why)) : [ok('database', 'as this release needs it')]

async function ask(
  { url, publishableKey }: ServerAccess,
  path: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  try {
    const response = await fetch(url + path, {
      headers: { apikey: publishableKey, ...headers },
      signal: AbortSignal.timeout(20_000),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}

/** PostgREST lists the schemas that it serves when it is asked for another one. */
async function checkSchemas(access: ServerAccess): Promise<Finding[]> {
  const { text } = await ask(access, '/rest/v1/salama', { 'accept-profile': 'salama_no_schema' })
  const served = /(?:following|schemas? are exposed)[^:]*: ([\w, ]+)/.exec(text)?.[1]?.split(', ') ?? []
  const others = served.filter((name) => name !== 'api' && name !== 'graphql_public')
  if (!served.includes('api'))
    return [
      fault(
        'schemas',
        `the API serves ${served.join(', ') || 'no schema'}, and not api`,
        `${SETTINGS}, Data API, Exposed schemas: api`,
      ),
    ]
  if (served.includes('app'))
    return [
      fault(
        'schemas',
        'the API serves app, whose tables nobody may see',
        `${SETTINGS}, Data API, Exposed schemas: api alone`,
      ),
    ]
  if (others.length > 0)
    return [
      warning(
        'schemas',
        `the API serves ${others.join(', ')}, too`,
        `${SETTINGS}, Data API, Exposed schemas: api alone`,
      ),
    ]
  return [ok('schemas', 'api alone')]
}

type AuthSettings = { disable_signup?: boolean; external?: Record<string, boolean | undefined> }

function checkAuth({ disable_signup, external = {} }: AuthSettings): Finding[] {
  const others = Object.keys(external).filter((name) => external[name] === true && name !== 'email')
  const where = `${AUTH}, Sign In / Providers`
  return [
    ...(disable_signup ? [fault('auth', 'nobody can sign up', `${where}: Allow new users to sign up`)] : []),
    ...(external.email === false
      ? [fault('auth', 'nobody can sign in with an e-mail address', `${where}: Email`)]
      : []),
    ...(others.length > 0
      ? [warning('auth', `people can sign in with ${others.join(', ')}, too, past the apps`, `${where}: turn it off`)]
      : []),
  ]
}

type Jwk = { kid?: string; kty: string; alg?: string }

/** The keys with which Auth signs, and each server's token: of its role, signed with one of them, and for how long. */
async function checkTokens(access: ServerAccess, env: Env): Promise<Finding[]> {
  if (env.AUTH_JWT_SECRET)
    return [
      warning(
        'tokens',
        'AUTH_JWT_SECRET: every app could sign tokens',
        `${SETTINGS}, JWT Keys: a key of your own (${DOCUMENT})`,
      ),
    ]
  const reply = await ask(access, '/auth/v1/.well-known/jwks.json')
  const keys: Jwk[] = reply.status === 200 ? (JSON.parse(reply.text).keys ?? []) : []
  const make = `${SETTINGS}, JWT Keys: import an ES256 key and rotate it in (${DOCUMENT})`
  if (!keys.some(({ kty }) => kty === 'EC')) return [fault('tokens', 'Auth signs with no ES256 key', make)]
  const found = SERVERS.flatMap((server): Finding[] => {
    const why = whyUnusable(env[variableOf(server)], roleOf(server), keys)
    return why === undefined ? [] : [fault('tokens', `${variableOf(server)} ${why}`, `sign one (${DOCUMENT})`)]
  })
  const wrong = Object.entries({
    AUTH_ISSUER: `${access.url}/auth/v1`,
    AUTH_JWKS_URL: `${access.url}/auth/v1/.well-known/jwks.json`,
  }).flatMap(([name, value]) =>
    env[name] === value ? [] : [fault('tokens', `${name} is ${env[name] ?? 'not set'}`, `${name}=${value}`)],
  )
  return found.length + wrong.length > 0 ? [...wrong, ...found] : [ok('tokens', 'one for each server, ES256')]
}

function whyUnusable(token: string | undefined, role: string, keys: Jwk[]): string | undefined {
  if (!token) return 'is not set'
  const [header = '', body = '', signature = ''] = token.split('.')
  try {
    const [{ kid }, claims] = [header, body].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    const key = keys.find((each) => each.kid === kid && each.kty === 'EC')
    if (key === undefined) return 'is signed with a key that Auth does not publish'
    const by = { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
    if (!verify('sha256', Buffer.from(`${header}.${body}`), by, Buffer.from(signature, 'base64url')))
      return 'has a wrong signature'
    if (claims.role !== role) return `is of the role ${claims.role}, not ${role}`
    const days = Math.floor((claims.exp - Date.now() / 1000) / DAY_S)
    return days < LEAST_DAYS ? `ends in ${days} days` : undefined
  } catch {
    return 'is no token'
  }
}

/** What only the secret key shows: the bucket of photos, and that nobody else reads it. */
async function checkSecretKey(access: ServerAccess, secretKey: string | undefined): Promise<Finding[]> {
  if (!secretKey) return [fault('photos', 'SUPABASE_SECRET_KEY is not set', `${SETTINGS}, API Keys, Secret keys`)]
  const reply = await ask(access, '/storage/v1/bucket/report-photos', {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
  })
  const make = 'Storage: a private bucket report-photos of 2 MB, image/webp alone'
  if (reply.status === 401 || reply.status === 403)
    return [fault('photos', 'SUPABASE_SECRET_KEY is refused', `${SETTINGS}, API Keys, Secret keys`)]
  if (reply.status !== 200) return [fault('photos', 'there is no bucket report-photos', make)]
  if (JSON.parse(reply.text).public)
    return [fault('photos', 'everybody can read the bucket report-photos', `${make}: turn Public off`)]
  return [ok('photos', 'a private bucket')]
}
