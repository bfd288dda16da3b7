import { openDatabase, RpcError } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Rpc } from '../../machinery/server-rpc.ts'
import { type FeedDatabase, feedDatabase } from './test/feed-database.ts'
import { edited, SMALL_FEED, writeFeed } from './test/small-feed.ts'

let city: FeedDatabase
beforeAll(async () => {
  city = feedDatabase(await openDatabase())
})
beforeEach(() => city.db.reset())
afterAll(() => city.db.close())

describe('a valid feed', () => {
  it('is imported completely and reported', async () => {
    const { report } = await city.load(await writeFeed())
    expect(report).toMatchObject({
      agencies: { added: 1, changed: 0, removed: 0, unchanged: 0 },
      services: { added: 2 },
      service_exceptions: { added: 2 },
      shapes: { added: 1 },
      stops: { added: 4 },
      routes: { added: 2 },
      trips: { added: 2 },
      stop_times: { added: 4 },
      frequencies: { added: 1 },
      points_of_interest: { added: 3 },
    })
    expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
  })

  it('is stored with the expected values', async () => {
    await city.load(await writeFeed())
    expect(await city.db.sql(`select slug, short_name, retired_at from app.routes order by slug`)).toEqual([
      { slug: '44-koja-roysambu', short_name: '44', retired_at: null },
      { slug: '45-odeon-roysambu', short_name: '45', retired_at: null },
    ])
    const [night] = await city.db.sql(
      `select arrival_s from app.stop_times st join app.trips t on t.id = st.trip_id where t.gtfs_id = 'T45' and sequence = 2`,
    )
    expect(night).toEqual({ arrival_s: 87_000 })
    const [holiday] = await city.db.sql(
      `select array_to_string(weekdays, ',') as weekdays, starts_on::text, ends_on::text from app.services where gtfs_id = 'HOLIDAY'`,
    )
    expect(holiday).toEqual({ weekdays: 'f,f,f,f,f,f,f', starts_on: '2026-12-25', ends_on: '2026-12-25' })
    const [child] = await city.db.sql(
      `select p.gtfs_id as parent, s.kind from app.stops s join app.stops p on p.id = s.parent_id where s.gtfs_id = 'KOJ1'`,
    )
    expect(child).toEqual({ parent: 'KOJ', kind: 'stop' })
  })

  it('derives ids as UUIDv5 of gtfs:<feed>/<table>/<id> in the URL namespace', async () => {
    await city.load(await writeFeed())
    const [koja] = await city.db.sql(`select id from app.stops where gtfs_id = 'KOJ'`)
    expect(koja).toEqual({ id: '856add08-a5c8-55ec-9f14-ed284fc87912' })
  })

  it('writes nothing when it is imported again', async () => {
    const feed = await writeFeed()
    await city.load(feed)
    const before = await city.fingerprint()
    const { report } = await city.load(feed)
    for (const [kind, counts] of Object.entries(report))
      expect({ kind, ...counts }).toMatchObject({ kind, added: 0, changed: 0, removed: 0 })
    expect(await city.fingerprint()).toBe(before)
  })

  it('reports a dry run like a real import and changes nothing', async () => {
    const feed = await writeFeed()
    const empty = await city.fingerprint()
    const dry = await city.load(feed, { dryRun: true })
    expect(await city.fingerprint()).toBe(empty)
    expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
    expect((await city.load(feed)).report).toEqual(dry.report)
  })

  it('accepts a feed without optional files, with points in any order and parents after children', async () => {
    const feed = await writeFeed({
      ...edited('trips.txt', ',0,out', ',0,'),
      'shapes.txt': null,
      'frequencies.txt': null,
      'calendar.txt': null,
      'calendar_dates.txt': 'service_id,date,exception_type\nDAILY,20261225,1\n',
      'stops.txt': `stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\nKOJ1,Koja,-1.28,36.82,,KOJ
ODE,Odeon,-1.2827,36.825,0,\nROY,Roysambu,-1.22,36.89,0,\nKOJ,Koja,-1.28,36.82,1,\nDOOR,,,,2,KOJ\n`,
    })
    expect((await city.load(feed)).report).toMatchObject({
      stops: { added: 4 },
      shapes: { added: 0 },
      services: { added: 1 },
    })
  })

  it('leaves a feed of another name unchanged', async () => {
    const feed = await writeFeed()
    await city.load(feed)
    const { report } = await city.load(feed, { feed: 'other' })
    expect(report.routes).toEqual({ added: 2, changed: 0, removed: 0, unchanged: 0 })
    const slugs = await city.db.sql<{ slug: string }>(`select slug from app.routes where feed = 'other'`)
    expect(slugs.every(({ slug }) => /^4[45]-.+-[0-9a-f]{8}$/.test(slug))).toBe(true)
    expect(await city.db.sql(`select from app.routes where feed = 'small' and retired_at is null`)).toHaveLength(2)
  })
})

