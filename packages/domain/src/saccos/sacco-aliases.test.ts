import { CAST, openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await db.sql(
    `insert into app.saccos (id, slug, name) values ('0b000000-0000-4000-8000-0000000000e1', 'tausi', 'Tausi Demo Shuttle'),
                                                    ('0b000000-0000-4000-8000-0000000000e2', 'kifaru', 'Kifaru Demo Sacco')`,
  )
})
afterAll(() => db.close())

const add = (p_id: string, p_alias: string | null, as: 'dalmas' | 'eve' | 'chebet' = 'dalmas') =>
  db.as(as).rpc('add_sacco_alias', { p_id, p_alias })
const remove = (p_id: string, p_alias: string) => db.as('dalmas').rpc('remove_sacco_alias', { p_id, p_alias })
const audited = () => db.sql(`select actor_id, action, subject_id, detail from app.audit_log order by id`)
const stored = () => db.sql('select alias_key, alias from app.sacco_aliases order by 1')
const listed = async (p_q: string) =>
  ((await db.as('eve').rpc('list_saccos', { p_q })) as { data: { slug: string }[] }).data.map((sacco) => sacco.slug)
const found = async (p_q: string) =>
  ((await db.as('eve').rpc('search', { p_q })) as { data: { title: string }[] }).data.map((hit) => hit.title)

test('finds an alias in list and search until it is removed', async () => {
  const tausi = { id: '0b000000-0000-4000-8000-0000000000e1', slug: 'tausi', name: 'Tausi Demo Shuttle' }
  expect(await add('tausi', '  TDS ')).toEqual({ sacco: tausi, aliases: ['TDS'] })
  expect([await listed('tds'), await found('tds')]).toEqual([['tausi'], ['Tausi Demo Shuttle']])
  expect(await db.as('dalmas').rpc('list_sacco_aliases', { p_id: tausi.id })).toEqual({
    sacco: tausi,
    aliases: ['TDS'],
  })
  expect(await remove('tausi', 'tds')).toEqual({ sacco: tausi, aliases: [] })
  expect([await listed('tds'), await found('tds')]).toEqual([[], []])
  expect(await audited()).toEqual([
    { actor_id: CAST.dalmas.id, action: 'sacco.alias_added', subject_id: tausi.id, detail: { alias: 'TDS' } },
    { actor_id: CAST.dalmas.id, action: 'sacco.alias_removed', subject_id: tausi.id, detail: { alias: 'TDS' } },
  ])
})

test('ignores a repeat in any spelling, and audits it once', async () => {
  await add('tausi', 'T.D.S')
  await add('tausi', 't d s')
  expect(await stored()).toEqual([{ alias_key: 't d s', alias: 'T.D.S' }])
  await remove('tausi', 'T D S')
  await remove('tausi', 'T D S')
  expect(await audited()).toHaveLength(2)
})

test('rejects an alias that is another group’s alias or name', async () => {
  await add('tausi', 'TDS')
  await expect(add('kifaru', 'tds')).rejects.toMatchObject({
    slug: 'alias_taken',
    detail: { sacco: { slug: 'tausi' } },
  })
  await expect(add('kifaru', 'Tausi  demo shuttle')).rejects.toMatchObject({ slug: 'alias_taken' })
  await remove('kifaru', 'tds')
  expect(await stored()).toEqual([{ alias_key: 'tds', alias: 'TDS' }])
})

test('rejects one of two concurrent additions of an alias to two groups', async () => {
  const answers = await db.parallel(
    ['tausi', 'kifaru'].map(
      (sacco) => () =>
        add(sacco, 'Express').then(
          () => 'given',
          (error) => error.slug,
        ),
    ),
  )
  expect(answers.toSorted()).toEqual(['alias_taken', 'given'])
  expect(await stored()).toHaveLength(1)
})

test.each([null, '', ' x ', '!!', 'x'.repeat(121)])('rejects "%s" as an alias', async (alias) => {
  await expect(add('tausi', alias)).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'alias' } })
})

test.each(['add_sacco_alias', 'remove_sacco_alias', 'list_sacco_aliases'])(
  'returns not_found from %s for an unknown group',
  async (fn) => {
    const args = fn === 'list_sacco_aliases' ? {} : { p_alias: 'TDS' }
    await expect(db.as('dalmas').rpc(fn, { p_id: 'nobody', ...args })).rejects.toMatchObject({ slug: 'not_found' })
  },
)

test.each(['add_sacco_alias', 'remove_sacco_alias', 'list_sacco_aliases'])(
  'lets only admins call %s, and changes nothing for others',
  async (fn) => {
    await add('tausi', 'TDS')
    const args = {
      p_id: 'tausi',
      ...(fn !== 'list_sacco_aliases' && { p_alias: fn.startsWith('add') ? 'New' : 'TDS' }),
    }
    for (const person of ['eve', 'chebet'] as const)
      await expect(db.as(person).rpc(fn, args)).rejects.toMatchObject({ slug: 'role_required' })
    await expect(db.as('admin_server').rpc(fn, args)).rejects.toMatchObject({ code: '42501' })
    expect(await stored()).toEqual([{ alias_key: 'tds', alias: 'TDS' }])
    expect(await audited()).toHaveLength(1)
  },
)
