import { createServer } from 'node:http'
import { type LocalSupabase, startLocalSupabase } from '@salama/local-supabase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSecrets } from '../../../processes/src/secrets.mjs'
import { roleOf, SERVERS, signToken, variableOf } from '../../../processes/src/server-token.mjs'
import { checkAuthSettings } from './auth-settings.ts'
import { checkProject } from './check-project.ts'
import type { Finding } from './finding.ts'

// Our own Supabase in the place of a project, behind a proxy that takes one thing away.

const secrets = makeSecrets()
let supabase: LocalSupabase
let url: string
/** What is answered instead of Supabase, by the beginning of the path. */
const instead = new Map<string, { status: number; body: unknown } | ((body: string) => unknown)>()

const proxy = createServer(async (request, response) => {
  const [, own] = [...instead].find(([path]) => request.url?.startsWith(path)) ?? []
  const body = await new Response(request as unknown as ReadableStream).text() // Node's requests are readable streams
  const headers = Object.entries(request.headers).filter(
    ([name]) => !['host', 'connection', 'content-length'].includes(name),
  )
  const reply = await fetch(supabase.url + request.url, {
    method: request.method ?? 'GET',
    headers: headers.map(([name, value]) => [name, String(value)]),
    ...(body && { body }),
  })
  const text = await reply.text()
  response.setHeader('content-type', 'application/json')
  if (typeof own === 'function') response.end(JSON.stringify(own(text)))
  else response.writeHead(own?.status ?? reply.status).end(own ? JSON.stringify(own.body) : text)
})

beforeAll(async () => {
  supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory' })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  proxy.close()
  await supabase.close()
})

const DAY_S = 86_400
const tokenOf = (role: string, days = 400, keys = secrets.signingKeys) =>
  signToken({ role, exp: Math.floor(Date.now() / 1000) + days * DAY_S }, keys)

const env = () => ({
  ...Object.fromEntries(SERVERS.map((server) => [variableOf(server), tokenOf(roleOf(server))])),
  SUPABASE_SECRET_KEY: secrets.secretKey,
  AUTH_ISSUER: `${url}/auth/v1`,
  AUTH_JWKS_URL: `${url}/auth/v1/.well-known/jwks.json`,
})

const examine = (more: Record<string, string | undefined> = {}, access = {}) =>
  checkProject(
    { url, publishableKey: secrets.publishableKey, token: tokenOf('operator_server'), ...access },
    { ...env(), ...more },
  )
const wrong = (found: Finding[]) => found.filter(({ state, about }) => state !== 'ok' && about !== 'by hand')

it('finds nothing wrong with a whole one, and lists what only its dashboard shows', async () => {
  const found = await examine()
  expect(wrong(found)).toEqual([])
  expect(found.filter(({ about }) => about === 'by hand').map(({ mend }) => mend)).toContain(
    'Authentication, Rate Limits',
  )
})

const without = (name: string) => (text: string) => ({ ...JSON.parse(text), [name]: undefined })
const settings = (more: object) => (text: string) => ({ ...JSON.parse(text), ...more })
const SETTINGS = '/auth/v1/settings'

it.each<[string, string, Parameters<typeof instead.set>[1], string, RegExp]>([
  ['the key', SETTINGS, { status: 401, body: {} }, 'project', /refuses SUPABASE_PUBLISHABLE_KEY/],
  ['sign-up', SETTINGS, settings({ disable_signup: true }), 'auth', /nobody can sign up/],
  ['e-mail', SETTINGS, settings({ external: { email: false } }), 'auth', /nobody can sign in/],
  ['the proof of an address', SETTINGS, settings({ mailer_autoconfirm: true }), 'auth', /without a proof/],
  [
    'the limit to e-mail',
    SETTINGS,
    settings({ external: { email: true, anonymous_users: true } }),
    'auth',
    /anonymous_users/,
  ],
  ['the keys', '/auth/v1/.well-known/jwks.json', without('keys'), 'tokens', /no ES256 key/],
  [
    'another schema',
    '/rest/v1/salama',
    {
      status: 406,
      body: { code: 'PGRST106', message: 'The schema must be one of the following: public, graphql_public' },
    },
    'schemas',
    /serves public, graphql_public, and not api/,
  ],
  [
    'the privacy of app',
    '/rest/v1/salama',
    {
      status: 406,
      body: {
        code: 'PGRST106',
        message: 'Invalid schema: x',
        hint: 'Only the following schemas are exposed: api, app',
      },
    },
    'schemas',
    /serves app/,
  ],
  ['the bucket', '/storage/v1/bucket', { status: 404, body: {} }, 'photos', /no bucket/],
  ['the privacy of the bucket', '/storage/v1/bucket', settings({ public: true }), 'photos', /everybody can read/],
  ['the secret key', '/storage/v1/bucket', { status: 403, body: {} }, 'photos', /SUPABASE_SECRET_KEY is refused/],
  ['the migrations', '/rest/v1/rpc/list_migrations', { status: 200, body: [] }, 'database', /lacks migration 2026/],
  [
    'a role',
    '/rest/v1/rpc/list_missing',
    { status: 200, body: ['role worker_server'] },
    'database',
    /grant worker_server to "authenticator"/,
  ],
])('names %s when it is away', async (_, path, taken, about, words) => {
  instead.set(path, taken)
  const found = wrong(await examine()).filter((each) => each.about === about)
  instead.clear()
  expect(found).toEqual([expect.objectContaining({ what: expect.stringMatching(words), mend: expect.any(String) })])
})

