import { randomUUID } from 'node:crypto'
import { openPostgres } from '@salama/local-supabase/database'
import { CAST, openDatabase, type PersonName, type TestDatabase, type Who } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { REASON_LENGTH } from '../shared/limits.ts'
import { User } from './contract.ts'

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

type Page = { data: ReturnType<typeof User.parse>[]; next: unknown }
const list = async (who: Who, args: Record<string, unknown> = {}) => (await db.as(who).rpc('list_users', args)) as Page
const get = async (who: Who, id: string) => User.parse(await db.as(who).rpc('get_user_roles', { p_user_id: id }))
const replace = async (who: Who, of: string, roles: unknown, args: Record<string, unknown> = {}) =>
  User.parse(
    await db.as(who).rpc('replace_user_roles', {
      p_user_id: of,
      p_roles: roles,
      p_reason: 'Passed the field test.',
      p_version: 0,
      ...args,
    }),
  )
const settle = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { slug: string }) => error.slug,
  )
const everything = async () => [
  await db.sql('select user_id, role from app.user_roles order by 1, 2'),
  await db.sql('select * from app.role_versions order by 1'),
  await db.sql('select * from app.audit_log order by id'),
]
const makeAdmin = (name: PersonName) =>
  db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST[name].id])
const emails = (page: Page) => page.data.map((user) => user.email)

test('people are listed by e-mail, page by page, found by a part of it, by name, by id and by role', async () => {
  await db.sql(`insert into app.profiles (user_id, display_name) values ($1, 'Mama Safari')`, [CAST.eve.id])
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

test('somebody of another issuer is known once they did something here, and can be given a role', async () => {
  const id = randomUUID()
  await expect(get('dalmas', id)).rejects.toMatchObject({ slug: 'not_found' })
  await db.sql('insert into app.profiles (user_id) values ($1)', [id])
  expect(await get('dalmas', id)).toMatchObject({ id, email: null, roles: ['rider'] })
  expect(await replace('dalmas', id, ['surveyor'])).toMatchObject({ roles: ['rider', 'surveyor'], version: 1 })
  const page = await list('dalmas', { p_limit: 5 })
  expect((await list('dalmas', { p_limit: 5, p_after: page.next })).data).toMatchObject([{ id, email: null }])
})

test('a set of roles replaces the one before, from the next request on, with its reason on the record', async () => {
  const made = await replace('dalmas', CAST.eve.id, ['rider', 'admin', 'surveyor'])
  expect(made).toMatchObject({ email: CAST.eve.email, roles: ['rider', 'surveyor', 'admin'], version: 1 })
  expect(await list('eve')).toMatchObject({ data: expect.any(Array) })
  expect(await replace('dalmas', CAST.eve.id, [], { p_version: 1, p_reason: ' Left the team. ' })).toMatchObject({
    roles: ['rider'],
    version: 2,
  })
  await expect(list('eve')).rejects.toMatchObject({ slug: 'role_required' })
  const log = (await db.as('dalmas').rpc('list_audit_log')) as { data: object[] }
  expect(log.data).toMatchObject([
    { reason: 'Left the team.', detail: { before: ['admin', 'surveyor'], after: [] }, actor: { id: CAST.dalmas.id } },
    { reason: 'Passed the field test.', detail: { before: [], after: ['admin', 'surveyor'] }, subjectId: CAST.eve.id },
  ])
})

test('who saw an older version has to look again', async () => {
  await replace('dalmas', CAST.eve.id, ['surveyor'])
  const before = await everything()
  for (const p_version of [0, 2, 2_147_483_647, null])
    await expect(replace('dalmas', CAST.eve.id, [], { p_version })).rejects.toMatchObject({
      slug: 'version_conflict',
      detail: { currentVersion: 1 },
    })
  expect(await everything()).toEqual(before)
})

test('the same change sent again is answered and done once; another one, another admin or a later one is not it', async () => {
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

test('of the same change sent five times at once each is answered alike, and one is on the record', async () => {
  const answers = await db.parallel(Array.from({ length: 5 }, () => () => replace('dalmas', CAST.eve.id, ['surveyor'])))
  expect(answers).toEqual(Array(5).fill(answers[0]))
  expect(await db.sql(`select from app.audit_log`)).toHaveLength(1)
})

test('nobody changes their own roles, not even to what they are', async () => {
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
])('a token used straight at the database changes nothing with %s', async (_, roles, args, path) => {
  const before = await everything()
  await expect(replace('dalmas', CAST.eve.id, roles, args)).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: { errors: [{ path, code: 'invalid_value' }] },
  })
  expect(await everything()).toEqual(before)
})

test('there is no such person as an unknown id, or one who deleted their account', async () => {
  await db.sql('insert into app.deleted_users (user_id, deleted_at) values ($1, now())', [CAST.eve.id])
  const before = await everything()
  for (const id of [randomUUID(), CAST.eve.id]) {
    await expect(get('dalmas', id)).rejects.toMatchObject({ slug: 'not_found' })
    await expect(replace('dalmas', id, ['admin'])).rejects.toMatchObject({ slug: 'not_found' })
  }
  expect(await everything()).toEqual(before)
  expect(emails(await list('dalmas'))).not.toContain(CAST.eve.email)
})

test.each<PersonName>(['eve', 'chebet'])(
  '%s reads nobody and makes nobody an admin, least of all herself',
  async (who) => {
    const before = await everything()
    for (const attempt of [
      () => list(who),
      () => get(who, CAST[who].id),
      () => replace(who, CAST[who].id, ['admin']),
      () => replace(who, CAST.dalmas.id, []),
      () => db.as(who).rpc('list_audit_log'),
      () => db.as(who).rpc('export_audit_log'),
    ])
      await expect(attempt()).rejects.toMatchObject({ slug: 'role_required' })
    await expect(db.as(who).rpc('grant_admin', { p_person: CAST[who].email })).rejects.toMatchObject({ code: '42501' })
    expect(await everything()).toEqual(before)
  },
)

const demoteEachOther = () => [
  () => settle(replace('dalmas', CAST.baraka.id, [])),
  () => settle(replace('baraka', CAST.dalmas.id, [])),
]
const adminsLeft = () => db.sql(`select user_id from app.user_roles where role = 'admin'`)

test('two who demote each other leave an admin, in whatever order they come', async () => {
  for (let round = 0; round < 10; round++) {
    await db.reset()
    await makeAdmin('baraka')
    const outcomes = await db.parallel(demoteEachOther())
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => ['last_admin', 'role_required'].includes(outcome))).toHaveLength(1)
    expect(await adminsLeft()).toHaveLength(1)
  }
})

