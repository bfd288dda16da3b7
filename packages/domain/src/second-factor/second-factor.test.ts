import { createHash, randomUUID } from 'node:crypto'
import { CAST, claimsOf, openDatabase, type PersonName, type TestDatabase, type Who } from '@salama/testing'
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
  for (const { id, email } of Object.values(CAST))
    await db.sql('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [id, email])
})
afterAll(() => db.close())

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const hash = (n: number) => String(n).padStart(64, '0')

const startSession = async (name: PersonName, ageMinutes = 0) => {
  const id = randomUUID()
  await db.sql(
    `insert into auth.sessions (id, user_id, created_at) values ($1, $2, now() - make_interval(mins => $3::int))`,
    [id, CAST[name].id, ageMinutes],
  )
  return { id, who: { ...claimsOf(name), session_id: id } as Who, args: { p_user: CAST[name].id, p_session: id } }
}
type Session = Awaited<ReturnType<typeof startSession>>
const server = (fn: string, args: Record<string, unknown>) => db.as('admin_server').rpc(fn, args)
const begin = ({ who }: Session) => db.as(who).rpc('begin_second_factor', { p_secret: SECRET })
const accept = ({ args }: Session, more: Record<string, unknown>) =>
  server('accept_second_factor', { ...args, ...more })
const enrol = async (session: Session) => {
  await begin(session)
  return accept(session, { p_step: 100, p_new_codes: [hash(1), hash(2)] })
}
const mayGoWithout = (name: PersonName) =>
  db.sql('insert into app.second_factor_waivers (user_id) values ($1)', [CAST[name].id])
const listQueue = ({ who }: Session) => db.as(who).rpc('list_review_queue')
const factorOf = ({ who }: Session) => db.as(who).rpc('get_second_factor')

test('an enrolled admin needs a code once per session, and nothing of an admin works before', async () => {
  const first = await startSession('dalmas')
  expect(await factorOf(first)).toMatchObject({ since: null, isNeeded: false })
  expect(await enrol(first)).toEqual({ accepted: true, hasNewCodes: true })
  await expect(listQueue(first)).resolves.toBeDefined()
  const second = await startSession('dalmas')
  expect(await db.as(second.who).rpc('get_current_user')).toMatchObject({ needsSecondFactor: true })
  await expect(listQueue(second)).rejects.toMatchObject({ slug: 'second_factor_required' })
  expect(await accept(second, { p_step: 101, p_new_codes: [hash(7)] })).toEqual({ accepted: true, hasNewCodes: false })
  await expect(listQueue(second)).resolves.toBeDefined()
  expect(await factorOf(second)).toMatchObject({ recoveryCodesLeft: 2, isNeeded: false })
})

test('an admin without a factor can do nothing of an admin but set one up', async () => {
  const session = await startSession('dalmas')
  const missing = { slug: 'second_factor_required', detail: { because: 'not_set_up' } }
  await expect(listQueue(session)).rejects.toMatchObject(missing)
  expect(await db.as(session.who).rpc('get_current_user')).toMatchObject({ lacksSecondFactor: true })
  expect(await factorOf(session)).toMatchObject({ isRequired: true, isWaived: false })
  await begin(session)
  await expect(listQueue(session)).rejects.toMatchObject(missing)
  expect(await accept(session, { p_step: 100, p_new_codes: [hash(1)] })).toMatchObject({ accepted: true })
  await expect(listQueue(session)).resolves.toBeDefined()
  expect(await db.as(session.who).rpc('get_current_user')).toMatchObject({ lacksSecondFactor: false })
})

test('the admin of a demo may go without, and riders, surveyors and people of an issuer need none', async () => {
  const session = await startSession('dalmas')
  await mayGoWithout('dalmas')
  await expect(listQueue(session)).resolves.toBeDefined()
  expect(await factorOf(session)).toMatchObject({ isRequired: false, isWaived: true })
  await db.sql('delete from app.second_factor_waivers')
  await expect(db.as('dalmas').rpc('list_review_queue')).resolves.toBeDefined()
  for (const name of ['amina', 'chebet'] as const)
    expect(await factorOf(await startSession(name))).toMatchObject({ isRequired: false })
})

test('accepts no code twice, and each recovery code once', async () => {
  const session = await startSession('dalmas')
  await enrol(session)
  const other = await startSession('dalmas')
  expect(await accept(other, { p_step: 100 })).toMatchObject({ accepted: false })
  expect(await accept(other, { p_step: 99 })).toMatchObject({ accepted: false })
  expect(await accept(other, { p_recovery: hash(9) })).toMatchObject({ accepted: false })
  expect(await accept(other, { p_recovery: hash(1) })).toMatchObject({ accepted: true })
  const third = await startSession('dalmas')
  expect(await accept(third, { p_recovery: hash(1) })).toMatchObject({ accepted: false })
  await expect(listQueue(third)).rejects.toMatchObject({ slug: 'second_factor_required' })
})

