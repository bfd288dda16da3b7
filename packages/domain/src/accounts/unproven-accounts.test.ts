import { CAST, openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

// What Supabase Auth writes when Eve signs up under Amina's address before Amina does. The statements are those of a
// hosted project's Auth, which accepts such a sign-up from anybody who has the publishable key.

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await db.sql('delete from auth.users')
})
afterAll(() => db.close())

const { amina, eve } = CAST
const EVES = { password: '$2b$10$a.hash.of.eves.password', metadata: { locale: 'sw', name: 'Eve was here' } }

const signUp = () =>
  db.sql(
    `insert into auth.users (id, email, encrypted_password, raw_user_meta_data, confirmation_token)
     values ($1, $2, $3, $4::text::jsonb, 'a-hash')`,
    [amina.id, amina.email, EVES.password, JSON.stringify(EVES.metadata)],
  )
const confirm = () =>
  db.sql(`update auth.users set confirmation_token = '', email_confirmed_at = now() where id = $1`, [amina.id])
const update = (column: string, value: string, id: string = amina.id) =>
  db.sql(`update auth.users set ${column} = $2 where id = $1`, [id, value])
const startSession = (userId: string) =>
  db.sql('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [userId])
const account = async (id: string = amina.id) =>
  (
    await db.sql(
      `select encrypted_password as password, raw_user_meta_data as metadata,
              (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions
         from auth.users u where u.id = $1`,
      [id],
    )
  )[0]
const EMPTY = { password: '', metadata: {}, sessions: 0 }

test('stores no password and no metadata before the address is proven', async () => {
  await signUp()
  await expect(account()).resolves.toEqual(EMPTY)
  await update('encrypted_password', EVES.password)
  await update('raw_user_meta_data', JSON.stringify(EVES.metadata))
  await expect(account()).resolves.toEqual(EMPTY)
})

test('drops what comes with the proof itself, and ends sessions from before it', async () => {
  await signUp()
  await startSession(amina.id)
  await db.sql(
    `update auth.users set encrypted_password = $2, raw_user_meta_data = '{"name": "Eve"}', email_confirmed_at = now()
      where id = $1`,
    [amina.id, EVES.password],
  )
  await expect(account()).resolves.toEqual(EMPTY)
})

test('empties what was there before this rule, when its address is proven', async () => {
  await signUp()
  await db.sql('alter table auth.users disable trigger user')
  await update('encrypted_password', EVES.password)
  await db.sql('alter table auth.users enable trigger user')
  await confirm()
  await expect(account()).resolves.toEqual(EMPTY)
})

test('keeps the password that is chosen after the proof, and the sessions from then on', async () => {
  await signUp()
  await confirm()
  await startSession(amina.id)
  await update('encrypted_password', 'the hash of Aminas password')
  await update('raw_user_meta_data', '{"locale": "sw"}')
  await db.sql('update auth.users set last_sign_in_at = now() where id = $1', [amina.id])
  await expect(account()).resolves.toEqual({
    password: 'the hash of Aminas password',
    metadata: { locale: 'sw' },
    sessions: 1,
  })
})

test('refuses that Eve changes the address of her account to that of Amina', async () => {
  await db.sql(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, $3, now())`,
    [eve.id, eve.email, EVES.password],
  )
  await expect(update('email_change', amina.email, eve.id)).rejects.toThrow('forbidden')
  await expect(account(eve.id)).resolves.toMatchObject({ password: EVES.password })
})

test('an account starts anew when an operator changes its address', async () => {
  await db.sql(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, $3, now())`,
    [eve.id, eve.email, EVES.password],
  )
  await startSession(eve.id)
  await update('email', amina.email, eve.id)
  await expect(account(eve.id)).resolves.toEqual(EMPTY)
})
