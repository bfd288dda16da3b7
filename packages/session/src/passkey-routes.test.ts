import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nowS, sessionCookies } from './session-cookie.ts'
import { authInTest, Browser } from './testing/account-browser.ts'
import { PRESENT, SoftwareKey } from './testing/software-key.ts'
import type { Asked } from './testing/stand-in.ts'

vi.stubEnv('APP_NAME', 'admin')
vi.stubEnv('APP_URL', 'http://localhost:3004')

const auth = authInTest()
const DALMAS = { id: 'd0000000-0000-4000-8000-000000000004', email: 'dalmas@salama.test' }
const page = { flow: 'sign-in', locale: 'en', callbackUrl: '/en/review' }

/** Tokens as Auth signs them, which name their session; nobody verifies the signature here. */
const tokenOf = (session: string) =>
  ['{}', JSON.stringify({ session_id: session })].map((part) => Buffer.from(part).toString('base64url')).join('.')
const session = (id: string) => ({
  ...{ sub: DALMAS.id, email: DALMAS.email, accessToken: tokenOf(id), refreshToken: 'r', expiresAt: nowS() + 3600 },
})

/** What the database has, in the few functions that are called. */
let stored: { credential?: string; publicKey?: unknown; used: unknown[] }
let made: string[]
beforeEach(() => {
  stored = { used: [] }
  made = []
  auth.state.reply = ({ path, body }: Asked) => {
    const args: Record<string, unknown> = Object(body)
    const ok = (reply: object) => ({ status: 200, body: reply })
    switch (path.replace('/rest/v1/rpc/', '')) {
      case 'begin_passkey':
        return ok({ userId: DALMAS.id, email: DALMAS.email, passkeys: [] })
      case 'add_passkey':
        stored = { ...stored, credential: String(args.p_credential), publicKey: args.p_public_key }
        return ok([])
      case 'find_passkey':
        if (args.p_credential !== stored.credential)
          return { status: 400, body: { code: 'PT400', message: 'not_found' } }
        return ok({ userId: DALMAS.id, email: DALMAS.email, publicKey: stored.publicKey, counter: 0 })
      case 'accept_passkey': {
        const accepted = !stored.used.includes(args.p_challenge)
        stored.used.push(args.p_challenge)
        return ok({ accepted })
      }
      case '/auth/v1/admin/generate_link':
        return ok({ hashed_token: 'hash', verification_type: 'magiclink' })
      case '/auth/v1/verify': {
        const id = randomUUID()
        made.push(id)
        const user = { id: DALMAS.id, email: DALMAS.email }
        return ok({ access_token: tokenOf(id), refresh_token: 'r', expires_in: 3600, user })
      }
      default:
        return path.startsWith('/auth/') ? { status: 204 } : ok({})
    }
  }
})
afterEach(() => vi.useRealTimers())

const called = (name: string) => auth.state.asked.filter(({ path }) => path.endsWith(`/${name}`))
const options = async (browser: Browser, action: string) => (await browser.post(action, {})).body.options

async function signedInBrowser(id: string) {
  const browser = new Browser()
  for (const { name, value } of await sessionCookies(session(id), () => undefined)) browser.cookies.set(name, value)
  return browser
}

/** A key that was added to the account of Dalmas. */
async function added() {
  const [browser, key] = [await signedInBrowser(randomUUID()), new SoftwareKey('http://localhost:3004')]
  const answer = key.make(await options(browser, 'new-passkey-options'))
  const reply = await browser.post('new-passkey', { name: ' My phone ', answer })
  expect(reply).toEqual({ status: 200, body: { done: true, passkeys: [] } })
  auth.state.asked = []
  return key
}
const signIn = async (key: SoftwareKey, twist: Parameters<SoftwareKey['use']>[1] = {}, browser = new Browser()) => {
  const answer = key.use(await options(browser, 'passkey-options'), twist)
  return { browser, answer, reply: await browser.post('passkey', { ...page, answer }) }
}
const refused = expect.objectContaining({ status: 422, body: expect.objectContaining({ code: 'wrong_code' }) })

