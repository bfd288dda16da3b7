import { randomUUID } from 'node:crypto'
import { CAST, claimsOf } from '@salama/testing'
import { expect, test } from 'vitest'
import { KIFARU, TAUSI, TAUSI_TWO, useGroups } from './test/groups.ts'

const city = useGroups()
const { as, merge, undo, apart, get, pairs, groupsOf, platesOf, slugOf } = city

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
  const log = await city.db.sql('select subject_id from app.audit_log order by id')
  expect(log.map((act) => act.subject_id)).toEqual([TAUSI, TAUSI_TWO, TAUSI_TWO])
})

test('an alias that is like another group’s name is enough to be suggested', async () => {
  await city.db.sql(
    `insert into app.sacco_aliases (alias_key, alias, sacco_id) values ('kifaru demo', 'Kifaru Demo', $1)`,
    [TAUSI],
  )
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
  await city.db.sql(
    `insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type) values ($1, 'test', '1', 'one', '1', 'One', 3)`,
    [route],
  )
  await city.db.sql(
    `insert into app.vehicle_routes (vehicle_id, route_id) select id, $1 from app.vehicles where plate_key = 'KZZ001A'`,
    [route],
  )
  for (const p_sacco_id of ['tausi', 'TAUSI-two', TAUSI_TWO])
    expect(await as('eve').rpc('list_routes', { p_sacco_id })).toMatchObject({ data: [{ id: route }] })
  expect(await as('eve').rpc('list_routes', { p_sacco_id: 'nobody' })).toMatchObject({ data: [] })
  expect(await pairs()).toEqual([])
  const found = (await as('eve').rpc('search', { p_q: 'tausi demo travellers' })) as {
    data: { type: string; id: string }[]
  }
  expect(found.data.filter((hit) => hit.type === 'sacco').map((hit) => hit.id)).toEqual([TAUSI])
})

test('the same merge again changes nothing, and is audited once', async () => {
  const first = await merge(TAUSI_TWO, TAUSI)
  expect(await merge(TAUSI_TWO, TAUSI)).toEqual(first)
  expect(await city.db.sql(`select actor_id, action, subject_id, reason from app.audit_log`)).toEqual([
    { actor_id: CAST.dalmas.id, action: 'sacco.merged', subject_id: TAUSI_TWO, reason: 'One office.' },
  ])
})

test('two who merge two groups into each other at once: one of them wins, and one group is left', async () => {
  const answers = await city.db.parallel(
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
  city.db.sql(`do $$ begin
    perform set_config('request.jwt.claims', '${JSON.stringify(claimsOf('dalmas'))}', true);
    perform api.edit_vehicle(v.id, 0, v.plate, 'Seen today.', 'Tausi 1', '${group}')
       from app.vehicles v where v.plate_key = '${plate}';
    ${then}
  end $$`)
/** Dalmas merges the two, and stays in the middle of it for a second. */
const merging = () =>
  city.db.sql(`do $$ begin
    perform set_config('request.jwt.claims', '${JSON.stringify(claimsOf('dalmas'))}', true);
    perform api.merge_saccos('${TAUSI_TWO}', '${TAUSI}', 'One office.');
    perform pg_sleep(1);
  end $$`)
const soon = async <T>(work: () => Promise<T>) => {
  await new Promise((resolve) => setTimeout(resolve, 300))
  return work()
}

test('a vehicle that is just being put into the group that goes comes along, and one of that group is not in the way', async () => {
  const [, , merged] = await city.db.parallel<unknown>([
    () => edit('KZZ001A', TAUSI_TWO),
    () => edit('KZZ003A', TAUSI_TWO),
    () => soon(() => merge(TAUSI_TWO, TAUSI)),
  ])
  expect(merged).toMatchObject({ id: TAUSI, vehicles: 3 })
  expect(await city.db.sql('select from app.vehicles where sacco_id = $1', [TAUSI_TWO])).toEqual([])
})

test('who is putting a vehicle of the group that goes into the one that stays, and who merges them, both get through', async () => {
  const [, merged] = await city.db.parallel<unknown>([
    () =>
      city.db.sql(`do $$ begin
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
  const [, edited] = await city.db.parallel<unknown>([
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
  expect(await city.db.sql('select from app.vehicles where sacco_id = $1', [TAUSI_TWO])).toEqual([])
})

test('an alias that is given or taken while its group is merged away is the business of the group that stays', async () => {
  const alias = (name: string, p_alias: string) => () =>
    soon(() => as('dalmas').rpc(name, { p_id: 'tausi-two', p_alias }))
  const [, added, removed] = await city.db.parallel<unknown>([
    merging,
    alias('add_sacco_alias', 'Tausi Express'),
    alias('remove_sacco_alias', 'TDT'),
  ])
  for (const answer of [added, removed]) expect(answer).toMatchObject({ sacco: { id: TAUSI } })
  expect((await get(TAUSI)).aliases.toSorted()).toEqual(['TAUSI DEMO TRAVELLERS LTD', 'Tausi Express'])
})

test('a merge is taken back within seven days, without what was moved on since', async () => {
  await merge(TAUSI_TWO, TAUSI)
  await city.db.sql(`update app.vehicles set sacco_id = $1 where plate_key = 'KZZ002A'`, [KIFARU])
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
  await city.db.shiftClock('7 days 1 minute')
  expect(await slugOf(undo(TAUSI_TWO))).toBe('invalid_transition')
})

test('a group is not merged into itself, into nothing, or without a reason', async () => {
  expect(await slugOf(merge(TAUSI, TAUSI))).toBe('invalid_request')
  expect(await slugOf(merge(TAUSI, randomUUID()))).toBe('invalid_request')
  expect(await slugOf(merge(randomUUID(), TAUSI))).toBe('not_found')
  expect(await slugOf(merge(TAUSI, KIFARU, ' a '))).toBe('invalid_request')
  expect(await slugOf(undo(randomUUID()))).toBe('not_found')
})

test('merging is for admins, and changes nothing for others', async () => {
  const calls = [
    ['merge_saccos', { p_id: TAUSI_TWO, p_into: TAUSI, p_reason: 'Mine now.' }],
    ['undo_sacco_merge', { p_id: TAUSI_TWO, p_reason: 'Mine now.' }],
    ['keep_saccos_apart', { p_id: TAUSI, p_from: TAUSI_TWO, p_reason: 'Mine now.' }],
    ['list_sacco_duplicates', {}],
    ['get_sacco_for_admin', { p_id: 'tausi' }],
  ] as const
  for (const who of ['eve', 'chebet'] as const)
    for (const [name, args] of calls) expect(await slugOf(as(who).rpc(name, args))).toBe('role_required')
  expect(await groupsOf()).toHaveLength(3)
  expect(await pairs()).toHaveLength(1)
})
