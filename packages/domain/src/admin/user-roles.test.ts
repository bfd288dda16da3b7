import { randomUUID } from 'node:crypto'
import { openPostgres } from '@salama/local-supabase/database'
import { CAST, type PersonName } from '@salama/testing'
import { expect, test } from 'vitest'
import { REASON_LENGTH } from '../shared/limits.ts'
import { usePeople } from './test/people.ts'

const office = usePeople()
const { list, get, replace, settle, everything, makeAdmin, emails } = office

test('lists users by e-mail with pagination, and filters by part of the e-mail, name, id and role', async () => {
  await office.db.sql(`insert into app.profiles (user_id, display_name) values ($1, 'Mama Safari')`, [CAST.eve.id])
  const all = Object.values(CAST).map((person) => person.email)
  expect(emails(await list('dalmas'))).toEqual(all.toSorted())
  const first = await list('dalmas', { p_limit: 3 })
  const rest = await list('dalmas', { p_limit: 3, p_after: first.next })
  expect([...emails(first), ...emails(rest), rest.next]).toEqual([...all.toSorted(), null])
  expect(emails(await list('dalmas', { p_q: 'CHEB' }))).toEqual([CAST.chebet.email])
  expect(emails(await list('dalmas', { p_q: 'mama' }))).toEqual([CAST.eve.email])
  expect(emails(await list('dalmas', { p_q: CAST.eve.id.toUpperCase() }))).toEqual([CAST.eve.email])
  expect(emails(await list('dalmas', { p_q: '%' }))).toEqual([])
  expect(emails(await list('dalmas', { p_role: 'surveyor' }))).toEqual([CAST.chebet.email])
  expect((await list('dalmas', { p_role: 'admin' })).data).toMatchObject([{ you: true, roles: ['rider', 'admin'] }])
})

test('lists a user of another issuer after their first activity, and can give them a role', async () => {
  const id = randomUUID()
  await expect(get('dalmas', id)).rejects.toMatchObject({ slug: 'not_found' })
  await office.db.sql('insert into app.profiles (user_id) values ($1)', [id])
  expect(await get('dalmas', id)).toMatchObject({ id, email: null, roles: ['rider'] })
  expect(await replace('dalmas', id, ['surveyor'])).toMatchObject({ roles: ['rider', 'surveyor'], version: 1 })
  const page = await list('dalmas', { p_limit: 5 })
  expect((await list('dalmas', { p_limit: 5, p_after: page.next })).data).toMatchObject([{ id, email: null }])
})

test('replaces the roles from the next request on and audits the reason', async () => {
  const made = await replace('dalmas', CAST.eve.id, ['rider', 'admin', 'surveyor'])
  expect(made).toMatchObject({ email: CAST.eve.email, roles: ['rider', 'surveyor', 'admin'], version: 1 })
  expect(await list('eve')).toMatchObject({ data: expect.any(Array) })
  expect(await replace('dalmas', CAST.eve.id, [], { p_version: 1, p_reason: ' Left the team. ' })).toMatchObject({
    roles: ['rider'],
    version: 2,
  })
  await expect(list('eve')).rejects.toMatchObject({ slug: 'role_required' })
  const log = (await office.db.as('dalmas').rpc('list_audit_log', { p_action: 'user.roles_changed' })) as {
    data: object[]
  }
  expect(log.data).toMatchObject([
    { reason: 'Left the team.', detail: { before: ['admin', 'surveyor'], after: [] }, actor: { id: CAST.dalmas.id } },
    { reason: 'Passed the field test.', detail: { before: [], after: ['admin', 'surveyor'] }, subjectId: CAST.eve.id },
  ])
})

test('returns version_conflict for an outdated version', async () => {
  await replace('dalmas', CAST.eve.id, ['surveyor'])
  const before = await everything()
  for (const p_version of [0, 2, 2_147_483_647, null])
    await expect(replace('dalmas', CAST.eve.id, [], { p_version })).rejects.toMatchObject({
      slug: 'version_conflict',
      detail: { currentVersion: 1 },
    })
  expect(await everything()).toEqual(before)
})

test('replays the response to a repeated change, but not to another change, another admin or after a later one', async () => {
  await makeAdmin('baraka')
  const done = await replace('dalmas', CAST.eve.id, ['surveyor', 'admin'], { p_reason: ' Passed. ' })
  const before = await everything()
  const again = { p_reason: 'Passed.' }
  expect(await replace('dalmas', CAST.eve.id, ['admin', 'rider', 'surveyor'], again)).toEqual(done)
  for (const [who, roles, args] of [
    ['dalmas', ['surveyor'], again],
    ['dalmas', ['surveyor', 'admin'], { p_reason: 'Something else.' }],
    ['baraka', ['surveyor', 'admin'], again],
  ] as const)
    await expect(replace(who, CAST.eve.id, roles, args)).rejects.toMatchObject({ slug: 'version_conflict' })
  expect(await everything()).toEqual(before)
  await replace('baraka', CAST.eve.id, ['surveyor'], { p_version: 1 })
  await expect(replace('dalmas', CAST.eve.id, ['surveyor', 'admin'], again)).rejects.toMatchObject({
    slug: 'version_conflict',
    detail: { currentVersion: 2 },
  })
})

