import { randomUUID } from 'node:crypto'
import { CAST, claimsOf, openDatabase, type PersonName, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { workerOf } from '../jobs/test/jobs.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await db.resetClock()
  await db.sql('delete from auth.users')
  await db.sql('delete from app.passkeys')
  await db.sql('delete from app.used_challenges')
  for (const { id, email } of Object.values(CAST))
    await db.sql('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [id, email])
})
afterAll(() => db.close())

async function startSession(name: PersonName, ageMinutes = 0) {
  const id = randomUUID()
  await db.sql(
    'insert into auth.sessions (id, user_id, created_at) values ($1, $2, now() - make_interval(mins => $3::int))',
    [id, CAST[name].id, ageMinutes],
  )
  return { id, who: { ...claimsOf(name), session_id: id } }
}
type Session = Awaited<ReturnType<typeof startSession>>
const rpc = ({ who }: Session, name: string, args: Record<string, unknown> = {}) => db.as(who).rpc(name, args)

const idOf = (n: number) => `credential-number-${n}`
const add = (session: Session, n = 1, more: Record<string, unknown> = {}) =>
  rpc(session, 'add_passkey', {
    ...{ p_credential: idOf(n), p_public_key: 'a'.repeat(100), p_counter: 0, p_transports: ['internal'] },
    ...{ p_name: `Key ${n}`, p_app: 'admin', ...more },
  })
const server = (name: string, args: Record<string, unknown>) => db.as('admin_server').rpc(name, args)
let challenges = 0
const accept = (session: Session, n = 1, more: Record<string, unknown> = {}) =>
  server('accept_passkey', {
    ...{
      p_credential: idOf(n),
      p_challenge: `challenge ${++challenges}`,
      p_counter: 0,
      p_session: session.id,
      ...more,
    },
  })
const listQueue = (session: Session) => rpc(session, 'list_review_queue')
const refused = (slug: string, detail?: object) => expect.objectContaining({ slug, ...(detail && { detail }) })
const accepted = (is: boolean) => ({ accepted: is })

test('a passkey is the second factor of an admin: the session that made it, and each that it signs in to, needs no code', async () => {
  const first = await startSession('dalmas')
  await expect(listQueue(first)).rejects.toEqual(refused('second_factor_required', { because: 'not_set_up' }))
  await expect(add(first)).resolves.toMatchObject([{ id: idOf(1), name: 'Key 1', app: 'admin', usedAt: null }])
  await expect(listQueue(first)).resolves.toBeDefined()

  const stolen = await startSession('dalmas')
  expect(await rpc(stolen, 'get_current_user')).toMatchObject({ needsSecondFactor: true, lacksSecondFactor: false })
  await expect(listQueue(stolen)).rejects.toEqual(refused('second_factor_required'))

  await expect(server('find_passkey', { p_credential: idOf(1) })).resolves.toEqual({
    ...{ userId: CAST.dalmas.id, email: CAST.dalmas.email, publicKey: 'a'.repeat(100), counter: 0 },
  })
  const later = await startSession('dalmas')
  await expect(accept(later)).resolves.toEqual(accepted(true))
  await expect(listQueue(later)).resolves.toBeDefined()
  await expect(rpc(later, 'list_passkeys')).resolves.toMatchObject([{ usedAt: expect.any(String) }])
})

test('a challenge works once, also for two sessions at the same time', async () => {
  await add(await startSession('dalmas'))
  const [one, two] = [await startSession('dalmas'), await startSession('dalmas')]
  const answers = await Promise.all([one, two].map((each) => accept(each, 1, { p_challenge: 'the same' })))
  expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(accepted(true)))).toHaveLength(1)
  await db.sql(`update app.used_challenges set used_at = used_at - interval '2 hours'`)
  await db.sql('select app.purge_used_challenges()')
  expect(await db.sql('select from app.used_challenges')).toEqual([])
})

test('a counter that does not grow is a copy; 0 is that of a passkey that a cloud shares', async () => {
  const session = await startSession('dalmas')
  await add(session)
  await expect(accept(session, 1, { p_counter: 7 })).resolves.toEqual(accepted(true))
  for (const counter of [7, 6, 0])
    await expect(accept(session, 1, { p_counter: counter })).resolves.toEqual(accepted(false))
  await expect(accept(session, 1, { p_counter: 8 })).resolves.toEqual(accepted(true))
})

