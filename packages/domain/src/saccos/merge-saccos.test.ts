import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CAST, claimsOf, openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ContentError } from '../machinery/markdown-file.ts'
import { loadSaccos, REGISTER, readRegister } from './files/index.ts'

const TAUSI = '0b000000-0000-4000-8000-0000000000e1'
const TAUSI_TWO = '0b000000-0000-4000-8000-0000000000e2'
const KIFARU = '0b000000-0000-4000-8000-0000000000e3'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await db.resetClock()
  await db.sql(
    `insert into app.saccos (id, slug, name) values
       ($1, 'tausi', 'Tausi Demo Sacco'), ($2, 'tausi-two', 'TAUSI DEMO TRAVELLERS LTD'), ($3, 'kifaru', 'Kifaru Demo Sacco')`,
    [TAUSI, TAUSI_TWO, KIFARU],
  )
  await db.sql(`insert into app.sacco_aliases (alias_key, alias, sacco_id) values ('tdt', 'TDT', $1)`, [TAUSI_TWO])
  for (const [plate, sacco] of [
    ['KZZ001A', TAUSI],
    ['KZZ002A', TAUSI],
    ['KZZ003A', TAUSI_TWO],
  ])
    await db.sql(
      `insert into app.vehicles (plate, plate_key, public_code, sacco_id) values ($1, $1, app.new_public_code(), $2)`,
      [plate, sacco],
    )
})
afterAll(() => db.close())

type Group = {
  id: string
  slug: string
  name: string
  aliases: string[]
  vehicles: number
  registerNos: string[]
  merges: object[]
}
const as = (who: 'dalmas' | 'eve' | 'chebet') => db.as(who)
const merge = (p_from: string, p_into: string, p_reason = 'One office.') =>
  as('dalmas').rpc('merge_saccos', { p_from, p_into, p_reason }) as Promise<Group>
const undo = (p_from: string) =>
  as('dalmas').rpc('undo_sacco_merge', { p_from, p_reason: 'They only share a stage.' }) as Promise<Group>
const apart = (p_sacco: string, p_other: string, p_reason = 'Two offices.') =>
  as('dalmas').rpc('keep_saccos_apart', { p_sacco, p_other, p_reason }) as Promise<Group>
const get = (p_sacco: string) => as('dalmas').rpc('get_sacco_for_admin', { p_sacco }) as Promise<Group>
const pairs = async () =>
  ((await as('dalmas').rpc('list_sacco_duplicates')) as { data: { score: number; groups: Group[] }[] }).data
const groupsOf = async (p_q?: string) =>
  ((await as('eve').rpc('list_saccos', { p_q, p_limit: 100 })) as { data: { slug: string }[] }).data.map(
    (each) => each.slug,
  )
const platesOf = async (p_sacco: string) =>
  ((await as('eve').rpc('list_sacco_vehicles', { p_sacco })) as { data: { plate: string }[] }).data.map((v) => v.plate)
const slugOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { slug?: string }) => error.slug,
  )

test('groups whose names differ in general words only are suggested, the larger one first', async () => {
  expect((await pairs()).map(({ score, groups }) => [score, groups.map((group) => group.slug)])).toEqual([
    [1, ['tausi', 'tausi-two']],
  ])
})

test('a group is meant by its slug as by its id, also while it is merged', async () => {
  await apart('TAUSI', TAUSI_TWO)
  expect(await pairs()).toEqual([])
  expect(await merge('tausi-two', TAUSI)).toMatchObject({ id: TAUSI, vehicles: 3 })
  expect(await merge('tausi-two', TAUSI)).toMatchObject({ id: TAUSI })
  expect(await undo('tausi-two')).toMatchObject({ id: TAUSI_TWO, vehicles: 1 })
  for (const work of [() => merge('nobody', TAUSI), () => undo('nobody'), () => apart('nobody', TAUSI)])
    expect(await slugOf(work())).toBe('not_found')
  const log = await db.sql('select subject_id from app.audit_log order by id')
  expect(log.map((act) => act.subject_id)).toEqual([TAUSI, TAUSI_TWO, TAUSI_TWO])
})

test('an alias that is like another group’s name is enough to be suggested', async () => {
  await db.sql(`insert into app.sacco_aliases (alias_key, alias, sacco_id) values ('kifaru demo', 'Kifaru Demo', $1)`, [
    TAUSI,
  ])
  expect((await pairs()).some(({ groups }) => groups.some((group) => group.slug === 'kifaru'))).toBe(true)
})