test('recovery codes whose response was lost are replaced by those of the next code in the same session', async () => {
  const session = await startSession('dalmas')
  await enrol(session)
  const repeated = { p_step: 100, p_new_codes: [hash(3)] }
  expect(await accept(session, repeated)).toEqual({ accepted: false, hasNewCodes: false })
  expect(await accept(session, { p_step: 101, p_new_codes: [hash(4), hash(5)] })).toMatchObject({ hasNewCodes: true })
  const other = await startSession('dalmas')
  for (const lost of [1, 2, 3])
    expect(await accept(other, { p_recovery: hash(lost) })).toMatchObject({ accepted: false })
  expect(await accept(other, { p_recovery: hash(4) })).toMatchObject({ accepted: true, hasNewCodes: false })
  const added = { action: 'account.second_factor_added' }
  expect(await db.sql('select action from app.audit_log')).toEqual([added, added])
})

test('neither another session, a recovery code nor a later time replaces recovery codes', async () => {
  const session = await startSession('dalmas')
  await enrol(session)
  const others = { p_new_codes: [hash(9)] }
  expect(await accept(await startSession('dalmas'), { p_step: 101, ...others })).toMatchObject({ hasNewCodes: false })
  expect(await accept(session, { p_recovery: hash(2), ...others })).toMatchObject({ hasNewCodes: false })
  await db.shiftClock('11 minutes')
  expect(await accept(session, { p_step: 102, ...others })).toMatchObject({ accepted: true, hasNewCodes: false })
  expect(await factorOf(session)).toMatchObject({ recoveryCodesLeft: 1 })
})

test('limits attempts to five in 15 minutes', async () => {
  const session = await startSession('dalmas')
  await enrol(session)
  const attempt = () => server('attempt_second_factor', session.args)
  for (let n = 0; n < 5; n++) expect(await attempt()).toMatchObject({ secret: SECRET, isConfirmed: true })
  await expect(attempt()).rejects.toMatchObject({ slug: 'rate_limited' })
  await db.shiftClock('16 minutes')
  for (let n = 0; n < 5; n++) await attempt()
  await expect(attempt()).rejects.toMatchObject({ slug: 'rate_limited' })
})

test('a stranger with the password uses up no attempts of a browser in which the factor was proven', async () => {
  const owner = await startSession('dalmas')
  await begin(owner)
  await accept(owner, { p_step: 100, p_new_codes: [hash(1)], p_device: 'phone' })
  const stranger = await startSession('dalmas')
  const attempt = ({ args }: Session, p_device?: string) =>
    server('attempt_second_factor', { ...args, ...(p_device && { p_device }) })
  for (let n = 0; n < 5; n++) await attempt(stranger, `made-up-${n}`)
  await expect(attempt(stranger)).rejects.toMatchObject({ slug: 'rate_limited' })
  const again = await startSession('dalmas')
  for (let n = 0; n < 4; n++) await attempt(again, 'phone')
  await attempt(again, 'phone')
  await expect(attempt(again, 'phone')).rejects.toMatchObject({ slug: 'rate_limited' })
  await db.shiftClock('16 minutes')
  await attempt(again, 'phone')
  expect(await accept(again, { p_step: 101, p_device: 'phone' })).toMatchObject({ accepted: true })
})

test('remembers the ten browsers in which the factor was proven last', async () => {
  const session = await startSession('dalmas')
  await enrol(session)
  for (let n = 0; n < 12; n++) {
    await db.shiftClock('1 second')
    await accept(session, { p_step: 101 + n, p_device: `browser ${n}` })
  }
  const kept = await db.sql('select device_hash from app.second_factor_devices')
  expect(kept).toHaveLength(10)
  const oldest = createHash('sha256').update('browser 1').digest('hex')
  expect(await db.sql(`select from app.second_factor_devices where device_hash = decode($1, 'hex')`, [oldest])).toEqual(
    [],
  )
})

test('is set up only by an admin with a fresh password, and not over an existing one', async () => {
  await expect(begin(await startSession('eve'))).rejects.toMatchObject({ slug: 'role_required' })
  const stale = await startSession('dalmas', 30)
  await expect(begin(stale)).rejects.toMatchObject({ slug: 'password_required' })
  const foreign = { ...stale, who: claimsOf('dalmas') as Who }
  await expect(begin(foreign)).rejects.toMatchObject({ slug: 'not_found' })
  const fresh = await startSession('dalmas')
  await enrol(fresh)
  await expect(begin(fresh)).rejects.toMatchObject({ slug: 'invalid_transition' })
})

