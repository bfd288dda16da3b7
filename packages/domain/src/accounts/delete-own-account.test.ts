import { randomBytes, randomUUID } from 'node:crypto'
import { buildSmallCity, CAST, claimsOf, KOJA, openDatabase, type TestDatabase, type Who } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { listUsers } from '../admin/contract.ts'
import { OwnData } from './contract.ts'
import { tablesNamingPerson } from './test/traces.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await buildSmallCity(db)
  await db.sql('delete from auth.users')
  await db.sql('delete from auth.audit_log_entries')
  for (const { id, email } of Object.values(CAST)) {
    await db.sql('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [id, email])
    await db.sql(
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
       values (gen_random_uuid(), 'email', $1::text, $1::text::uuid, jsonb_build_object('email', $2::text))`,
      [id, email],
    )
    const session = randomUUID()
    await db.sql('insert into auth.sessions (id, user_id) values ($1, $2)', [session, id])
    await db.sql(
      `insert into auth.audit_log_entries (id, payload)
       values (gen_random_uuid(), json_build_object('action', 'login', 'actor_id', $1::text, 'actor_username', $2::text)),
              (gen_random_uuid(), json_build_object('action', 'user_modified', 'actor_id', gen_random_uuid(),
                                                    'traits', json_build_object('user_id', $1::text, 'user_email', $2::text)))`,
      [id, email],
    )
    await db.sql(
      `insert into auth.refresh_tokens (id, token, user_id, session_id) values (gen_random_uuid()::text, $1, $2, $3)`,
      [randomBytes(9).toString('hex'), id, session],
    )
  }
})
afterAll(() => db.close())

const remove = (who: Who, confirm: unknown) => db.as(who).rpc('delete_own_account', { p_confirm: confirm })
const removeAmina = () => remove('amina', CAST.amina.id)
const exportOf = async (who: Who) => OwnData.parse(await db.as(who).rpc('export_own_data'))

const report = (who: Who, note = 'Two matatus.', lat: number = KOJA.lat) =>
  db.as(who).rpc('submit_incident_report_without_vehicle', {
    p_id: randomUUID(),
    p_category: 'crash',
    p_injury: 'none',
    p_lat: lat,
    p_lng: KOJA.lng,
    p_note: note,
  })
const makeKey = async (who: Who) => {
  const key = { p_prefix: randomBytes(5).toString('hex'), p_secret_hash: randomBytes(32).toString('hex') }
  await db.as(who).rpc('create_api_key', { p_name: 'Fleet monitor', p_scopes: ['incidents:read'], ...key })
  return key
}
const openReview = (author: string) =>
  db.sql(`select app.open_review('report', gen_random_uuid(), $1, 'category', '4 hours')`, [author])
/** Performs every action that stores Amina's id somewhere. */
async function leaveTraces() {
  await report('amina')
  await openReview(CAST.amina.id)
  await db.sql(`insert into app.profiles (user_id, display_name, locale) values ($1, 'Amina W.', 'sw')`, [
    CAST.amina.id,
  ])
  await db.as('dalmas').rpc('replace_user_roles', {
    p_user_id: CAST.amina.id,
    p_roles: ['surveyor'],
    p_reason: 'Passed the field test.',
    p_version: 0,
  })
  return makeKey('amina')
}

test('leaves the id and e-mail only in the deletion record and the audit log', async () => {
  await leaveTraces()
  expect(await tablesNamingPerson(db, CAST.amina)).toEqual(
    expect.arrayContaining(['app.api_keys', 'app.profiles', 'app.reports', 'app.review_entries', 'auth.users']),
  )
  const reports = await db.sql('select id, note from app.reports')
  await removeAmina()
  expect(await tablesNamingPerson(db, CAST.amina)).toEqual(['app.audit_log', 'app.deleted_users'])
  expect(await db.sql('select id, note from app.reports')).toEqual(reports)
  expect(await tablesNamingPerson(db, CAST.eve)).toContain('auth.refresh_tokens')
  expect(JSON.stringify(await db.sql('select * from app.audit_log'))).not.toContain(CAST.amina.email)
})

test('an erased author is not listed, cannot be given a role, and their id is treated as unknown', async () => {
  const people = async (who: Who) =>
    listUsers.reply.shape.data
      .parse(((await db.as(who).rpc('list_users')) as { data: unknown }).data)
      .map((user) => user.id)
  const before = await people('dalmas')
  for (let n = 0; n < 5; n++) await report('amina', `Matatu ${n}.`, KOJA.lat + n * 0.01)
  await removeAmina()
  await report('baraka')
  await db.shiftClock('91 days')
  await db.sql('select app.sweep()')
  const names = await db.sql<{ id: string }>('select distinct reporter_id as id from app.reports')
  expect(names).toHaveLength(6)
  for (const { id } of names) {
    expect(z.uuidv4().safeParse(id).success).toBe(true)
    expect(before).not.toContain(id)
    await expect(db.as('dalmas').rpc('get_user_roles', { p_user_id: id })).rejects.toMatchObject({ slug: 'not_found' })
    const given = { p_user_id: id, p_roles: ['admin'], p_reason: 'By mistake.', p_version: 0 }
    await expect(db.as('dalmas').rpc('replace_user_roles', given)).rejects.toMatchObject({ slug: 'not_found' })
  }
  expect(await people('dalmas')).toEqual(before.filter((id) => id !== CAST.amina.id))
})

test('rejects a token issued before the deletion in every function, and writes nothing', async () => {
  await removeAmina()
  const before = await db.sql('select count(*) from app.reports')
  const attempts: [string, Record<string, unknown>][] = [
    ['get_current_user', {}],
    ['export_own_data', {}],
    ['list_api_keys', {}],
    ['get_latest_incident_feed', {}],
    ['get_incident_feed_nearby', { p_lat: KOJA.lat, p_lng: KOJA.lng }],
    ['resolve_corridor_for_location', { p_lat: KOJA.lat, p_lng: KOJA.lng }],
    ['get_vehicle_profile', { p_identifier: 'KDA123A' }],
    ['list_saccos', {}],
    ['list_routes', {}],
    ['list_review_queue', {}],
  ]
  for (const [name, args] of attempts)
    await expect(db.as('amina').rpc(name, args), name).rejects.toMatchObject({ slug: 'invalid_token' })
  for (const attempt of [() => report('amina'), () => makeKey('amina'), removeAmina])
    await expect(attempt()).rejects.toMatchObject({ slug: 'invalid_token' })
  expect(await db.sql('select count(*) from app.reports')).toEqual(before)
  expect(await db.as('eve').rpc('get_current_user')).toMatchObject({ id: CAST.eve.id })
  expect(await db.as('rider_server').rpc('get_latest_incident_feed')).toMatchObject({ data: [] })
})

test.each(['corridors', 'points_of_interest', 'learning_progress'])(
  'a token issued before the deletion reads no row of %s',
  async (view) => {
    const read = (who: 'amina' | 'eve') =>
      db.sql(`do $$ begin
        perform set_config('request.jwt.claims', '${JSON.stringify(claimsOf(who))}', true);
        set local role authenticated;
        perform from api.${view};
      end $$`)
    await db.sql(
      `insert into app.points_of_interest (id, feed, name, name_key, kind, lat, lng, routes)
       select s.id, s.feed, s.name, s.name_key, s.kind, s.lat, s.lng, '{}' from app.stops s`,
    )
    await removeAmina()
    await expect(read('amina')).rejects.toMatchObject({ message: expect.stringContaining('invalid_token') })
    await read('eve')
  },
)

test('revokes the API keys of the account', async () => {
  const key = await makeKey('amina')
  const others = await makeKey('baraka')
  expect(await removeAmina()).toEqual({ apiKeyPrefixes: [key.p_prefix] })
  expect(await db.as('api_server').rpc('verify_api_key', key)).toEqual({ state: 'unknown' })
  expect(await db.as('api_server').rpc('verify_api_key', others)).toMatchObject({ state: 'active' })
})

test('deletes an account of another issuer whose subject is not a UUID', async () => {
  const wanjiku = { sub: 'auth0|wanjiku', iss: 'https://id.example', role: 'authenticated', email: 'w@example.com' }
  const { id } = (await db.as(wanjiku).rpc('get_current_user')) as { id: string }
  await report(wanjiku)
  await remove(wanjiku, id)
  await expect(db.as(wanjiku).rpc('get_current_user')).rejects.toMatchObject({ slug: 'invalid_token' })
  expect(await tablesNamingPerson(db, { id, email: wanjiku.email })).toEqual(['app.deleted_users'])
})

test.each([
  ["somebody else's id", CAST.amina.id],
  ['nothing', null],
])('deletes nobody with %s as the confirmation', async (_, confirm) => {
  await expect(remove('eve', confirm)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'confirm' } })
  expect(await db.sql('select from app.deleted_users')).toEqual([])
  expect(await db.sql('select from auth.users')).toHaveLength(Object.keys(CAST).length)
})

test('rejects deletion and export for visitors and for a server', async () => {
  for (const who of ['anon', 'rider_server'] as const)
    for (const attempt of [() => remove(who, CAST.amina.id), () => exportOf(who)])
      await expect(attempt()).rejects.toMatchObject({ code: '42501' })
  expect(await db.sql('select from app.deleted_users')).toEqual([])
})

test('rejects deleting the last admin until there is another one', async () => {
  await expect(remove('dalmas', CAST.dalmas.id)).rejects.toMatchObject({ slug: 'last_admin' })
  expect(await db.as('dalmas').rpc('get_current_user')).toMatchObject({ roles: ['rider', 'admin'] })
  await db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST.baraka.id])
  await remove('dalmas', CAST.dalmas.id)
  expect(await db.sql('select user_id from app.user_roles where role = $1', ['admin'])).toEqual([
    { user_id: CAST.baraka.id },
  ])
  expect(await db.sql('select action, actor_id, detail from app.audit_log')).toEqual([
    { action: 'account.deleted', actor_id: CAST.dalmas.id, detail: { roles: ['admin'] } },
  ])
})

test('leaves one admin when the last two delete their accounts concurrently', async () => {
  await db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST.baraka.id])
  const outcomes = await db.parallel(
    (['dalmas', 'baraka'] as const).map(
      (who) => () =>
        remove(who, CAST[who].id).then(
          () => 'left',
          (error: { slug: string }) => error.slug,
        ),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['last_admin', 'left'])
})

test('leaves no report or key with the user id when they are created during the deletion', async () => {
  const outcomes = await db.parallel(
    [...Array(5).fill(report), ...Array(4).fill(makeKey), removeAmina, ...Array(5).fill(report)].map(
      (work: (who: Who) => Promise<unknown>) => () =>
        work('amina').then(
          () => 'done',
          (error: { slug: string }) => error.slug,
        ),
    ),
  )
  expect(outcomes.filter((outcome) => !['done', 'invalid_token', 'rate_limited'].includes(outcome))).toEqual([])
  expect(await tablesNamingPerson(db, CAST.amina)).toEqual(['app.deleted_users'])
})

test('releases the review entries that the admin had claimed', async () => {
  await db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST.baraka.id])
  await openReview(CAST.eve.id)
  const [entry] = await db.sql<{ id: string }>('select id from app.review_entries')
  await db.as('baraka').rpc('claim_review_entry', { p_id: entry?.id })
  await remove('baraka', CAST.baraka.id)
  expect(await db.as('dalmas').rpc('claim_review_entry', { p_id: entry?.id })).toMatchObject({ claimedByYou: true })
})

test('exports everything that the user provided and no data of other users', async () => {
  await leaveTraces()
  await report('eve', 'This is what Eve wrote.')
  await makeKey('eve')
  const document = await exportOf('amina')
  expect(document).toMatchObject({
    account: { id: CAST.amina.id, email: CAST.amina.email, displayName: 'Amina W.', locale: 'sw' },
    apiKeys: [{ name: 'Fleet monitor' }],
    reviews: { submissions: [{ kind: 'report', state: 'pending' }], decisions: [] },
  })
  const text = JSON.stringify(document)
  expect(text).toContain('Two matatus.')
  expect(text).toContain('surveyor')
  expect(text).not.toContain('Eve')
  expect(text).not.toContain(CAST.eve.id)
  const [key] = await db.sql<{ hash: string }>(`select encode(secret_hash, 'hex') as hash from app.api_keys`)
  expect(text).not.toContain(key?.hash)
})

test('exports the account data', async () => {
  for (const who of ['amina', 'chebet', 'dalmas'] as const) {
    const me = Object(await db.as(who).rpc('get_current_user'))
    const { account } = await exportOf(who)
    expect(account).toMatchObject({ id: me.id, email: me.email, locale: me.locale, displayName: me.displayName })
    expect(Object(account).roles.map((each: { role: string }) => each.role)).toEqual(me.roles)
  }
  expect(Object((await exportOf('amina')).account).roles).toEqual([{ role: 'rider', grantedAt: null }])
})

test('exports the decisions of an admin, and an empty document for a user without activity', async () => {
  await openReview(CAST.eve.id)
  const [entry] = await db.sql<{ id: string }>('select id from app.review_entries')
  await db.as('dalmas').rpc('submit_review_decision', {
    p_entry_id: entry?.id,
    p_decision: 'escalated',
    p_version: 1,
    p_reason_code: 'not_sure',
  })
  expect((await exportOf('dalmas')).reviews).toMatchObject({
    decisions: [{ decision: 'escalated', reasonCode: 'not_sure' }],
  })
  expect(await exportOf(claimsOf('baraka'))).toMatchObject({ apiKeys: [], reviews: { submissions: [], decisions: [] } })
})
