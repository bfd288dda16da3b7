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

/** As Auth makes one, with a refresh token. */
async function signIn(name: PersonName, ageMinutes = 0) {
  const id = randomUUID()
  const [begun] = await db.sql<{ at: string }>('select app.instant(now() - make_interval(mins => $1::int)) as at', [
    ageMinutes,
  ])
  await db.sql('insert into auth.sessions (id, user_id, created_at) values ($1, $2, $3)', [
    id,
    CAST[name].id,
    begun?.at,
  ])
  await db.sql(
    'insert into auth.refresh_tokens (id, token, user_id, session_id) values ((random() * 1e15)::bigint, $1, $2, $3)',
    [randomUUID(), CAST[name].id, id],
  )
  return { id, who: { ...claimsOf(name), session_id: id }, since: begun?.at }
}
type SignedIn = Awaited<ReturnType<typeof signIn>>

const rpc = ({ who }: SignedIn, name: string, args: Record<string, unknown> = {}) => db.as(who).rpc(name, args)
const list = (session: SignedIn) => rpc(session, 'list_own_sessions')
const end = (session: SignedIn, other?: SignedIn) =>
  rpc(session, 'end_own_sessions', other ? { p_session: other.id } : {})
const tokensOf = async ({ id }: SignedIn) =>
  (await db.sql('select from auth.refresh_tokens where session_id = $1', [id])).length
const refused = (slug: string) => expect.objectContaining({ slug })

test('lists where somebody is signed in, this session first, and nobody else’s', async () => {
  const [phone, laptop] = [await signIn('amina', 90), await signIn('amina', 5)]
  await signIn('baraka')
  await rpc(phone, 'note_session_browser', { p_app: 'rider', p_browser: 'Chrome', p_system: 'Android' })
  await rpc(phone, 'note_session_browser', { p_app: 'admin', p_browser: 'Other', p_system: '' })
  const used = '2026-11-20T06:00:00Z'
  await db.sql(`update auth.sessions set refreshed_at = $2::timestamptz at time zone 'UTC' where id = $1`, [
    laptop.id,
    used,
  ])
  expect(await list(phone)).toEqual([
    {
      ...{ id: phone.id, isThis: true, since: phone.since, usedAt: phone.since },
      ...{ app: 'rider', browser: 'Chrome', system: 'Android' },
    },
    {
      ...{ id: laptop.id, isThis: false, since: laptop.since, usedAt: used },
      ...{ app: null, browser: null, system: null },
    },
  ])
})

test('a session of more than 30 days ago has ended and is not listed', async () => {
  const [phone, old] = [await signIn('amina'), await signIn('amina', 31 * 24 * 60)]
  expect(await list(phone)).toEqual([expect.objectContaining({ id: phone.id })])
  await expect(list(old)).rejects.toEqual(refused('invalid_token'))
})

test('ending one session refuses its access and refresh tokens at once, and no other’s', async () => {
  const [phone, laptop, lost] = [await signIn('amina'), await signIn('amina'), await signIn('amina')]
  await expect(end(phone, lost)).resolves.toEqual({ ended: 1 })
  await expect(list(lost)).rejects.toEqual(refused('invalid_token'))
  expect([await tokensOf(lost), await tokensOf(laptop)]).toEqual([0, 1])
  await expect(list(laptop)).resolves.toHaveLength(2)
  await expect(end(phone, lost)).rejects.toEqual(refused('not_found'))
})

test('ending all others keeps this one, and those of other people', async () => {
  const [phone, laptop, other] = [await signIn('amina'), await signIn('amina'), await signIn('baraka')]
  await expect(end(phone)).resolves.toEqual({ ended: 1 })
  await expect(list(laptop)).rejects.toEqual(refused('invalid_token'))
  await expect(list(phone)).resolves.toHaveLength(1)
  await expect(list(other)).resolves.toHaveLength(1)
})

test('Eve cannot end the session of somebody else, nor learn whether it exists', async () => {
  const [eve, amina] = [await signIn('eve'), await signIn('amina')]
  await expect(end(eve, amina)).rejects.toEqual(refused('not_found'))
  await expect(end(eve, { ...amina, id: randomUUID() })).rejects.toEqual(refused('not_found'))
  await expect(list(amina)).resolves.toHaveLength(1)
})

test('ending needs the password within ten minutes; proving it again is enough', async () => {
  const [stolen, phone] = [await signIn('amina', 11), await signIn('amina')]
  await expect(end(stolen, phone)).rejects.toEqual(refused('password_required'))
  await expect(end(stolen)).rejects.toEqual(refused('password_required'))
  await expect(list(phone)).resolves.toHaveLength(2)
  await rpc(phone, 'confirm_password', { p_session: stolen.id })
  await expect(end(stolen, phone)).resolves.toEqual({ ended: 1 })
})

test('a token of another issuer has no sessions here, and ends none', async () => {
  await signIn('amina')
  const elsewhere = db.as(claimsOf('amina'))
  await expect(elsewhere.rpc('end_own_sessions')).rejects.toEqual(refused('not_found'))
  await expect(elsewhere.rpc('note_session_browser', { p_app: 'rider', p_browser: '', p_system: '' })).rejects.toEqual(
    refused('not_found'),
  )
})

test('what is known of a session goes with it, and with the account', async () => {
  const [phone, lost] = [await signIn('amina'), await signIn('amina')]
  for (const each of [phone, lost])
    await rpc(each, 'note_session_browser', { p_app: 'rider', p_browser: 'Firefox', p_system: '' })
  expect(await rpc(phone, 'export_own_data')).toMatchObject({
    account: { sessions: Array(2).fill({ since: expect.any(String), app: 'rider', browser: 'Firefox', system: null }) },
  })
  await end(phone, lost)
  await db.sql('select app.purge_ended_sessions()')
  expect(await db.sql('select session_id from app.session_browsers')).toEqual([{ session_id: phone.id }])
  await rpc(phone, 'delete_own_account', { p_confirm: CAST.amina.id })
  expect(await db.sql('select from app.session_browsers')).toEqual([])
})