test('stores the public key of a new passkey, for a key that asked for finger or PIN', async () => {
  const [browser, key] = [await signedInBrowser(randomUUID()), new SoftwareKey('http://localhost:3004')]
  const asked = await options(browser, 'new-passkey-options')
  expect(asked).toMatchObject({
    rp: { id: 'localhost', name: 'Salama' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const noPin = key.make(asked, { flags: PRESENT })
  await expect(browser.post('new-passkey', { name: 'A', answer: noPin })).resolves.toEqual(refused)
  const elsewhere = key.make(asked, { origin: 'http://localhost:3001' })
  await expect(browser.post('new-passkey', { name: 'A', answer: elsewhere })).resolves.toEqual(refused)
  expect(called('add_passkey')).toEqual([])
  await browser.post('new-passkey', { name: ' My phone ', answer: key.make(asked) })
  expect(called('add_passkey')).toMatchObject([
    { body: { p_credential: key.id, p_name: 'My phone', p_app: 'admin', p_counter: 0, p_transports: ['internal'] } },
  ])
  // The challenge is gone with it.
  await expect(browser.post('new-passkey', { name: 'B', answer: key.make(asked) })).resolves.toEqual(refused)
})

test('signs in without a name: Auth makes the session, which the passkey proves', async () => {
  const { browser, reply } = await signIn(await added())
  expect(reply).toEqual({ status: 200, body: { done: true, next: '/en/review' } })
  expect(called('generate_link')).toMatchObject([{ body: { type: 'magiclink', email: DALMAS.email } }])
  expect(called('accept_passkey')).toMatchObject([{ body: { p_session: made[0], p_counter: 0 } }])
  await expect(browser.session()).resolves.toMatchObject({ sub: DALMAS.id, accessToken: tokenOf(made[0] ?? '') })
})

test('proves both factors for the session that the same person has in this browser', async () => {
  const key = await added()
  const here = randomUUID()
  const { browser, reply } = await signIn(key, {}, await signedInBrowser(here))
  expect(reply).toEqual({ status: 200, body: { done: true, next: '/en/review' } })
  expect(called('accept_passkey')).toMatchObject([{ body: { p_session: here } }])
  expect(called('generate_link')).toEqual([])
  await expect(browser.session()).resolves.toMatchObject({ accessToken: tokenOf(here) })
})

test.each([
  ['at another port', { origin: 'http://localhost:3001' }],
  ['at an address of numbers', { origin: 'http://127.0.0.1:3004' }],
  ['for another host', { rpId: 'example.test' }],
  ['to another challenge', { challenge: 'b3RoZXItY2hhbGxlbmdlLW90aGVyLWNoYWxsZW5nZQ' }],
  ['without finger or PIN', { flags: PRESENT }],
  ['as somebody else', { userHandle: Buffer.alloc(16).toString('base64url') }],
])('refuses an answer %s, and asks Auth for nothing', async (_, twist) => {
  const { browser, reply } = await signIn(await added(), twist)
  expect(reply).toEqual(refused)
  expect([...called('generate_link'), ...called('accept_passkey')]).toEqual([])
  await expect(browser.session()).resolves.toBeNull()
})

test('refuses a key that is not known, and one that signs under the id of another', async () => {
  const [key, eve] = [await added(), new SoftwareKey('http://localhost:3004')]
  await expect(signIn(eve)).resolves.toMatchObject({ reply: refused })
  Object.assign(eve, { userHandle: key.userHandle })
  const browser = new Browser()
  const answer = eve.use(await options(browser, 'passkey-options'))
  const forged = { ...answer, id: key.id, rawId: key.id }
  await expect(browser.post('passkey', { ...page, answer: forged })).resolves.toEqual(refused)
  expect(called('generate_link')).toEqual([])
})

test('a challenge is for one browser and five minutes', async () => {
  const key = await added()
  const [one, other] = [new Browser(), new Browser()]
  const answer = key.use(await options(one, 'passkey-options'))
  await expect(other.post('passkey', { ...page, answer })).resolves.toEqual(refused)
  await options(other, 'passkey-options')
  await expect(other.post('passkey', { ...page, answer })).resolves.toEqual(refused)
  vi.setSystemTime(Date.now() + 6 * 60_000)
  await expect(one.post('passkey', { ...page, answer })).resolves.toEqual(refused)
  expect(called('generate_link')).toEqual([])
})

test('an answer that comes again with its cookie signs nobody in, and the session made for it ends', async () => {
  const key = await added()
  const browser = new Browser()
  const answer = key.use(await options(browser, 'passkey-options'))
  const copy = new Browser()
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  await expect(browser.post('passkey', { ...page, answer })).resolves.toMatchObject({ status: 200 })
  await expect(copy.post('passkey', { ...page, answer })).resolves.toEqual(refused)
  expect(auth.state.asked.at(-1)).toMatchObject({
    path: '/auth/v1/logout?scope=local',
    headers: { authorization: `Bearer ${tokenOf(made[1] ?? '')}` },
  })
  await expect(copy.session()).resolves.toBeNull()
})