describe('a newer feed', () => {
  const withoutR45 = {
    ...edited('routes.txt', 'R45,A,45,Odeon-Roysambu,3\n', ''),
    ...edited('trips.txt', 'R45,DAILY,T45,Roysambu,0,\n', ''),
    ...edited('stops.txt', 'ODE,Odeon,-1.282769,36.825032,,\n', ''),
    'stop_times.txt': SMALL_FEED['stop_times.txt'].split('\n').slice(0, 3).join('\n'),
  }

  it('retires removed routes and stops, and deletes their trips', async () => {
    await city.load(await writeFeed())
    const { report } = await city.load(await writeFeed(withoutR45), { confirmRemovals: true })
    expect(report).toMatchObject({
      routes: { removed: 1, unchanged: 1 },
      stops: { removed: 1, unchanged: 3 },
      trips: { removed: 1 },
      stop_times: { removed: 2 },
      points_of_interest: { removed: 1 },
    })
    const gone = await city.db.sql(`select gtfs_id from app.stops where retired_at is not null
                               union all select gtfs_id from app.routes where retired_at is not null order by 1`)
    expect(gone).toEqual([{ gtfs_id: 'ODE' }, { gtfs_id: 'R45' }])
    expect(await city.db.sql(`select from app.trips where gtfs_id = 'T45'`)).toEqual([])
  })

  it('is rejected unchanged when it removes more than a fifth, until confirmed', async () => {
    await city.load(await writeFeed())
    const before = await city.fingerprint()
    const smaller = await writeFeed(withoutR45)
    const removals = {
      routes: { removed: 1, of: 2, names: ['45 Odeon-Roysambu'] },
      stops: { removed: 1, of: 4, names: ['Odeon'] },
    }
    await expect(city.load(smaller)).rejects.toMatchObject({ slug: 'large_removal', detail: removals })
    expect(await city.fingerprint()).toBe(before)
    expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
    expect((await city.load(smaller, { dryRun: true })).removals).toEqual(removals)
    expect(await city.fingerprint()).toBe(before)
    expect(await city.load(smaller, { confirmRemovals: true })).toMatchObject({
      removals,
      report: { routes: { removed: 1 }, stops: { removed: 1 } },
    })
  })

  it('may remove a fifth without confirmation', async () => {
    const stops = `${SMALL_FEED['stops.txt']}JUJ,Juja,-1.118052,37.010472,,\n`
    await city.load(await writeFeed({ 'stops.txt': stops }))
    const { report, removals } = await city.load(await writeFeed())
    expect([report.stops, removals]).toEqual([{ added: 0, changed: 0, removed: 1, unchanged: 4 }, null])
  })

  it('restores retired rows under their old slugs', async () => {
    const feed = await writeFeed()
    await city.load(feed)
    const before = await city.db.sql(`select id, slug from app.routes order by id`)
    await city.load(await writeFeed(withoutR45), { confirmRemovals: true })
    expect((await city.load(feed)).report).toMatchObject({ routes: { added: 1, unchanged: 1 }, stops: { added: 1 } })
    expect(await city.db.sql(`select id, slug from app.routes where retired_at is null order by id`)).toEqual(before)
  })

  it('writes only the rows that differ, and keeps the slug of a renamed route', async () => {
    await city.load(await writeFeed())
    const { report } = await city.load(await writeFeed(edited('routes.txt', 'Odeon-Roysambu', 'Odeon-Kasarani')))
    expect(report.routes).toEqual({ added: 0, changed: 1, removed: 0, unchanged: 1 })
    expect(report.trips).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 2 })
    const [route] = await city.db.sql(`select slug, long_name from app.routes where gtfs_id = 'R45'`)
    expect(route).toEqual({ slug: '45-odeon-roysambu', long_name: 'Odeon-Kasarani' })
  })
})