test('two who demote each other at the very same moment: one is told that there must be an admin', async () => {
  // The embedded database has one session, so nothing there happens at the same moment.
  if (db.url === undefined) return
  await makeAdmin('baraka')
  const { database } = openPostgres(db.url, 2)
  const outcomes = await database.transaction(async (tx) => {
    await tx.query('select app.lock_roles()')
    const both = db.parallel(demoteEachOther())
    // Both have shown that they are admins, and wait.
    for (;;) {
      const waiting = await database.query(`select from pg_locks where locktype = 'advisory' and not granted`)
      if (waiting.length === 2) return () => both
    }
  })
  expect((await outcomes()).toSorted()).toEqual(['done', 'last_admin'])
  expect(await adminsLeft()).toHaveLength(1)
  await database.close()
})

test('with a third admin, of two who demote each other the second is no admin any more', async () => {
  await makeAdmin('baraka')
  await makeAdmin('eve')
  const outcomes = await db.parallel(demoteEachOther())
  expect(outcomes.toSorted()).toEqual(['done', 'role_required'])
  expect(await adminsLeft()).toHaveLength(2)
})

test('the log is filtered by action, subject and actor, and read page by page', async () => {
  for (const [index, name] of (['amina', 'eve', 'baraka'] as const).entries())
    await replace('dalmas', CAST[name].id, ['surveyor'], { p_reason: `Reason ${index}` })
  await db.sql(`select app.audit(null, 'vehicle.code_rotated', 'vehicle', 'x')`)
  const log = async (args: Record<string, unknown> = {}) =>
    (await db.as('dalmas').rpc('list_audit_log', args)) as { data: { reason: string | null }[]; next: unknown }
  const reasons = (page: { data: { reason: string | null }[] }) => page.data.map((row) => row.reason)
  const first = await log({ p_limit: 2 })
  expect(reasons(first)).toEqual([null, 'Reason 2'])
  expect(reasons(await log({ p_limit: 2, p_after: first.next }))).toEqual(['Reason 1', 'Reason 0'])
  expect(reasons(await log({ p_action: 'vehicle.code_rotated' }))).toEqual([null])
  expect(reasons(await log({ p_subject_kind: 'user', p_subject_id: CAST.eve.id }))).toEqual(['Reason 1'])
  expect(await log({ p_actor_id: CAST.dalmas.id })).toMatchObject({ data: [{}, {}, {}] })
  expect(reasons(await log({ p_actor_id: CAST.eve.id }))).toEqual([])
  expect(reasons(await log({ p_action: 'vehicle' }))).toEqual([null])
  expect(reasons(await log({ p_action: 'vehicle.code' }))).toEqual([])
  expect(await log({ p_action: 'user' })).toMatchObject({ data: [{}, {}, {}] })
})

