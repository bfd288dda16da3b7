import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeSecrets } from '../../../processes/src/secrets.mjs'
import { DEMO_PASSWORD, type LocalSupabase, PEOPLE, startLocalSupabase } from '../index.ts'

// Who gets into an account, whoever was there first. Eve knows the publishable key, as everybody does.

const secrets = makeSecrets()
let supabase: LocalSupabase
let startedAt = Date.now()
beforeAll(async () => {
  supabase = await startLocalSupabase({ ...secrets, port: 0, dataDir: 'memory', demo: true, passwordCost: 4 })
})
afterAll(async () => {
  vi.useRealTimers()
  await supabase.close()
})
/** Each test starts at its own time, with empty counters. */
afterEach(() => {
  startedAt += 24 * 3600_000
  vi.setSystemTime(startedAt)
})

type Sent = { browser?: string; token?: string; method?: string }
async function ask(path: string, body: object, { browser, token, method = 'POST' }: Sent = {}) {
  const response = await fetch(`${supabase.url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: secrets.publishableKey,
      'content-type': 'application/json',
      ...(browser !== undefined && { 'x-salama-browser': browser }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: Object(await response.json().catch(() => null)) }
}

async function codeFor(email: string, browser?: string, body: object = {}): Promise<string> {
  expect(await ask('otp', { ...body, email }, { ...(browser && { browser }) })).toEqual({ status: 200, body: {} })
  await supabase.settled()
  return String(supabase.mailbox.list(email)[0]?.code)
}
const enter = (email: string, token: string, browser?: string) =>
  ask('verify', { email, token, type: 'email' }, { ...(browser && { browser }) })
const signIn = (email: string, password: string) => ask('token?grant_type=password', { email, password })
const accounts = (email: string) =>
  supabase.query(
    'select email, encrypted_password as password, raw_user_meta_data as metadata from auth.users where email = $1',
    [email],
  )

const newAddress = () => `neema-${crypto.randomUUID()}@salama.test`
const EVES = 'a-password-of-eve'

describe('an account under an address that is not one’s own', () => {
  it.each(['signup', 'recover', 'resend', 'magiclink', 'invite', 'admin/users'])(
    'is not created at %s',
    async (endpoint) => {
      const email = newAddress()
      const body = { email, password: EVES, type: 'signup', data: { name: 'Eve' } }
      expect((await ask(endpoint, body)).status).toBe(404)
      await supabase.settled()
      expect(await accounts(email)).toEqual([])
      expect(supabase.mailbox.list(email)).toEqual([])
    },
  )

  it('is not created by asking for a code, and takes neither password nor metadata', async () => {
    const email = newAddress()
    const code = await codeFor(email, 'eve', { password: EVES, data: { name: 'Eve' }, create_user: true })
    expect(await accounts(email)).toEqual([])
    expect(code).toMatch(/^\d{6}$/)
    const owners = await codeFor(email, 'owner')
    expect((await enter(email, owners, 'owner')).status).toBe(200)
    expect(await accounts(email)).toEqual([{ email, password: '', metadata: {} }])
    expect((await signIn(email, EVES)).status).toBe(400)
    expect((await enter(email, owners, 'eve')).status).toBe(403)
  })

  it('keeps no password of Eve from before, whoever confirms it', async () => {
    const email = newAddress()
    await supabase.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, raw_user_meta_data)
       select gen_random_uuid(), aud, role, $1, encrypted_password, '{"name": "Eve"}' from auth.users where email = $2`,
      [email, PEOPLE.eve.email],
    )
    expect((await signIn(email, DEMO_PASSWORD)).body).toMatchObject({ error_code: 'invalid_credentials' })
    const { body } = await enter(email, await codeFor(email))
    expect((await signIn(email, DEMO_PASSWORD)).status).toBe(400)
    expect(body.user).toMatchObject({ email, user_metadata: {} })
    const chosen = await ask('user', { password: 'a-password-of-hers' }, { method: 'PUT', token: body.access_token })
    expect(chosen.status).toBe(200)
    expect((await signIn(email, 'a-password-of-hers')).status).toBe(200)
  })

  it('is not taken over by changing one’s own address to it', async () => {
    const { body } = await signIn(PEOPLE.eve.email, DEMO_PASSWORD)
    const change = { email: newAddress(), data: { name: 'Eve' } }
    expect((await ask('user', change, { method: 'PUT', token: body.access_token })).status).toBe(422)
  })
})

describe('a code', () => {
  it('signs in to the account that there is, and leaves its password', async () => {
    const { email, id } = PEOPLE.amina
    const { status, body } = await enter(email.toUpperCase(), await codeFor(email))
    expect([status, body.user.id]).toEqual([200, id])
    expect((await signIn(email, DEMO_PASSWORD)).status).toBe(200)
  })

  it('works only in the browser that asked for it; another one may have its own, and both work', async () => {
    const { email } = PEOPLE.baraka
    const phone = await codeFor(email, 'phone')
    const laptop = await codeFor(email, 'laptop')
    expect((await enter(email, phone, 'laptop')).status).toBe(403)
    expect((await enter(email, phone)).status).toBe(403)
    expect((await enter(email, phone, 'phone')).status).toBe(200)
    expect((await enter(email, laptop, 'laptop')).status).toBe(200)
  })

  it('works once, and so does each that one browser asked for', async () => {
    const { email } = PEOPLE.chebet
    const first = await codeFor(email, 'phone')
    const second = await codeFor(email, 'phone')
    for (const code of [first, second]) {
      expect((await enter(email, code, 'phone')).status).toBe(200)
      expect((await enter(email, code, 'phone')).status).toBe(403)
    }
  })

  it('works for ten minutes', async () => {
    const { email } = PEOPLE.dalmas
    const [early, late] = [await codeFor(email, 'phone'), await codeFor(email, 'phone')]
    vi.setSystemTime(Date.now() + 9 * 60_000)
    expect((await enter(email, early, 'phone')).status).toBe(200)
    vi.setSystemTime(Date.now() + 61_000)
    expect((await enter(email, late, 'phone')).status).toBe(403)
  })

  it('is for one address', async () => {
    const code = await codeFor(PEOPLE.eve.email, 'phone')
    expect((await enter(PEOPLE.dalmas.email, code, 'phone')).status).toBe(403)
    expect((await enter(`${PEOPLE.eve.email}\0phone`, code)).status).toBe(403)
  })

  it('is refused without an API key, and no mail is sent', async () => {
    const { email } = PEOPLE.dalmas
    const before = supabase.mailbox.list(email).length
    const headers = { apikey: 'sb_publishable_other', 'content-type': 'application/json' }
    const post = (path: string, body: object) =>
      fetch(`${supabase.url}/auth/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect((await post('otp', { email })).status).toBe(401)
    expect((await post('verify', { email, token: '123456', type: 'email' })).status).toBe(401)
    await supabase.settled()
    expect(supabase.mailbox.list(email)).toHaveLength(before)
  })
})