test('is accepted for sessions of its owner alone, by the servers that verify it', async () => {
  await add(await startSession('dalmas'))
  const eve = await startSession('eve')
  await expect(accept(eve)).rejects.toEqual(refused('not_found'))
  await expect(accept({ ...eve, id: randomUUID() })).rejects.toEqual(refused('not_found'))
  await expect(accept(eve, 2)).rejects.toEqual(refused('not_found'))
  await expect(server('find_passkey', { p_credential: idOf(2) })).rejects.toEqual(refused('not_found'))
  const args = { p_credential: idOf(1), p_challenge: 'x', p_counter: 0, p_session: eve.id }
  await expect(db.as(eve.who).rpc('accept_passkey', args)).rejects.toMatchObject({ code: '42501' })
  await expect(db.as('rider_server').rpc('accept_passkey', args)).rejects.toMatchObject({ code: '42501' })
})

test('no server speaks for the passkeys of another app', async () => {
  const dalmas = await startSession('dalmas')
  await add(dalmas)
  const surveyor = (name: string, args: Record<string, unknown>) => db.as('surveyor_server').rpc(name, args)
  await expect(surveyor('find_passkey', { p_credential: idOf(1) })).rejects.toEqual(refused('not_found'))
  const taken = await startSession('dalmas')
  const args = { p_challenge: 'y', p_counter: 0, p_session: taken.id }
  await expect(surveyor('accept_passkey', { p_credential: idOf(1), ...args })).rejects.toEqual(refused('not_found'))
  // With one of its own an admin is signed in there, and has not proven the factor of the console.
  await add(dalmas, 2, { p_app: 'surveyor' })
  await expect(surveyor('accept_passkey', { p_credential: idOf(2), ...args })).resolves.toEqual(accepted(true))
  await expect(listQueue(taken)).rejects.toEqual(refused('second_factor_required'))
})

test('who becomes an admin has left no factor in the console before', async () => {
  const [dalmas, chebet] = [await startSession('dalmas'), await startSession('chebet')]
  await add(dalmas)
  await expect(add(chebet, 2)).rejects.toEqual(refused('role_required', { role: 'admin' }))
  await add(chebet, 3, { p_app: 'surveyor' })
  await db.sql('insert into app.proven_sessions (session_id, user_id, second_factor_at) values ($1, $2, now())', [
    chebet.id,
    CAST.chebet.id,
  ])
  const change = (roles: string[]) =>
    db.sql(`select app.change_roles($1, $2, $3, 'For the test.')`, [CAST.chebet.id, roles, CAST.dalmas.id])
  await change(['surveyor', 'admin'])
  await expect(listQueue(chebet)).rejects.toEqual(refused('second_factor_required', { because: 'not_set_up' }))
  await expect(rpc(chebet, 'list_passkeys')).resolves.toMatchObject([{ app: 'surveyor' }])
  await change(['surveyor'])
})

test('adding and removing needs a fresh password, and the factor of an admin who has one', async () => {
  const [fresh, old] = [await startSession('dalmas'), await startSession('dalmas', 11)]
  await expect(add(old)).rejects.toEqual(refused('password_required'))
  await add(fresh)
  // Whoever has only the password of an admin with a factor makes no passkey, from no app.
  const stolen = await startSession('dalmas')
  for (const app of ['admin', 'surveyor'])
    await expect(add(stolen, 2, { p_app: app })).rejects.toEqual(refused('second_factor_required'))
  await expect(rpc(stolen, 'remove_passkey', { p_credential: idOf(1) })).rejects.toEqual(
    refused('second_factor_required'),
  )
  // A passkey is as good as the password.
  await accept(old)
  await expect(add(old, 2)).resolves.toHaveLength(2)
  await expect(rpc(old, 'remove_passkey', { p_credential: idOf(2) })).resolves.toHaveLength(1)
})

test('an admin who removes the last factor sets one up before anything else', async () => {
  const session = await startSession('dalmas')
  await add(session)
  await expect(rpc(session, 'remove_passkey', { p_credential: idOf(1) })).resolves.toEqual([])
  await expect(listQueue(session)).rejects.toEqual(refused('second_factor_required', { because: 'not_set_up' }))
})

