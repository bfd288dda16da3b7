import { randomUUID } from 'node:crypto'
import { CAST, claimsOf, onceHeld, untilOthersWait } from '@salama/testing'
import { expect, test } from 'vitest'
import { KIFARU, TAUSI, TAUSI_TWO, useGroups } from './test/groups.ts'

const city = useGroups()
const { as, merge, undo, apart, get, pairs, groupsOf, platesOf, slugOf } = city

test('suggests groups whose names differ only in general words, the larger one first', async () => {
  expect((await pairs()).map(({ score, groups }) => [score, groups.map((group) => group.slug)])).toEqual([
    [1, ['tausi', 'tausi-two']],
  ])
})

test('accepts a group by slug or id, also once it is merged', async () => {
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

test('suggests a group whose alias resembles another’s name', async () => {
  await city.db.sql(
    `insert into app.sacco_aliases (alias_key, alias, sacco_id) values ('kifaru demo', 'Kifaru Demo', $1)`,
    [TAUSI],
  )
  expect((await pairs()).some(({ groups }) => groups.some((group) => group.slug === 'kifaru'))).toBe(true)
})

test('moves vehicles and names in a merge, and redirects the old slug', async () => {
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
  await expect(as('eve').rpc('list_routes', { p_sacco_id: 'nobody' })).rejects.toMatchObject({
    slug: 'invalid_request',
  })
  expect(await pairs()).toEqual([])
  const found = (await as('eve').rpc('search', { p_q: 'tausi demo travellers' })) as {
    data: { type: string; id: string }[]
  }
  expect(found.data.filter((hit) => hit.type === 'sacco').map((hit) => hit.id)).toEqual([TAUSI])
})

test('ignores a repeated merge, and audits it once', async () => {
  const first = await merge(TAUSI_TWO, TAUSI)
  expect(await merge(TAUSI_TWO, TAUSI)).toEqual(first)
  expect(await city.db.sql(`select actor_id, action, subject_id, reason from app.audit_log`)).toEqual([
    { actor_id: CAST.dalmas.id, action: 'sacco.merged', subject_id: TAUSI_TWO, reason: 'One office.' },
  ])
})

test('accepts one of two concurrent merges in opposite directions', async () => {
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

/** Dalmas puts a vehicle into a group, and keeps the transaction open until others wait. */
const edit = (plate: string, group: string, then = untilOthersWait(city.db)) =>
  city.db.sql(`do $$ begin
    perform set_config('request.jwt.claims', '${JSON.stringify(claimsOf('dalmas'))}', true);
    perform api.edit_vehicle(v.id, 0, v.plate, 'Seen today.', 'Tausi 1', '${group}')
       from app.vehicles v where v.plate_key = '${plate}';
    ${then}
  end $$`)
/** Dalmas merges the two, and keeps the transaction open until others wait. */
const merging = (others = 1) =>
  city.db.sql(`do $$ begin
    perform set_config('request.jwt.claims', '${JSON.stringify(claimsOf('dalmas'))}', true);
    perform api.merge_saccos('${TAUSI_TWO}', '${TAUSI}', 'One office.');
    ${untilOthersWait(city.db, others)}
  end $$`)
const soon = <T>(work: () => Promise<T>, holders?: number) => onceHeld(city.db, work, holders)

test('moves a vehicle that is being added to the merged group', async () => {
  const [, , merged] = await city.db.parallel<unknown>([
    () => edit('KZZ001A', TAUSI_TWO),
    () => edit('KZZ003A', TAUSI_TWO),
    () => soon(() => merge(TAUSI_TWO, TAUSI), 2),
  ])
  expect(merged).toMatchObject({ id: TAUSI, vehicles: 3 })
  expect(await city.db.sql('select from app.vehicles where sacco_id = $1', [TAUSI_TWO])).toEqual([])
})

test('allows moving a vehicle to the target group during the merge', async () => {
  const [, merged] = await city.db.parallel<unknown>([
    () =>
      city.db.sql(`do $$ begin
        perform set_config('request.jwt.claims', '${JSON.stringify(claimsOf('dalmas'))}', true);
        perform app.held_sacco('${TAUSI}');
        ${untilOthersWait(city.db)}
        perform api.edit_vehicle(v.id, 0, v.plate, 'Seen today.', 'Tausi 1', '${TAUSI}')
           from app.vehicles v where v.plate_key = 'KZZ003A';
      end $$`),
    () => soon(() => merge(TAUSI_TWO, TAUSI)),
  ])
  expect(merged).toMatchObject({ id: TAUSI, vehicles: 3, aliases: ['TAUSI DEMO TRAVELLERS LTD', 'TDT'] })
})

test('rejects adding a vehicle to a group that is being merged', async () => {
  const [, edited] = await city.db.parallel<unknown>([
    () => merging(),
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

test('applies a concurrent alias change to the target group of a merge', async () => {
  const alias = (name: string, p_alias: string) => () =>
    soon(() => as('dalmas').rpc(name, { p_id: 'tausi-two', p_alias }))
  const [, added, removed] = await city.db.parallel<unknown>([
    () => merging(2),
    alias('add_sacco_alias', 'Tausi Express'),
    alias('remove_sacco_alias', 'TDT'),
  ])
  for (const answer of [added, removed]) expect(answer).toMatchObject({ sacco: { id: TAUSI } })
  expect((await get(TAUSI)).aliases.toSorted()).toEqual(['TAUSI DEMO TRAVELLERS LTD', 'Tausi Express'])
})

test('undoes a merge within seven days, except for what was moved since', async () => {
  await merge(TAUSI_TWO, TAUSI)
  await city.db.sql(`update app.vehicles set sacco_id = $1 where plate_key = 'KZZ002A'`, [KIFARU])
  expect(await undo(TAUSI_TWO)).toMatchObject({ id: TAUSI_TWO, aliases: ['TDT'], vehicles: 1 })
  expect(await get(TAUSI)).toMatchObject({ aliases: [], vehicles: 1, merges: [] })
  expect((await groupsOf()).toSorted()).toEqual(['kifaru', 'tausi', 'tausi-two'])
  expect(await slugOf(undo(TAUSI_TWO))).toBe('invalid_transition')
})

test('refuses to undo a merge after seven days, or once the target was merged', async () => {
  await merge(TAUSI_TWO, TAUSI)
  await merge(TAUSI, KIFARU)
  expect(await slugOf(undo(TAUSI_TWO))).toBe('invalid_transition')
  expect(await get(TAUSI_TWO)).toMatchObject({ id: KIFARU, vehicles: 3 })
  await undo(TAUSI)
  await city.db.shiftClock('7 days 1 minute')
  expect(await slugOf(undo(TAUSI_TWO))).toBe('invalid_transition')
})

test('rejects merging a group into itself, an unknown group, or without a reason', async () => {
  expect(await slugOf(merge(TAUSI, TAUSI))).toBe('invalid_request')
  expect(await slugOf(merge(TAUSI, randomUUID()))).toBe('invalid_request')
  expect(await slugOf(merge(randomUUID(), TAUSI))).toBe('not_found')
  expect(await slugOf(merge(TAUSI, KIFARU, ' a '))).toBe('invalid_request')
  expect(await slugOf(undo(randomUUID()))).toBe('not_found')
})

test('lets only admins merge, and changes nothing for others', async () => {
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