test('a merge takes vehicles and names along, and the old address leads to the group', async () => {
  expect(await merge(TAUSI_TWO, TAUSI)).toMatchObject({
    id: TAUSI,
    aliases: ['TAUSI DEMO TRAVELLERS LTD', 'TDT'],
    vehicles: 3,
    merges: [{ from: { slug: 'tausi-two' }, vehicles: 1 }],
  })
  expect(await groupsOf()).toEqual(['kifaru', 'tausi'])
  expect(await groupsOf('tdt')).toEqual(['tausi'])
  expect(await platesOf('tausi-two')).toEqual(['KZZ001A', 'KZZ002A', 'KZZ003A'])
  expect(await get(TAUSI_TWO)).toMatchObject({ id: TAUSI })
  const route = randomUUID()
  await db.sql(
    `insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type) values ($1, 'test', '1', 'one', '1', 'One', 3)`,
    [route],
  )
  await db.sql(
    `insert into app.vehicle_routes (vehicle_id, route_id) select id, $1 from app.vehicles where plate_key = 'KZZ001A'`,
    [route],
  )
  for (const p_sacco of ['tausi', 'TAUSI-two', TAUSI_TWO])
    expect(await as('eve').rpc('list_routes', { p_sacco })).toMatchObject({ data: [{ id: route }] })
  expect(await as('eve').rpc('list_routes', { p_sacco: 'nobody' })).toMatchObject({ data: [] })
  expect(await pairs()).toEqual([])
  const found = (await as('eve').rpc('search', { p_q: 'tausi demo travellers' })) as {
    data: { type: string; id: string }[]
  }
  expect(found.data.filter((hit) => hit.type === 'sacco').map((hit) => hit.id)).toEqual([TAUSI])
})

test('the same merge again changes nothing, and is audited once', async () => {
  const first = await merge(TAUSI_TWO, TAUSI)
  expect(await merge(TAUSI_TWO, TAUSI)).toEqual(first)
  expect(await db.sql(`select actor_id, action, subject_id, reason from app.audit_log`)).toEqual([
    { actor_id: CAST.dalmas.id, action: 'sacco.merged', subject_id: TAUSI_TWO, reason: 'One office.' },
  ])
})

test('two who merge two groups into each other at once: one of them wins, and one group is left', async () => {
  const answers = await db.parallel(
    [
      [TAUSI, TAUSI_TWO],
      [TAUSI_TWO, TAUSI],
    ].map(
      ([from, into]) =>
        () =>
          slugOf(merge(String(from), String(into))),
    ),
  )
  expect(answers.toSorted()).toEqual(['done', 'invalid_request'])
  expect(await groupsOf('tausi')).toHaveLength(1)
})

/** Dalmas puts a vehicle into a group, and stays in the middle of it for a second. */
const edit = (plate: string, group: string, then = 'perform pg_sleep(1);') =>
  db.sql(`do $$ begin
    perform set_config('request.jwt.claims', '${JSON.stringify(claimsOf('dalmas'))}', true);
    perform api.edit_vehicle(v.id, 0, v.plate, 'Seen today.', 'Tausi 1', '${group}')
       from app.vehicles v where v.plate_key = '${plate}';
    ${then}
  end $$`)
/** Dalmas merges the two, and stays in the middle of it for a second. */
const merging = () =>
  db.sql(`do $$ begin
    perform set_config('request.jwt.claims', '${JSON.stringify(claimsOf('dalmas'))}', true);
    perform api.merge_saccos('${TAUSI_TWO}', '${TAUSI}', 'One office.');
    perform pg_sleep(1);
  end $$`)
const soon = async <T>(work: () => Promise<T>) => {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return work()
}

test('a vehicle that is just being put into the group that goes comes along, and one of that group is not in the way', async () => {
  const [, , merged] = await db.parallel<unknown>([
    () => edit('KZZ001A', TAUSI_TWO),
    () => edit('KZZ003A', TAUSI_TWO),
    () => soon(() => merge(TAUSI_TWO, TAUSI)),
  ])
  expect(merged).toMatchObject({ id: TAUSI, vehicles: 3 })
  expect(await db.sql('select from app.vehicles where sacco_id = $1', [TAUSI_TWO])).toEqual([])
})

