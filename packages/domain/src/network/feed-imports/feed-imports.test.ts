import { randomUUID } from 'node:crypto'
import { CAST, openDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stageFeed, withFeed } from '../gtfs/import-gtfs.ts'
import { type FeedDatabase, feedDatabase } from '../gtfs/test/feed-database.ts'
import { edited, writeFeed } from '../gtfs/test/small-feed.ts'

let city: FeedDatabase
beforeAll(async () => {
  city = feedDatabase(await openDatabase())
})
beforeEach(async () => {
  await city.db.reset()
  await city.db.resetClock()
})
afterAll(() => city.db.close())

type Import = {
  id: string
  state: string
  rows: number
  report: Record<string, { added: number }>
  samples: { routes: Record<string, { name: string; before: string | null }[]> | null } | null
  problems: object[]
}
const as = (name: string, args: Record<string, unknown>, who: 'dalmas' | 'eve' | 'chebet' = 'dalmas') =>
  city.db.as(who).rpc(name, args) as Promise<Import>
/** What the console's server does for an admin. */
const ofConsole = (name: string, args: Record<string, unknown>) => city.db.as('admin_server').rpc(name, args)
const open = (id: string) => as('open_gtfs_import', { p_id: id, p_feed: 'small', p_file_name: 'gtfs.zip' })
const apply = (id: string, more: Record<string, unknown> = {}) =>
  as('apply_checked_gtfs_import', { p_id: id, p_reason: 'New season.', ...more })
const slugOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { slug?: string }) => error.slug,
  )

async function check(source: string): Promise<Import> {
  const id = randomUUID()
  await open(id)
  await withFeed(source, (feed) => stageFeed({ rpc: ofConsole }, id, feed))
  return (await ofConsole('preview_gtfs_import', { p_id: id })) as Import
}

test('returns what a checked feed would change, and changes nothing until an admin applies it', async () => {
  const before = await city.fingerprint()
  const checked = await check(await writeFeed())
  expect(checked).toMatchObject({
    state: 'checked',
    report: { routes: { added: 2, changed: 0, removed: 0 }, stops: { added: 4 } },
    samples: {
      routes: { added: [{ name: '44 Koja-Roysambu' }, { name: '45 Odeon-Roysambu' }], changed: [], removed: [] },
    },
  })
  expect(await city.fingerprint()).toBe(before)
  expect(await apply(checked.id)).toMatchObject({ state: 'applied', report: checked.report, samples: null })
  expect(await city.db.sql('select short_name from app.routes order by 1')).toHaveLength(2)
  expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
  expect(await city.db.sql(`select actor_id, action, reason from app.audit_log order by id`)).toEqual([
    { actor_id: CAST.dalmas.id, action: 'feed.import_begun', reason: null },
    { actor_id: CAST.dalmas.id, action: 'feed.import_applied', reason: 'New season.' },
  ])
})

test('lists changes and removals by name, with the previous name', async () => {
  await city.load(await writeFeed())
  const { samples } = await check(await writeFeed(edited('routes.txt', 'Odeon-Roysambu', 'Odeon-Kasarani')))
  expect(samples?.routes).toMatchObject({
    added: [],
    changed: [{ name: '45 Odeon-Kasarani', before: '45 Odeon-Roysambu' }],
    removed: [],
  })
})

test('reports a feed that removes more than a fifth, and applies it only when confirmed', async () => {
  await city.load(await writeFeed())
  const removals = { routes: { removed: 1, of: 2, names: ['45 Odeon-Roysambu'] } }
  const smaller = {
    ...edited('routes.txt', 'R45,A,45,Odeon-Roysambu,3\n', ''),
    ...edited('trips.txt', 'R45,DAILY,T45', 'R44,DAILY,T45'),
  }
  const { id, ...checked } = await check(await writeFeed(smaller))
  expect(checked).toMatchObject({ state: 'checked', removals, hasServiceArea: false })
  const before = await city.fingerprint()
  for (const more of [{}, { p_confirm_removals: false }, { p_confirm_removals: null }])
    await expect(apply(id, more)).rejects.toMatchObject({ slug: 'large_removal', detail: removals })
  expect(await city.fingerprint()).toBe(before)
  expect(await apply(id, { p_confirm_removals: true })).toMatchObject({ state: 'applied', removals })
  expect(await city.db.sql('select short_name from app.routes where retired_at is null')).toHaveLength(1)
})

test('lists the existing feeds with the imports, and to the operator', async () => {
  await city.load(await writeFeed())
  const feeds = [{ feed: 'small', routes: 2, stops: 4, hasServiceArea: false }]
  expect(await as('list_gtfs_imports', {})).toMatchObject({ feeds })
  expect(await city.rpc('list_feeds', {})).toEqual(feeds)
})

