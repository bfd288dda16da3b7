import { afterEach, expect, test, vi } from 'vitest'
import { appEnv, appPorts, appUrls, metricsEnv, reachedAt, SUPABASE_PLACE, workerEnv } from './app-env.mjs'
import { APPS, makeSecrets } from './secrets.mjs'
import { SERVERS, variableOf } from './server-token.mjs'

// A process gets what it needs and nothing that lets it act as another: whoever takes it over takes what it holds.

afterEach(() => vi.unstubAllEnvs())

const secrets = makeSecrets()
const installation = { supabaseUrl: 'http://127.0.0.1:54321', secrets, addresses: appUrls(appPorts(3000)) }
const SHARED = 'the secret that a project shares with its API'

/** As the process sees it: what it inherits, and over it its own. */
const seenBy = (name: (typeof PROCESSES)[number], at: Parameters<typeof workerEnv>[0] = installation) => ({
  ...process.env,
  ...(name === 'worker' ? workerEnv(at, 3005) : appEnv(name, at)),
})
const PROCESSES = [...APPS, 'worker'] as const

/** What signs or opens everything. */
const minting = () => [
  secrets.secretKey,
  secrets.deviceSecret,
  ...secrets.signingKeys.map(({ d }) => d),
  'of the project',
  SHARED,
]

test.each(PROCESSES)('%s holds nothing that mints tokens, whatever npm start was given', (name) => {
  for (const inherited of ['SUPABASE_SECRET_KEY', 'AUTH_JWT_SECRET']) vi.stubEnv(inherited, 'of the project')
  vi.stubEnv('OIDC_ISSUER', 'https://id.example.org')
  const seen = JSON.stringify(seenBy(name))
  for (const secret of minting()) expect(seen).not.toContain(secret)
})

test.each(PROCESSES)('%s holds a token of its own alone, which ends within an hour', (name) => {
  const { SERVER_TOKEN = '', ...others } = seenBy(name)
  const { role, iat, exp } = JSON.parse(Buffer.from(SERVER_TOKEN.split('.')[1] ?? '', 'base64url').toString())
  expect([role, exp - iat]).toEqual([`${name}_server`, 3600])
  for (const server of SERVERS) expect(Object(others)[variableOf(server)]).toBe('')
})

test.each(APPS)('%s verifies with published keys', (name) => {
  vi.stubEnv('AUTH_ISSUER', 'https://elsewhere.example.org')
  expect(seenBy(name)).toMatchObject({
    AUTH_ISSUER: 'http://127.0.0.1:54321/auth/v1',
    AUTH_JWKS_URL: 'http://127.0.0.1:54321/auth/v1/.well-known/jwks.json',
    AUTH_JWT_SECRET: '',
  })
})

test.each([
  [undefined, '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['10.0.0.5', '10.0.0.5'],
  ['fd00::5', '[fd00::5]'],
])('what listens on %s is reached at %s', (host, expected) => {
  expect(reachedAt(host)).toBe(expected)
})

test('tokens have one issuer wherever Supabase listens', () => {
  expect(seenBy('api', { ...installation, supabaseUrl: 'http://supabase:54321' })).toMatchObject({
    SUPABASE_URL: 'http://supabase:54321',
    AUTH_ISSUER: 'http://127.0.0.1:54321/auth/v1',
    AUTH_JWKS_URL: 'http://supabase:54321/auth/v1/.well-known/jwks.json',
  })
})

test('a project’s secrets go to the processes that cannot do without them', () => {
  const project = { ...installation, isProject: true, secrets: { ...secrets, sharedSecret: SHARED } }
  const holds = (secret: string) => PROCESSES.filter((name) => JSON.stringify(seenBy(name, project)).includes(secret))
  expect(holds(SHARED)).toEqual(['api'])
  expect(holds(secrets.secretKey)).toEqual(['rider', 'surveyor', 'admin', 'worker'])
  vi.stubEnv('OIDC_ISSUER', 'https://id.example.org')
  expect(holds(secrets.secretKey)).toEqual(PROCESSES)
})

test('each process serves its metrics on a port of its own beside the first, and none where there is no first', () => {
  const ports = () =>
    [...PROCESSES.map((name) => seenBy(name)), metricsEnv(SUPABASE_PLACE)].map((env) => Object(env).METRICS_PORT)
  vi.stubEnv('METRICS_PORT', '9460')
  expect(ports()).toEqual(['9460', '9461', '9462', '9463', '9464', '9465', '9466'])
  vi.stubEnv('METRICS_PORT', '')
  expect(ports().filter(Boolean)).toEqual([])
})