test('who is putting a vehicle of the group that goes into the one that stays, and who merges them, both get through', async () => {
  const [, merged] = await db.parallel<unknown>([
    () =>
      db.sql(`do $$ begin
        perform set_config('request.jwt.claims', '${JSON.stringify(claimsOf('dalmas'))}', true);
        perform app.held_sacco('${TAUSI}');
        perform pg_sleep(1);
        perform api.edit_vehicle(v.id, 0, v.plate, 'Seen today.', 'Tausi 1', '${TAUSI}')
           from app.vehicles v where v.plate_key = 'KZZ003A';
      end $$`),
    () => soon(() => merge(TAUSI_TWO, TAUSI)),
  ])
  expect(merged).toMatchObject({ id: TAUSI, vehicles: 3, aliases: ['TAUSI DEMO TRAVELLERS LTD', 'TDT'] })
})

test('into a group that is just being merged away nothing is put', async () => {
  const [, edited] = await db.parallel<unknown>([
    merging,
    () =>
      soon(() =>
        edit('KZZ001A', TAUSI_TWO, '').then(
          () => 'done',
          (error: Error) => error.message,
        ),
      ),
  ])
  expect(edited).toContain('invalid_request')
  expect(await db.sql('select from app.vehicles where sacco_id = $1', [TAUSI_TWO])).toEqual([])
})

test('an alias that is given or taken while its group is merged away is the business of the group that stays', async () => {
  const alias = (name: string, p_alias: string) => () =>
    soon(() => as('dalmas').rpc(name, { p_sacco: 'tausi-two', p_alias }))
  const [, added, removed] = await db.parallel<unknown>([
    merging,
    alias('add_sacco_alias', 'Tausi Express'),
    alias('remove_sacco_alias', 'TDT'),
  ])
  for (const answer of [added, removed]) expect(answer).toMatchObject({ sacco: { id: TAUSI } })
  expect((await get(TAUSI)).aliases.toSorted()).toEqual(['TAUSI DEMO TRAVELLERS LTD', 'Tausi Express'])
})

test('a merge is taken back within seven days, without what was moved on since', async () => {
  await merge(TAUSI_TWO, TAUSI)
  await db.sql(`update app.vehicles set sacco_id = $1 where plate_key = 'KZZ002A'`, [KIFARU])
  expect(await undo(TAUSI_TWO)).toMatchObject({ id: TAUSI_TWO, aliases: ['TDT'], vehicles: 1 })
  expect(await get(TAUSI)).toMatchObject({ aliases: [], vehicles: 1, merges: [] })
  expect((await groupsOf()).toSorted()).toEqual(['kifaru', 'tausi', 'tausi-two'])
  expect(await slugOf(undo(TAUSI_TWO))).toBe('invalid_transition')
})

test('after seven days, or once the other group has gone on itself, a merge stays', async () => {
  await merge(TAUSI_TWO, TAUSI)
  await merge(TAUSI, KIFARU)
  expect(await slugOf(undo(TAUSI_TWO))).toBe('invalid_transition')
  expect(await get(TAUSI_TWO)).toMatchObject({ id: KIFARU, vehicles: 3 })
  await undo(TAUSI)
  await db.shiftClock('7 days 1 minute')
  expect(await slugOf(undo(TAUSI_TWO))).toBe('invalid_transition')
})

test('a group is not merged into itself, into nothing, or without a reason', async () => {
  expect(await slugOf(merge(TAUSI, TAUSI))).toBe('invalid_request')
  expect(await slugOf(merge(TAUSI, randomUUID()))).toBe('invalid_request')
  expect(await slugOf(merge(randomUUID(), TAUSI))).toBe('not_found')
  expect(await slugOf(merge(TAUSI, KIFARU, ' a '))).toBe('invalid_request')
  expect(await slugOf(undo(randomUUID()))).toBe('not_found')
})

test('two groups that are kept apart are not suggested again, and can still be merged', async () => {
  expect(await apart(TAUSI, TAUSI_TWO)).toMatchObject({ id: TAUSI })
  expect(await apart(TAUSI_TWO, TAUSI)).toMatchObject({ id: TAUSI_TWO })
  expect(await pairs()).toEqual([])
  expect(await db.sql('select action, subject_id, reason, detail from app.audit_log')).toEqual([
    {
      action: 'sacco.kept_apart',
      subject_id: TAUSI,
      reason: 'Two offices.',
      detail: { from: TAUSI_TWO, name: 'TAUSI DEMO TRAVELLERS LTD' },
    },
  ])
  expect(await merge(TAUSI_TWO, TAUSI)).toMatchObject({ id: TAUSI, vehicles: 3 })
})

