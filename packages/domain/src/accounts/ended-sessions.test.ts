import { randomUUID } from 'node:crypto'
import { CAST, claimsOf, openDatabase, type PersonName, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await db.sql('delete from auth.users')
  for (const { id, email } of Object.values(CAST))
    await db.sql('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [id, email])
})
afterAll(() => db.close())

const startSession = async (name: PersonName) => {
  const id = randomUUID()
  await db.sql('insert into auth.sessions (id, user_id) values ($1, $2)', [id, CAST[name].id])
  return id
}
/** Auth does the same on sign-out. */
const endSession = (id: string) => db.sql('delete from auth.sessions where id = $1', [id])

const claims = (name: PersonName, session: unknown) => ({ ...claimsOf(name), session_id: session })
const readOwn = (who: Record<string, unknown>) => db.as(who).rpc('get_current_user')
const invalidToken = expect.objectContaining({ slug: 'invalid_token' })

test('accepts a token while its session is active and rejects it once the session has ended', async () => {
  const [phone, laptop] = [await startSession('amina'), await startSession('amina')]
  await expect(readOwn(claims('amina', phone))).resolves.toMatchObject({ id: CAST.amina.id })
  await endSession(phone)
  await expect(readOwn(claims('amina', phone))).rejects.toEqual(invalidToken)
  await expect(readOwn(claims('amina', laptop))).resolves.toMatchObject({ id: CAST.amina.id })
})

test('a session ends 30 days after its sign-in, however it was refreshed', async () => {
  const session = await startSession('amina')
  const age = (days: number) =>
    db.sql('update auth.sessions set created_at = now() - make_interval(days => $1::int), refreshed_at = now()', [days])
  await age(29)
  await expect(readOwn(claims('amina', session))).resolves.toMatchObject({ id: CAST.amina.id })
  await age(31)
  await expect(readOwn(claims('amina', session))).rejects.toEqual(invalidToken)
})

test('a token of an ended session cannot read public data or delete the account', async () => {
  const session = await startSession('amina')
  await endSession(session)
  const who = claims('amina', session)
  await expect(db.as(who).rpc('list_saccos', { p_limit: 1 })).rejects.toEqual(invalidToken)
  await expect(db.as(who).rpc('delete_own_account', { p_confirm: CAST.amina.id })).rejects.toEqual(invalidToken)
  expect(await db.sql('select from auth.users where id = $1', [CAST.amina.id])).toHaveLength(1)
})

test.each([
  ['of somebody else', () => startSession('baraka')],
  ['that never was', randomUUID],
  ['that is no id', () => 'none'],
  ['without a name', () => ''],
])('rejects a token that names a session %s', async (_, make) => {
  await expect(readOwn(claims('amina', await make()))).rejects.toEqual(invalidToken)
})

test('accepts a token without a session id until it expires', async () => {
  await expect(readOwn(claimsOf('amina'))).resolves.toMatchObject({ id: CAST.amina.id })
  const other = { sub: 'auth0|neema', iss: 'https://issuer.test/', role: 'authenticated' }
  await expect(readOwn(other)).resolves.toMatchObject({ roles: ['rider'] })
})

test('deleting the account ends all its sessions', async () => {
  const [phone, laptop] = [await startSession('amina'), await startSession('amina')]
  await db.as(claims('amina', phone)).rpc('delete_own_account', { p_confirm: CAST.amina.id })
  for (const session of [phone, laptop]) await expect(readOwn(claims('amina', session))).rejects.toEqual(invalidToken)
  expect(await db.sql('select from auth.sessions where user_id = $1', [CAST.amina.id])).toEqual([])
})