test('a fresh session vouches for the password of an older one of the same person', async () => {
  await mayGoWithout('dalmas')
  const old = await startSession('dalmas', 60)
  const roles = { p_user_id: CAST.eve.id, p_roles: ['surveyor'], p_reason: 'Finished the course.', p_version: 0 }
  const give = () => db.as(old.who).rpc('replace_user_roles', roles)
  await expect(give()).rejects.toMatchObject({ slug: 'password_required' })
  await expect(db.as(old.who).rpc('confirm_password', { p_session: old.id })).rejects.toMatchObject({
    slug: 'password_required',
  })
  const stranger = await startSession('eve')
  await expect(db.as(stranger.who).rpc('confirm_password', { p_session: old.id })).rejects.toMatchObject({
    slug: 'not_found',
  })
  const proof = await startSession('dalmas')
  await db.as(proof.who).rpc('confirm_password', { p_session: old.id })
  await expect(give()).resolves.toMatchObject({ roles: ['rider', 'surveyor'] })
  await db.shiftClock('11 minutes')
  await expect(db.as(old.who).rpc('replace_user_roles', { ...roles, p_roles: [], p_version: 1 })).rejects.toMatchObject(
    { slug: 'password_required' },
  )
})

test('removing the factor and deleting an admin account need both; a rider deletes without', async () => {
  const session = await startSession('dalmas')
  await enrol(session)
  const unproven = await startSession('dalmas')
  const remove = ({ who }: Session) => db.as(who).rpc('remove_second_factor')
  const goAway = ({ who, args }: Session) => db.as(who).rpc('delete_own_account', { p_confirm: args.p_user })
  await expect(remove(unproven)).rejects.toMatchObject({ slug: 'second_factor_required' })
  await expect(goAway(unproven)).rejects.toMatchObject({ slug: 'second_factor_required' })
  await db.sql(`update auth.sessions set created_at = now() - interval '1 hour'`)
  await expect(remove(session)).rejects.toMatchObject({ slug: 'password_required' })
  await expect(goAway(session)).rejects.toMatchObject({ slug: 'password_required' })
  await expect(goAway(await startSession('amina', 600))).resolves.toBeDefined()
  await db.sql('update auth.sessions set created_at = now()')
  await remove(session)
  await expect(listQueue(session)).rejects.toMatchObject({ detail: { because: 'not_set_up' } })
  expect(await db.sql(`select action from app.audit_log order by id`)).toEqual([
    { action: 'account.second_factor_added' },
    { action: 'account.second_factor_removed' },
  ])
})

const reset = ({ who }: Session, name: PersonName, p_reason = 'Lost the phone.') =>
  db.as(who).rpc('reset_second_factor', { p_user_id: CAST[name].id, p_reason })
const makeAdmin = (name: PersonName) =>
  db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST[name].id])

test('an admin removes the factor of a colleague, who is told once and sets up another', async () => {
  await mayGoWithout('dalmas')
  await makeAdmin('baraka')
  const colleague = await startSession('baraka')
  await enrol(colleague)
  const admin = await startSession('dalmas')
  expect(await reset(admin, 'baraka')).toMatchObject({ id: CAST.baraka.id, hasSecondFactor: false })
  expect(await reset(admin, 'baraka')).toMatchObject({ hasSecondFactor: false })
  const later = await startSession('baraka')
  await expect(listQueue(later)).rejects.toMatchObject({ detail: { because: 'not_set_up' } })
  expect(await factorOf(later)).toMatchObject({ since: null, recoveryCodesLeft: 0, isNeeded: false, isRequired: true })
  expect(await db.sql(`select action, subject_id, reason from app.audit_log where action like 'user.%'`)).toEqual([
    { action: 'user.second_factor_reset', subject_id: CAST.baraka.id, reason: 'Lost the phone.' },
  ])
  const worker = workerOf(() => db)
  const [mail] = await worker.claim('account_mail')
  if (!mail) throw new Error('There is no mail')
  expect(mail.content).toEqual({ kind: 'second_factor_reset', to: CAST.baraka.email })
  await worker.finish(mail)
  expect(await db.sql('select from app.jobs')).toEqual([])
})

test('needs a fresh password, a reason and somebody else, and is refused to all but admins', async () => {
  await mayGoWithout('dalmas')
  await makeAdmin('baraka')
  await enrol(await startSession('baraka'))
  await expect(reset(await startSession('dalmas', 11), 'baraka')).rejects.toMatchObject({ slug: 'password_required' })
  const admin = await startSession('dalmas')
  await expect(reset(admin, 'baraka', '')).rejects.toMatchObject({ slug: 'invalid_request' })
  await expect(reset(admin, 'dalmas')).rejects.toMatchObject({ slug: 'own_roles' })
  for (const who of ['eve', 'chebet'] as const)
    await expect(reset(await startSession(who), 'baraka')).rejects.toMatchObject({ slug: 'role_required' })
  expect(await db.sql('select user_id from app.second_factors')).toEqual([{ user_id: CAST.baraka.id }])
  expect(await db.sql('select from app.jobs')).toEqual([])
})