test('a group is not kept apart from itself, from nothing, from what it was merged with, or without a reason', async () => {
  expect(await slugOf(apart(TAUSI, TAUSI))).toBe('invalid_request')
  expect(await slugOf(apart(TAUSI, randomUUID()))).toBe('invalid_request')
  expect(await slugOf(apart(randomUUID(), TAUSI))).toBe('not_found')
  expect(await slugOf(apart(TAUSI, TAUSI_TWO, ' a '))).toBe('invalid_request')
  await merge(TAUSI_TWO, TAUSI)
  expect(await slugOf(apart(TAUSI, TAUSI_TWO))).toBe('invalid_request')
  expect(await db.sql('select from app.saccos_apart')).toEqual([])
})

test('five admins who keep two groups apart at once say it once', async () => {
  const groups = await db.parallel(Array.from({ length: 5 }, () => () => apart(TAUSI, TAUSI_TWO)))
  expect(groups.map(({ id }) => id)).toEqual(Array(5).fill(TAUSI))
  expect(await db.sql('select action from app.audit_log')).toEqual([{ action: 'sacco.kept_apart' }])
})

test('merging is for admins, and changes nothing for others', async () => {
  const calls = [
    ['merge_saccos', { p_from: TAUSI_TWO, p_into: TAUSI, p_reason: 'Mine now.' }],
    ['undo_sacco_merge', { p_from: TAUSI_TWO, p_reason: 'Mine now.' }],
    ['keep_saccos_apart', { p_sacco: TAUSI, p_other: TAUSI_TWO, p_reason: 'Mine now.' }],
    ['list_sacco_duplicates', {}],
    ['get_sacco_for_admin', { p_sacco: 'tausi' }],
  ] as const
  for (const who of ['eve', 'chebet'] as const)
    for (const [name, args] of calls) expect(await slugOf(as(who).rpc(name, args))).toBe('role_required')
  expect(await groupsOf()).toHaveLength(3)
  expect(await pairs()).toHaveLength(1)
})

test('the register is loaded, and loading it again changes nothing', async () => {
  const rpc = (fn: string, args: Record<string, unknown>) => db.as('service').rpc(fn, args)
  expect(await loadSaccos({ rpc })).toEqual({ added: 226, matched: 0, renamed: 0, unchanged: 0 })
  expect(await loadSaccos({ rpc })).toEqual({ added: 0, matched: 0, renamed: 0, unchanged: 226 })
  expect(await groupsOf('southleigh')).toHaveLength(2)
  const suggested = (await pairs()).map(({ groups }) =>
    groups
      .map((group) => group.name)
      .toSorted()
      .join(' = '),
  )
  expect(suggested).toContain('NAWAKU SACCO = NAWAKU TRAVELLERS LIMITED')
})

test('what people made of a registered group stays when the register is loaded again', async () => {
  const load = (rows: object[]) => db.as('service').rpc('load_saccos', { p_rows: rows })
  const entry = { registerNo: 'RSN-1', name: 'KIFARU DEMO SACCO' }
  expect(await load([entry])).toMatchObject({ matched: 1 })
  await merge(KIFARU, TAUSI)
  expect(await load([entry])).toMatchObject({ unchanged: 1, added: 0 })
  expect(await get(TAUSI)).toMatchObject({ registerNos: ['RSN-1'] })
  expect(await load([{ ...entry, name: 'KIFARU NEW' }])).toMatchObject({ renamed: 1 })
  expect((await get(TAUSI)).name).toBe('Tausi Demo Sacco')
  expect(await slugOf(load([{ registerNo: 'RSN-2', name: '!' }]))).toBe('invalid_request')
  await expect(as('dalmas').rpc('load_saccos', { p_rows: [] })).rejects.toMatchObject({ code: '42501' })
})

test('a register that cannot be read says where', () => {
  expect(() => readRegister('pto_no,pto_name\nR1,Tausi\nR1,Kifaru\n')).toThrow('line 3')
  expect(() => readRegister('pto_no,pto_name\nR1,"Tausi\nDemo"\n\nR1,Kifaru\n')).toThrow('line 5')
  expect(() => readRegister('pto_no,pto_name\nR1,\n')).toThrow(ContentError)
  expect(() => readRegister('pto_no,pto_name\n')).toThrow(ContentError)
  expect(readRegister(readFileSync(REGISTER, 'utf8'))).toHaveLength(226)
})