describe('one import at a time', () => {
  it('rejects a second import with import_running, and changes nothing', async () => {
    await city.db
      .as('operator_server')
      .rpc('begin_gtfs_import', { p_id: '3b0f1c5e-6f3c-4d55-9c51-0f0f6a1d0001', p_feed: 'other' })
    await expect(city.load(await writeFeed())).rejects.toMatchObject({ slug: 'import_running' })
    expect(await city.db.sql(`select from app.routes`)).toEqual([])
  })

  it('accepts one of several imports that begin concurrently', async () => {
    const begin = (n: number) => ({ p_id: `3b0f1c5e-6f3c-4d55-9c51-0f0f6a1d010${n}`, p_feed: 'other' })
    const begun = await Promise.allSettled(
      [0, 1, 2, 3, 4, 5].map((n) => city.db.as('operator_server').rpc('begin_gtfs_import', begin(n))),
    )
    const refused = begun.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason }) => reason.slug)).toEqual(Array(5).fill('import_running'))
  })

  it('unblocks a dead import after two minutes, and deletes it after a day', async () => {
    const died = { p_id: '3b0f1c5e-6f3c-4d55-9c51-0f0f6a1d0002', p_feed: 'other' }
    await city.db.as('operator_server').rpc('begin_gtfs_import', died)
    await city.db.as('admin_server').rpc('stage_gtfs_rows', { p_id: died.p_id, p_kind: 'stops', p_rows: [{ id: '1' }] })
    await city.db.shiftClock('3 minutes')
    const feed = await writeFeed()
    await city.load(feed)
    expect(await city.leftovers()).toEqual({ imports: 1, rows: 1 })
    await city.db.shiftClock('25 hours')
    await city.load(feed)
    expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
  })

  it('restarts a dead import at once under its own id', async () => {
    const importId = '3b0f1c5e-6f3c-4d55-9c51-0f0f6a1d0003'
    await city.db.as('operator_server').rpc('begin_gtfs_import', { p_id: importId, p_feed: 'small' })
    await city.db
      .as('admin_server')
      .rpc('stage_gtfs_rows', { p_id: importId, p_kind: 'stops', p_rows: [{ id: 'half' }] })
    expect((await city.load(await writeFeed(), { importId })).report.stops).toMatchObject({ added: 4 })
    expect((await city.load(await writeFeed(), { importId })).report.stops).toMatchObject({ unchanged: 4 })
  })

  it('returns the same result when applied twice', async () => {
    const calls: [string, Record<string, unknown>][] = []
    const listening: Rpc = (fn, args) => {
      calls.push([fn, args])
      return city.rpc(fn, args)
    }
    const { report } = await city.load(await writeFeed(), { rpc: listening })
    const last = calls.at(-1)
    expect(last?.[0]).toBe('apply_gtfs_import')
    expect(await city.rpc('apply_gtfs_import', last?.[1] ?? {})).toMatchObject({ report })
  })
})

describe('a failed import', () => {
  it('rolls back when applying fails', async () => {
    const before = await city.fingerprint()
    const breaking: Rpc = (fn, args) =>
      city.rpc(
        fn,
        fn === 'stage_gtfs_rows' && args.p_kind === 'stops' ? { ...args, p_rows: [{ id: 'no name' }] } : args,
      )
    await expect(city.load(await writeFeed(), { rpc: breaking })).rejects.toBeInstanceOf(RpcError)
    expect(await city.fingerprint()).toBe(before)
    expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
  })

  it('leaves no rows when it is aborted', async () => {
    const stop = new AbortController()
    const onProgress = () => stop.abort(new Error('stopped'))
    await expect(city.load(await writeFeed(), { signal: stop.signal, onProgress })).rejects.toThrow('stopped')
    expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
  })

  it.each([
    ['a feed name that is none', 'begin_gtfs_import', { p_feed: 'No Name' }],
    ['a kind of row that is none', 'stage_gtfs_rows', { p_kind: 'users', p_rows: [] }],
    ['rows that are none', 'stage_gtfs_rows', { p_kind: 'stops', p_rows: {} }],
  ])('returns invalid_request for %s', async (_, fn, args) => {
    const refused = city.rpc(fn, { p_id: '3b0f1c5e-6f3c-4d55-9c51-0f0f6a1d0004', ...args })
    await expect(refused).rejects.toMatchObject({ slug: 'invalid_request' })
  })

  it('rejects an import without routes, which would retire everything', async () => {
    const p_id = '3b0f1c5e-6f3c-4d55-9c51-0f0f6a1d0005'
    await city.rpc('begin_gtfs_import', { p_id, p_feed: 'small' })
    await expect(city.rpc('apply_gtfs_import', { p_id })).rejects.toMatchObject({ slug: 'invalid_request' })
  })

  it.each(['begin_gtfs_import', 'stage_gtfs_rows', 'apply_gtfs_import', 'abandon_gtfs_import'])(
    'refuses %s to an admin’s own token',
    async (fn) => {
      const args = { begin_gtfs_import: { p_feed: 'x' }, stage_gtfs_rows: { p_kind: 'stops', p_rows: [] } }[fn] ?? {}
      for (const person of ['dalmas', 'eve'] as const)
        await expect(city.db.as(person).rpc(fn, { p_id: null, ...args })).rejects.toMatchObject({ code: '42501' })
    },
  )
})
