import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, whyNoDemo, whyPublic } from './demo.mjs'
import { whyNotThisAuth } from './hosted.mjs'

test('there may be a demo while all addresses are of this computer', () => {
  expect(whyNoDemo({})).toBeUndefined()
  expect(
    whyNoDemo({
      SALAMA_RIDER_URL: 'http://localhost:4001',
      SALAMA_ADMIN_URL: 'http://127.0.0.1:4004',
      SALAMA_API_URL: 'http://[::1]:4000',
      SALAMA_LEARNING_URL: 'http://learning.localhost',
      SALAMA_LIVE_FEED: 'on',
      NODE_ENV: 'development',
    }),
  ).toBeUndefined()
})

test.each([
  [{ SALAMA_RIDER_URL: 'https://salama.example.org' }, 'SALAMA_RIDER_URL is a public address'],
  [{ SALAMA_API_URL: 'http://192.168.1.20:3000' }, 'SALAMA_API_URL is a public address'],
  [{ SALAMA_SURVEYOR_URL: 'http://localhost.example.org' }, 'SALAMA_SURVEYOR_URL is a public address'],
  [{ SALAMA_ADMIN_URL: 'not an address' }, 'SALAMA_ADMIN_URL is a public address'],
  [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
  [{ HOST: '0.0.0.0' }, 'HOST is an address for others'],
])('%j is for others, too, so there is neither demo nor mailbox', (env, because) => {
  expect([whyPublic(env), whyNoDemo(env)]).toEqual([because, because])
})

test.each([
  [{ SALAMA_DEMO: 'off' }, 'it was started with --no-demo'],
  [{ DATABASE_URL: 'postgres://localhost/salama' }, 'DATABASE_URL is set'],
  [{ SUPABASE_URL: 'http://127.0.0.1:54321' }, 'SUPABASE_URL is set'],
])('%j has no demo', (env, because) => {
  expect(whyNoDemo(env)).toBe(because)
})

/** Auth of a hosted project: its settings, and the passwords of its accounts. */
let auth = { autoconfirm: false, passwords: new Map<string, string>() }
const server = createServer(async (request, response) => {
  const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
  if (request.url === '/auth/v1/settings') return answer(200, { mailer_autoconfirm: auth.autoconfirm })
  const { email, password } = JSON.parse(await text(request))
  return auth.passwords.get(email) === password ? answer(200, { access_token: 'x' }) : answer(400, {})
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address !== null && typeof address !== 'string') url = `http://127.0.0.1:${address.port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('a Supabase project is refused while an account has the password of the demo', async () => {
  auth = { autoconfirm: false, passwords: new Map([['dalmas@salama.test', 'another password']]) }
  await expect(whyNotThisAuth(url, 'key')).resolves.toBeUndefined()
  auth.passwords.set('dalmas@salama.test', DEMO_PASSWORD)
  await expect(whyNotThisAuth(url, 'key')).resolves.toMatch(/dalmas@salama\.test.*SUPABASE_URL is set.*delete them/)
})

test('a Supabase project is refused while it confirms addresses without a proof', async () => {
  auth = { autoconfirm: true, passwords: new Map() }
  await expect(whyNotThisAuth(url, 'key')).resolves.toMatch(/Confirm email/)
})

test('a Supabase project that does not respond cannot be checked', async () => {
  await expect(whyNotThisAuth('http://127.0.0.1:9', 'key')).resolves.toBeUndefined()
})