test('the log is newest first by when it was done, page by page, however late it was written down', async () => {
  await db.sql(
    `insert into app.audit_log (at, action, subject_kind, subject_id)
     values ('2026-11-20 08:00Z', 'test.newest', 'x', '1'), ('2026-11-20 06:00Z', 'test.old', 'x', '2'),
            ('2026-11-20 06:00Z', 'test.later', 'x', '3'), ('2026-11-20 07:00Z', 'test.newer', 'x', '4')`,
  )
  const read = async (p_after?: unknown) =>
    (await db.as('dalmas').rpc('list_audit_log', { p_limit: 2, p_after })) as {
      data: { subjectId: string }[]
      next: unknown
    }
  const first = await read()
  const rest = await read(first.next)
  expect([...first.data, ...rest.data].map((row) => row.subjectId)).toEqual(['1', '4', '3', '2'])
  expect(rest.next).toBeNull()
})

test('a reason that is a code comes with its words, by the kind of what was decided; one in words is as it was said', async () => {
  const act = (kind: string, reason: string | null, subject = 'review_entry') =>
    db.sql(`select app.audit(null, 'review.rejected', $1, 'x', $2, jsonb_build_object('kind', $3::text))`, [
      subject,
      reason,
      kind,
    ])
  await act('report', 'not_transport')
  await act('feedback', 'abusive')
  await act('dispute', 'same_event')
  for (const [kind, reason, subject] of [
    ['feedback', 'not_transport'],
    ['report', null],
    ['report', 'abusive', 'user'],
  ] as const)
    await act(kind, reason, subject)
  const { data } = (await db.as('dalmas').rpc('list_audit_log')) as { data: { reasonLabel: unknown }[] }
  expect(data.map(({ reasonLabel }) => reasonLabel)).toEqual([
    null,
    null,
    null,
    { en: 'The same was sent before.', sw: 'Hili lilikwishatumwa.' },
    { en: 'It insults or threatens.', sw: 'Yanatukana au kutisha.' },
    { en: 'It is not about public transport.', sw: 'Halihusu usafiri wa umma.' },
  ])
})

test('the log is found by days of Nairobi, both included', async () => {
  await db.sql(
    `insert into app.audit_log (at, action, subject_kind, subject_id)
     values ('2026-11-19 20:59Z', 'test.first', 'x', '1'), ('2026-11-19 21:00Z', 'test.second', 'x', '2'),
            ('2026-11-20 20:59Z', 'test.third', 'x', '3'), ('2026-11-20 21:00Z', 'test.fourth', 'x', '4')`,
  )
  const ids = async (args: Record<string, unknown>, name = 'list_audit_log') =>
    ((await db.as('dalmas').rpc(name, args)) as { data: { subjectId: string }[] }).data.map((row) => row.subjectId)
  for (const name of ['list_audit_log', 'export_audit_log']) {
    expect(await ids({ p_from: '2026-11-20', p_to: '2026-11-20' }, name)).toEqual(['3', '2'])
    expect(await ids({ p_from: '2026-11-20' }, name)).toEqual(['4', '3', '2'])
    expect(await ids({ p_to: '2026-11-19' }, name)).toEqual(['1'])
    expect(await ids({ p_to: 'infinity', p_from: '-infinity' }, name)).toHaveLength(4)
    await expect(ids({ p_from: '2026-11-21', p_to: '2026-11-20' }, name)).rejects.toMatchObject({
      slug: 'invalid_request',
      detail: { path: 'from' },
    })
  }
})