test('five concurrent copies of one change get the same response and one audit entry', async () => {
  const answers = await office.db.parallel(
    Array.from({ length: 5 }, () => () => replace('dalmas', CAST.eve.id, ['surveyor'])),
  )
  expect(answers).toEqual(Array(5).fill(answers[0]))
  expect(await office.db.sql(`select from app.audit_log`)).toHaveLength(1)
})

test('rejects changing your own roles, even to the current ones', async () => {
  await makeAdmin('baraka')
  const before = await everything()
  for (const roles of [['admin'], [], ['admin', 'surveyor']])
    await expect(replace('dalmas', CAST.dalmas.id, roles)).rejects.toMatchObject({ slug: 'own_roles' })
  expect(await everything()).toEqual(before)
})

test.each<[string, unknown, Record<string, unknown>, string]>([
  ['no roles', null, {}, 'roles'],
  ['an unknown role', ['owner'], {}, 'roles'],
  ['a null role', [null], {}, 'roles'],
  ['no reason', [], { p_reason: null }, 'reason'],
  ['an empty reason', [], { p_reason: '   ' }, 'reason'],
  ['a long reason', [], { p_reason: 'x'.repeat(REASON_LENGTH.maxLength + 1) }, 'reason'],
])('rejects %s when the database is called directly with a token', async (_, roles, args, path) => {
  const before = await everything()
  await expect(replace('dalmas', CAST.eve.id, roles, args)).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { errors: [{ path, code: 'invalid_value' }] },
  })
  expect(await everything()).toEqual(before)
})

test('returns not_found for an unknown id and for a deleted account', async () => {
  await office.db.sql('insert into app.deleted_users (user_id, deleted_at) values ($1, now())', [CAST.eve.id])
  const before = await everything()
  for (const id of [randomUUID(), CAST.eve.id]) {
    await expect(get('dalmas', id)).rejects.toMatchObject({ slug: 'not_found' })
    await expect(replace('dalmas', id, ['admin'])).rejects.toMatchObject({ slug: 'not_found' })
  }
  expect(await everything()).toEqual(before)
  expect(emails(await list('dalmas'))).not.toContain(CAST.eve.email)
})

test.each<PersonName>(['eve', 'chebet'])('%s can neither list users nor make anybody an admin', async (who) => {
  const before = await everything()
  for (const attempt of [
    () => list(who),
    () => get(who, CAST[who].id),
    () => replace(who, CAST[who].id, ['admin']),
    () => replace(who, CAST.dalmas.id, []),
    () => office.db.as(who).rpc('list_audit_log'),
    () => office.db.as(who).rpc('export_audit_log'),
  ])
    await expect(attempt()).rejects.toMatchObject({ slug: 'role_required' })
  await expect(office.db.as(who).rpc('grant_admin', { p_person: CAST[who].email })).rejects.toMatchObject({
    code: '42501',
  })
  expect(await everything()).toEqual(before)
})

const demoteEachOther = () => [
  () => settle(replace('dalmas', CAST.baraka.id, [])),
  () => settle(replace('baraka', CAST.dalmas.id, [])),
]
const adminsLeft = () => office.db.sql(`select user_id from app.user_roles where role = 'admin'`)

test('leaves one admin when two demote each other, in any order', async () => {
  for (let round = 0; round < 10; round++) {
    await office.db.reset()
    await makeAdmin('baraka')
    const outcomes = await office.db.parallel(demoteEachOther())
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => ['last_admin', 'role_required'].includes(outcome))).toHaveLength(1)
    expect(await adminsLeft()).toHaveLength(1)
  }
})

test('returns last_admin to one of two admins who demote each other concurrently', async () => {
  // The embedded database has one session, so it cannot run transactions concurrently.
  if (office.db.url === undefined) return
  await makeAdmin('baraka')
  const { database } = openPostgres(office.db.url, 2)
  const outcomes = await database.transaction(async (tx) => {
    await tx.query('select app.lock_roles()')
    const both = office.db.parallel(demoteEachOther())
    // Both have passed the role check and wait for the lock.
    for (;;) {
      const waiting = await database.query(`select from pg_locks where locktype = 'advisory' and not granted`)
      if (waiting.length === 2) return () => both
    }
  })
  expect((await outcomes()).toSorted()).toEqual(['done', 'last_admin'])
  expect(await adminsLeft()).toHaveLength(1)
  await database.close()
})

test('with a third admin, the second of two who demote each other is rejected as no longer an admin', async () => {
  await makeAdmin('baraka')
  await makeAdmin('eve')
  const outcomes = await office.db.parallel(demoteEachOther())
  expect(outcomes.toSorted()).toEqual(['done', 'role_required'])
  expect(await adminsLeft()).toHaveLength(2)
})