test('returns the same response when applied again, and audits it once', async () => {
  const { id } = await check(await writeFeed())
  const applied = await apply(id)
  expect(await apply(id)).toEqual(applied)
  expect(await city.db.sql(`select from app.audit_log where action = 'feed.import_applied'`)).toHaveLength(1)
  expect(await slugOf(open(id))).toBe('id_reused')
})

test('rejects a feed that was checked before another one was applied', async () => {
  const { id } = await check(await writeFeed())
  const newer = await check(await writeFeed(edited('routes.txt', 'Odeon-Roysambu', 'Odeon-Kasarani')))
  await city.db.shiftClock('1 second')
  await apply(newer.id)
  expect(await slugOf(apply(id))).toBe('version_conflict')
  expect(await city.db.sql(`select long_name from app.routes where short_name = '45'`)).toEqual([
    { long_name: 'Odeon-Kasarani' },
  ])
})

test('stores the problems of a broken feed and none of its rows, and refuses to apply it', async () => {
  const id = randomUUID()
  await open(id)
  const problems = [{ file: 'stops.txt', line: 17, column: 'stop_lat', reason: 'is not between -90 and 90' }]
  expect(await ofConsole('refuse_gtfs_import', { p_id: id, p_problems: problems })).toMatchObject({
    state: 'broken',
    problems,
  })
  expect(await slugOf(apply(id))).toBe('invalid_transition')
  expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
})

test('distinguishes an import whose reader died from a running one', async () => {
  const id = randomUUID()
  await open(id)
  expect(await as('get_gtfs_import', { p_id: id })).toMatchObject({ state: 'staging' })
  await city.db.shiftClock('3 minutes')
  expect(await as('get_gtfs_import', { p_id: id })).toMatchObject({ state: 'interrupted' })
})

test('rejects a second import while one is read, not while one awaits an admin', async () => {
  const id = randomUUID()
  await open(id)
  expect(await slugOf(open(randomUUID()))).toBe('import_running')
  await as('discard_gtfs_import', { p_id: id })
  await check(await writeFeed())
  expect(await slugOf(open(randomUUID()))).toBe('done')
})

test('returns import_running for a repeat during reading, and keeps the first one’s rows', async () => {
  const id = randomUUID()
  const answers = await city.db.parallel([() => slugOf(open(id)), () => slugOf(open(id))])
  expect(answers.toSorted()).toEqual(['done', 'import_running'])
  await withFeed(await writeFeed(), (feed) => stageFeed({ rpc: ofConsole }, id, feed))
  const { rows } = await as('get_gtfs_import', { p_id: id })
  expect(await slugOf(open(id))).toBe('import_running')
  expect(await city.leftovers()).toEqual({ imports: 1, rows })
  // Once its reader has died it can be restarted.
  await city.db.shiftClock('3 minutes')
  expect(await slugOf(open(id))).toBe('done')
  expect(await city.leftovers()).toEqual({ imports: 1, rows: 0 })
})

test('deletes a discarded import, and refuses to discard an applied one', async () => {
  const { id } = await check(await writeFeed())
  expect(await slugOf(as('discard_gtfs_import', { p_id: id }))).toBe('done')
  expect(await slugOf(as('discard_gtfs_import', { p_id: id }))).toBe('done')
  expect(await slugOf(as('get_gtfs_import', { p_id: id }))).toBe('not_found')
  expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
  const applied = await check(await writeFeed())
  await apply(applied.id)
  expect(await slugOf(as('discard_gtfs_import', { p_id: applied.id }))).toBe('invalid_transition')
})

test('lets only admins import feeds, and changes nothing for others', async () => {
  const { id } = await check(await writeFeed())
  const before = await city.fingerprint()
  for (const [name, args] of [
    ['open_gtfs_import', { p_id: randomUUID(), p_feed: 'small' }],
    ['apply_checked_gtfs_import', { p_id: id, p_reason: 'Mine.' }],
    ['discard_gtfs_import', { p_id: id }],
    ['get_gtfs_import', { p_id: id }],
    ['list_gtfs_imports', {}],
  ] as const)
    for (const who of ['eve', 'chebet'] as const) expect(await slugOf(as(name, args, who))).toBe('role_required')
  for (const name of ['preview_gtfs_import', 'refuse_gtfs_import'])
    await expect(as(name, name.startsWith('r') ? { p_id: id, p_problems: [] } : { p_id: id })).rejects.toMatchObject({
      code: '42501',
    })
  expect(await city.fingerprint()).toBe(before)
  expect((await as('get_gtfs_import', { p_id: id })).state).toBe('checked')
})