it.each<[Record<string, string | undefined>, RegExp]>([
  [{ RIDER_SERVER_TOKEN: undefined }, /RIDER_SERVER_TOKEN is not set/],
  [{ WORKER_SERVER_TOKEN: 'x' }, /is no token/],
  [{ API_SERVER_TOKEN: tokenOf('admin_server') }, /is of the role admin_server, not api_server/],
  [{ ADMIN_SERVER_TOKEN: tokenOf('admin_server', 3) }, /ends in [23] days/],
  [{ LEARNING_SERVER_TOKEN: tokenOf('learning_server', 400, makeSecrets().signingKeys) }, /that Auth does not publish/],
  [{ SURVEYOR_SERVER_TOKEN: `${tokenOf('surveyor_server').slice(0, -9)}AAAAAAAAA` }, /wrong signature/],
  [{ AUTH_ISSUER: undefined }, /AUTH_ISSUER is not set/],
  [{ AUTH_JWT_SECRET: 'x'.repeat(32) }, /every app could sign tokens/],
])('of tokens with %j it says what is wrong', async (more, words) => {
  const found = wrong(await examine(more))
  expect(found).toEqual([expect.objectContaining({ about: 'tokens', what: expect.stringMatching(words) })])
})

it('names what the database lacks, a key that is not set, and a server that is away', async () => {
  await supabase.exec('alter table app.corridors rename to c')
  expect(wrong(await examine())).toEqual([
    expect.objectContaining({ about: 'database', what: expect.stringContaining('app.corridors') }),
  ])
  await supabase.exec('alter table app.c rename to corridors; alter function api.list_missing(text[]) rename to gone')
  expect(wrong(await examine())).toEqual([
    expect.objectContaining({ what: expect.stringContaining('api.list_missing') }),
  ])
  await supabase.exec('alter function api.gone(text[]) rename to list_missing')
  expect(wrong(await examine({ SUPABASE_SECRET_KEY: undefined }))).toEqual([
    expect.objectContaining({ about: 'photos' }),
  ])
  expect(wrong(await examine({}, { url: 'http://127.0.0.1:9' }))).toEqual([
    expect.objectContaining({ what: expect.stringContaining('does not answer') }),
  ])
})

describe('with a token of the management API', () => {
  const whole = {
    site_url: 'https://salama.example.org',
    uri_allow_list: '',
    smtp_host: 'mail.example.org',
    mailer_otp_length: 6,
    mailer_otp_exp: 600,
    password_min_length: 8,
    security_update_password_require_reauthentication: true,
    refresh_token_rotation_enabled: true,
    security_refresh_token_reuse_interval: 10,
    rate_limit_email_sent: 100,
    rate_limit_otp: 300,
    rate_limit_verify: 300,
    rate_limit_token_refresh: 1800,
    hook_send_email_enabled: false,
    mailer_templates_confirmation_content: '{{ .Token }}',
    mailer_templates_magic_link_content: '{{ .Token }}',
    mailer_templates_recovery_content: '{{ .Token }}',
  }
  let config: object
  const management = createServer(({ url, headers }, response) => {
    const isAsked = url === '/v1/projects/abcdefghijklmnopqrst/config/auth' && headers.authorization === 'Bearer sbp_1'
    response.writeHead(isAsked ? 200 : 401).end(JSON.stringify(config))
  })
  beforeAll(() => new Promise<void>((resolve) => void management.listen(0, '127.0.0.1', resolve)))
  afterAll(() => void management.close())

  const compare = (token = 'sbp_1') => {
    const address = management.address()
    const api = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const given = { SUPABASE_ACCESS_TOKEN: token, SALAMA_RIDER_URL: whole.site_url }
    return checkAuthSettings('https://abcdefghijklmnopqrst.supabase.co', given, api)
  }

  it('finds nothing wrong with settings as they should be, and leaves Realtime alone to be looked at', async () => {
    config = whole
    expect(wrong(await compare())).toEqual([])
  })

  it.each<[object, RegExp]>([
    [{ mailer_templates_recovery_content: '{{ .ConfirmationURL }}' }, /code\.html/],
    [{ smtp_host: null }, /mail server of your own/],
    [{ mailer_otp_exp: 3600 }, /mailer_otp_exp is 3600/],
    [{ refresh_token_rotation_enabled: false }, /refresh_token_rotation_enabled is false/],
    [{ rate_limit_verify: 30 }, /rate_limit_verify is 30/],
    [{ site_url: 'http://localhost:3000' }, /site URL/],
    [{ uri_allow_list: 'https://*.example.org' }, /redirect URL/],
    [{ hook_send_email_enabled: true }, /no hook/],
  ])('names what is other: %j', async (more, words) => {
    config = { ...whole, ...more }
    expect(wrong(await compare())).toEqual([
      {
        about: 'auth',
        state: 'fault',
        what: expect.stringMatching(words),
        mend: expect.stringContaining('Authentication'),
      },
    ])
  })

  it('says that the token is refused', async () => {
    expect(await compare('sbp_2')).toEqual([expect.objectContaining({ what: expect.stringContaining('401') })])
  })
})
