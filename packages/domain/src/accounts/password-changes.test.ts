import { randomUUID } from 'node:crypto'
import { CAST, claimsOf, openDatabase, type PersonName, type TestDatabase, type Who } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

// What Auth writes when somebody changes a password: at a hosted project with any valid token.

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await db.resetClock()
  await db.sql('delete from auth.users')
  for (const { id, email } of [CAST.amina, CAST.dalmas, CAST.eve])
    await db.sql(
      `insert into auth.users (id, email, email_confirmed_at, encrypted_password) values ($1, $2, now(), '$2b$old')`,
      [id, email],
    )
})
afterAll(() => db.close())

async function startSession(name: PersonName, ageMinutes = 0) {
  const id = randomUUID()
  await db.sql(
    'insert into auth.sessions (id, user_id, created_at) values ($1, $2, now() - make_interval(mins => $3::int))',
    [id, CAST[name].id, ageMinutes],
  )
  return { id, who: { ...claimsOf(name), session_id: id } as Who }
}
const write = (name: PersonName, hash = '$2b$new') =>
  db.sql('update auth.users set encrypted_password = $2 where id = $1', [CAST[name].id, hash])
const check = ({ who }: { who: Who }) => db.as(who).rpc('check_password_change')
const passwordOf = async (name: PersonName) =>
  (await db.sql('select encrypted_password as hash from auth.users where id = $1', [CAST[name].id]))[0]
const refused = (slug: string) => expect.objectContaining({ slug })

test('a password changes within ten minutes of signing in, and no later', async () => {
  const session = await startSession('amina', 9)
  await expect(check(session)).resolves.toEqual({ allowed: true })
  await write('amina')
  expect(await passwordOf('amina')).toEqual({ hash: '$2b$new' })
  await db.shiftClock('2 minutes')
  await expect(check(session)).rejects.toEqual(refused('password_required'))
  await expect(write('amina', '$2b$of.eve')).rejects.toThrow('password_required')
  expect(await passwordOf('amina')).toEqual({ hash: '$2b$new' })
})

test('an old session changes it after its password was proven again', async () => {
  const old = await startSession('amina', 600)
  await expect(check(old)).rejects.toEqual(refused('password_required'))
  const proof = await startSession('amina')
  await db.as(proof.who).rpc('confirm_password', { p_session: old.id })
  await db.sql('delete from auth.sessions where id = $1', [proof.id])
  await expect(check(old)).resolves.toEqual({ allowed: true })
  await expect(write('amina')).resolves.toBeDefined()
})

test('who has a second factor proves it first, in the session that changes the password', async () => {
  const session = await startSession('dalmas')
  await db.sql(
    `insert into app.second_factors (user_id, secret, created_at, confirmed_at, attempts_from)
     values ($1, repeat('x', 32), now(), now(), now())`,
    [CAST.dalmas.id],
  )
  await expect(check(session)).rejects.toEqual(refused('second_factor_required'))
  await expect(write('dalmas')).rejects.toThrow('password_required')
  await db.sql('insert into app.proven_sessions (session_id, user_id, second_factor_at) values ($1, $2, now())', [
    session.id,
    CAST.dalmas.id,
  ])
  await expect(check(session)).resolves.toEqual({ allowed: true })
  await expect(check(await startSession('dalmas'))).rejects.toEqual(refused('second_factor_required'))
  await expect(write('dalmas')).resolves.toBeDefined()
})

test('neither the session of somebody else nor a first password helps; one may always be taken away', async () => {
  await startSession('eve')
  await expect(write('amina')).rejects.toThrow('password_required')
  await write('amina', '')
  await expect(write('amina')).rejects.toThrow('password_required')
  await expect(db.as('anon').rpc('check_password_change')).rejects.toBeDefined()
})
