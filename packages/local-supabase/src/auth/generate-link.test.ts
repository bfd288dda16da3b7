import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSecrets } from '../../../processes/src/secrets.mjs'
import { serverHeaders } from '../../../processes/src/server-token.mjs'
import { type LocalSupabase, PEOPLE, startLocalSupabase } from '../index.ts'

const secrets = makeSecrets()
let supabase: LocalSupabase
let withoutIssuer: LocalSupabase
beforeAll(async () => {
  const options = { ...secrets, port: 0, dataDir: 'memory', passwordCost: 4 }
  supabase = await startLocalSupabase({ ...options, demo: true, hasIssuer: true })
  withoutIssuer = await startLocalSupabase(options)
})
afterAll(() => Promise.all([supabase.close(), withoutIssuer.close()]))

const NOBODY = { apikey: secrets.publishableKey }
type Keys = typeof NOBODY & { authorization?: string }
async function ask(path: string, body: object, keys: Keys = serverHeaders('rider', secrets), at = supabase) {
  const response = await fetch(`${at.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { ...keys, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: Object(await response.json().catch(() => null)) }
}
const generate = (email: string, keys?: Keys, at?: LocalSupabase) =>
  ask('admin/generate_link', { type: 'magiclink', email }, keys, at)
const verify = (link: { hashed_token: string; verification_type: string }, keys?: Keys, at?: LocalSupabase) =>
  ask('verify', { type: link.verification_type, token_hash: link.hashed_token }, keys, at)
const { email } = PEOPLE.amina

test('signs in to an account, once, and sends no mail', async () => {
  const { body: link } = await generate(email.toUpperCase())
  await expect(verify(link)).resolves.toMatchObject({ status: 200, body: { user: { email } } })
  await expect(verify(link)).resolves.toMatchObject({ status: 403 })
  await supabase.settled()
  expect(supabase.mailbox.list(email)).toEqual([])
})

test('creates a confirmed account without a password', async () => {
  const { body: link } = await generate('neema@salama.test')
  await expect(verify(link)).resolves.toMatchObject({ status: 200 })
  await expect(
    supabase.query(
      `select encrypted_password, email_confirmed_at is not null as confirmed from auth.users where email = 'neema@salama.test'`,
    ),
  ).resolves.toEqual([{ encrypted_password: '', confirmed: true }])
})

test('works although strangers have used up the attempts of the address', async () => {
  for (let made = 0; made < 11; made++) await ask('verify', { type: 'recovery', email, token: '000000' })
  await expect(ask('verify', { type: 'recovery', email, token: '000000' })).resolves.toMatchObject({ status: 429 })
  await expect(verify((await generate(email)).body)).resolves.toMatchObject({ status: 200 })
})

test('is only for apps that people sign in to, only with an issuer, and only magic links', async () => {
  const others = [
    serverHeaders('worker', secrets),
    serverHeaders('api', secrets),
    { apikey: secrets.secretKey },
    NOBODY,
  ]
  for (const keys of others) await expect(generate(email, keys)).resolves.toMatchObject({ status: 403 })
  await expect(generate(email, serverHeaders('rider', secrets), withoutIssuer)).resolves.toMatchObject({ status: 403 })
  const { body: link } = await generate(email)
  await expect(verify(link, NOBODY)).resolves.toMatchObject({ status: 403 })
  await expect(ask('admin/generate_link', { type: 'recovery', email })).resolves.toMatchObject({ status: 400 })
  await expect(generate('not an address')).resolves.toMatchObject({ status: 400 })
})

test('without an issuer it is for the servers that verify passkeys, and for accounts that have one of their app', async () => {
  const [owner, other] = ['owner@salama.test', 'other@salama.test']
  for (const address of [owner, other])
    await withoutIssuer.query(
      'insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now())',
      [address],
    )
  await withoutIssuer.query(
    `insert into app.passkeys (credential_id, user_id, app, name, public_key, counter, transports, created_at)
     select 'a-credential', id, 'admin', 'A key', 'key', 0, '{}', now() from auth.users where email = $1`,
    [owner],
  )
  const keys = serverHeaders('admin', secrets)
  const { status, body: link } = await generate(owner, keys, withoutIssuer)
  expect(status).toBe(200)
  await expect(verify(link, keys, withoutIssuer)).resolves.toMatchObject({ body: { user: { email: owner } } })
  for (const address of [other, 'nobody@salama.test'])
    await expect(generate(address, keys, withoutIssuer)).resolves.toMatchObject({ status: 403 })
  for (const server of ['surveyor', 'rider'] as const)
    await expect(generate(owner, serverHeaders(server, secrets), withoutIssuer)).resolves.toMatchObject({ status: 403 })
})

test('no id of an account tells when it was made', async () => {
  for (const address of ['wanjiku@salama.test', 'otieno@salama.test']) await verify((await generate(address)).body)
  const ids = await supabase.query<{ id: string }>('select id::text from auth.users')
  expect(ids.length).toBeGreaterThan(5)
  expect(ids.filter(({ id }) => !/^[^-]+-[^-]+-4/.test(id))).toEqual([])
})