test('a surveyor’s passkey is another way in, and asks nothing of the others', async () => {
  const chebet = await startSession('chebet')
  await add(chebet, 1, { p_app: 'surveyor' })
  const password = await startSession('chebet')
  expect(await rpc(password, 'get_current_user')).toMatchObject({ needsSecondFactor: false })
  await expect(rpc(password, 'check_password_change')).resolves.toEqual({ allowed: true })
  // Nor is it a factor of the console, which an admin could not use there.
  const dalmas = await startSession('dalmas')
  await add(dalmas, 2, { p_app: 'surveyor' })
  expect(await rpc(dalmas, 'get_current_user')).toMatchObject({ needsSecondFactor: false, lacksSecondFactor: true })
})

test('codes and passkeys stand beside each other', async () => {
  const session = await startSession('dalmas')
  await add(session)
  await rpc(session, 'begin_second_factor', { p_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
  const args = { p_user: CAST.dalmas.id, p_session: session.id }
  await server('accept_second_factor', { ...args, p_step: 100, p_new_codes: ['1'.padStart(64, '0')] })
  await expect(rpc(session, 'begin_second_factor', { p_secret: 'J'.repeat(32) })).rejects.toEqual(
    refused('invalid_transition'),
  )
  // Wrong codes of strangers do not touch the passkey.
  const stranger = await startSession('dalmas')
  const guess = () => server('attempt_second_factor', { p_user: CAST.dalmas.id, p_session: stranger.id })
  for (let n = 0; n < 5; n++) await guess()
  await expect(guess()).rejects.toEqual(refused('rate_limited'))
  const owner = await startSession('dalmas')
  await expect(accept(owner)).resolves.toEqual(accepted(true))
  await expect(listQueue(owner)).resolves.toBeDefined()
})

test('riders have none, nobody more than ten, and nobody takes over that of another person', async () => {
  const amina = await startSession('amina')
  await expect(rpc(amina, 'begin_passkey', { p_app: 'surveyor' })).rejects.toEqual(
    refused('role_required', { role: 'surveyor' }),
  )
  await expect(add(amina)).rejects.toEqual(refused('role_required'))
  const [dalmas, chebet] = [await startSession('dalmas'), await startSession('chebet')]
  await add(dalmas)
  await expect(add(dalmas)).resolves.toHaveLength(1)
  await expect(add(chebet, 1, { p_app: 'surveyor' })).rejects.toEqual(refused('forbidden'))
  for (let n = 2; n <= 10; n++) await add(dalmas, n)
  await expect(add(dalmas, 11)).rejects.toEqual(refused('invalid_transition'))
  await rpc(chebet, 'remove_passkey', { p_credential: idOf(1) })
  await expect(rpc(dalmas, 'list_passkeys')).resolves.toHaveLength(10)
})

test('adding and removing is audited and mailed; the export names it, the deletion takes it', async () => {
  const session = await startSession('chebet')
  await add(session, 1, { p_app: 'surveyor' })
  await add(session, 1, { p_app: 'surveyor' })
  expect(await rpc(session, 'export_own_data')).toMatchObject({ account: { passkeys: [{ name: 'Key 1' }] } })
  await add(session, 2, { p_app: 'surveyor' })
  await rpc(session, 'remove_passkey', { p_credential: idOf(1) })
  await rpc(session, 'remove_passkey', { p_credential: idOf(1) })
  const log = await db.sql('select action from app.audit_log where subject_id = $1 order by id', [CAST.chebet.id])
  expect(log).toEqual(['added', 'added', 'removed'].map((what) => ({ action: `account.passkey_${what}` })))
  const kinds = (await workerOf(() => db).claim('account_mail')).map(({ content }) => content)
  for (const kind of ['passkey_added', 'passkey_removed']) expect(kinds).toContainEqual({ kind, to: CAST.chebet.email })
  await rpc(session, 'delete_own_account', { p_confirm: CAST.chebet.id })
  expect(await db.sql('select from app.passkeys')).toEqual([])
})

test('a colleague’s reset removes passkeys, too', async () => {
  await db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST.baraka.id])
  await add(await startSession('baraka'), 1)
  const dalmas = await startSession('dalmas')
  await add(dalmas, 2)
  const reset = { p_user_id: CAST.baraka.id, p_reason: 'Lost the phone.' }
  await expect(rpc(dalmas, 'reset_second_factor', reset)).resolves.toMatchObject({ hasSecondFactor: false })
  expect(await db.sql('select user_id from app.passkeys')).toEqual([{ user_id: CAST.dalmas.id }])
  await db.sql('delete from app.user_roles where user_id = $1', [CAST.baraka.id])
})
