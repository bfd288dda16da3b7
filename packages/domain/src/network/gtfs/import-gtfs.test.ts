import { openDatabase, RpcError, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type GtfsImport, importGtfs } from './import-gtfs.ts'
import { GtfsFeedError } from './problems.ts'
import { edited, SMALL_FEED, writeFeed } from './test/small-feed.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(() => db.reset())
afterAll(() => db.close())

const rpc: GtfsImport['rpc'] = (fn, args) => db.as('service').rpc(fn, args)

const load = (source: string, options: Partial<GtfsImport> = {}) =>
  importGtfs({ source, feed: 'small', rpc, ...options })

const TABLES = [
  'agencies',
  'services',
  'service_exceptions',
  'shapes',
  'stops',
  'routes',
  'trips',
  'stop_times',
  'frequencies',
  'points_of_interest',
  'corridor_maps',
]

/** Every row of the network with the transaction that wrote it: equal means that nothing was written. */
async function fingerprint(): Promise<string> {
  const parts = TABLES.map((name) => `select '${name}' || t::text || t.xmin::text as row from app.${name} t`)
  const [answer] = await db.sql<{ digest: string }>(
    `select md5(coalesce(string_agg(row, ' ' order by row), '')) as digest from (${parts.join(' union all ')}) all_rows`,
  )
  return answer?.digest ?? ''
}

const waiting = async () => (await db.sql(`select from app.gtfs_rows`)).length
const open = async () => (await db.sql(`select from app.gtfs_imports where state = 'staging'`)).length

describe('a sound feed', () => {
  it('is loaded whole and reported', async () => {
    const { report } = await load(await writeFeed())
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
    expect(await waiting()).toBe(0)
  })

  it('is stored as it was meant', async () => {
    await load(await writeFeed())
    expect(await db.sql(`select slug, short_name, retired_at from app.routes order by slug`)).toEqual([
      { slug: '44-koja-roysambu', short_name: '44', retired_at: null },
      { slug: '45-odeon-roysambu', short_name: '45', retired_at: null },
    ])
    const [night] = await db.sql(
      `select arrival_s from app.stop_times st join app.trips t on t.id = st.trip_id where t.gtfs_id = 'T45' and sequence = 2`,
    )
    expect(night).toEqual({ arrival_s: 87_000 })
    const [holiday] = await db.sql(
      `select array_to_string(weekdays, ',') as weekdays, starts_on::text, ends_on::text from app.services where gtfs_id = 'HOLIDAY'`,
    )
    expect(holiday).toEqual({ weekdays: 'f,f,f,f,f,f,f', starts_on: '2026-12-25', ends_on: '2026-12-25' })
    const [child] = await db.sql(
      `select p.gtfs_id as parent, s.kind from app.stops s join app.stops p on p.id = s.parent_id where s.gtfs_id = 'KOJ1'`,
    )
    expect(child).toEqual({ parent: 'KOJ', kind: 'stop' })
  })

  it('gives the same ids on every database', async () => {
    await load(await writeFeed())
    const [koja] = await db.sql(`select id from app.stops where gtfs_id = 'KOJ'`)
    expect(koja).toEqual({ id: '53fc9cd3-0f35-5ee3-83a5-ab9ed3cf7fb0' })
  })

  it('writes nothing when it is loaded again', async () => {
    const feed = await writeFeed()
    await load(feed)
    const before = await fingerprint()
    const { report } = await load(feed)
    for (const [kind, counts] of Object.entries(report))
      expect({ kind, ...counts }).toMatchObject({ kind, added: 0, changed: 0, removed: 0 })
    expect(await fingerprint()).toBe(before)
  })

  it('reports a dry run as the real one and changes nothing', async () => {
    const feed = await writeFeed()
    const empty = await fingerprint()
    const dry = await load(feed, { dryRun: true })
    expect(await fingerprint()).toBe(empty)
    expect([await waiting(), await open()]).toEqual([0, 0])
    expect((await load(feed)).report).toEqual(dry.report)
  })

  it('may come without shapes, frequencies and calendar.txt, with points in any order and parents after children', async () => {
    const feed = await writeFeed({
      ...edited('trips.txt', 'out', ''),
      'shapes.txt': null,
      'frequencies.txt': null,
      'calendar.txt': null,
      'calendar_dates.txt': 'service_id,date,exception_type\nDAILY,20261225,1\n',
      'stops.txt': `stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\nKOJ1,Koja,-1.28,36.82,,KOJ
ODE,Odeon,-1.2827,36.825,0,\nROY,Roysambu,-1.22,36.89,0,\nKOJ,Koja,-1.28,36.82,1,\nDOOR,,,,2,KOJ\n`,
    })
    expect((await load(feed)).report).toMatchObject({
      stops: { added: 4 },
      shapes: { added: 0 },
      services: { added: 1 },
    })
  })

  it('of another name leaves the first one alone', async () => {
    const feed = await writeFeed()
    await load(feed)
    const { report } = await load(feed, { feed: 'other' })
    expect(report.routes).toEqual({ added: 2, changed: 0, removed: 0, unchanged: 0 })
    const slugs = await db.sql<{ slug: string }>(`select slug from app.routes where feed = 'other'`)
    expect(slugs.every(({ slug }) => /^4[45]-.+-[0-9a-f]{8}$/.test(slug))).toBe(true)
    expect(await db.sql(`select from app.routes where feed = 'small' and retired_at is null`)).toHaveLength(2)
  })
})

describe('a newer feed', () => {
  const withoutR45 = {
    ...edited('routes.txt', 'R45,A,45,Odeon-Roysambu,3\n', ''),
    ...edited('trips.txt', 'R45,DAILY,T45,Roysambu,0,\n', ''),
    ...edited('stops.txt', 'ODE,Odeon,-1.282769,36.825032,,\n', ''),
    'stop_times.txt': SMALL_FEED['stop_times.txt'].split('\n').slice(0, 3).join('\n'),
  }

  it('retires routes and stops that are gone, and deletes their trips', async () => {
    await load(await writeFeed())
    const { report } = await load(await writeFeed(withoutR45))
    expect(report).toMatchObject({
      routes: { removed: 1, unchanged: 1 },
      stops: { removed: 1, unchanged: 3 },
      trips: { removed: 1 },
      stop_times: { removed: 2 },
      points_of_interest: { removed: 1 },
    })
    const gone = await db.sql(`select gtfs_id from app.stops where retired_at is not null
                               union all select gtfs_id from app.routes where retired_at is not null order by 1`)
    expect(gone).toEqual([{ gtfs_id: 'ODE' }, { gtfs_id: 'R45' }])
    expect(await db.sql(`select from app.trips where gtfs_id = 'T45'`)).toEqual([])
  })

  it('brings back what was retired, at its old address', async () => {
    const feed = await writeFeed()
    await load(feed)
    const before = await db.sql(`select id, slug from app.routes order by id`)
    await load(await writeFeed(withoutR45))
    expect((await load(feed)).report).toMatchObject({ routes: { added: 1, unchanged: 1 }, stops: { added: 1 } })
    expect(await db.sql(`select id, slug from app.routes where retired_at is null order by id`)).toEqual(before)
  })

  it('writes only the rows that differ, and a renamed route keeps its address', async () => {
    await load(await writeFeed())
    const { report } = await load(await writeFeed(edited('routes.txt', 'Odeon-Roysambu', 'Odeon-Kasarani')))
    expect(report.routes).toEqual({ added: 0, changed: 1, removed: 0, unchanged: 1 })
    expect(report.trips).toEqual({ added: 0, changed: 0, removed: 0, unchanged: 2 })
    const [route] = await db.sql(`select slug, long_name from app.routes where gtfs_id = 'R45'`)
    expect(route).toEqual({ slug: '45-odeon-roysambu', long_name: 'Odeon-Kasarani' })
  })
})

describe('one import at a time', () => {
  it('a second one that starts meanwhile is told so and changes nothing', async () => {
    await db.as('service').rpc('begin_gtfs_import', { p_id: '3b0f1c5e-6f3c-4d55-9c51-0f0f6a1d0001', p_feed: 'other' })
    await expect(load(await writeFeed())).rejects.toMatchObject({ slug: 'import_running' })
    expect(await db.sql(`select from app.routes`)).toEqual([])
  })

  it('of two that start together one is loaded', async () => {
    const feed = await writeFeed()
    const both = await Promise.allSettled([load(feed), load(feed)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ slug: 'import_running' })
  })

  it('one that died stops blocking after two minutes, and is thrown away after a day', async () => {
    const died = { p_id: '3b0f1c5e-6f3c-4d55-9c51-0f0f6a1d0002', p_feed: 'other' }
    await db.as('service').rpc('begin_gtfs_import', died)
    await db.as('service').rpc('stage_gtfs_rows', { p_id: died.p_id, p_kind: 'stops', p_rows: [{ id: '1' }] })
    await db.shiftClock('3 minutes')
    const feed = await writeFeed()
    await load(feed)
    expect([await waiting(), await open()]).toEqual([1, 1])
    await db.shiftClock('25 hours')
    await load(feed)
    expect([await waiting(), await open()]).toEqual([0, 0])
  })

  it('one that died can be started over at once by who knows its id', async () => {
    const importId = '3b0f1c5e-6f3c-4d55-9c51-0f0f6a1d0003'
    await db.as('service').rpc('begin_gtfs_import', { p_id: importId, p_feed: 'small' })
    await db.as('service').rpc('stage_gtfs_rows', { p_id: importId, p_kind: 'stops', p_rows: [{ id: 'half' }] })
    expect((await load(await writeFeed(), { importId })).report.stops).toMatchObject({ added: 4 })
    expect((await load(await writeFeed(), { importId })).report.stops).toMatchObject({ unchanged: 4 })
  })

  it('applying twice answers the same', async () => {
    const calls: [string, Record<string, unknown>][] = []
    const { report } = await load(await writeFeed(), { rpc: (fn, args) => (calls.push([fn, args]), rpc(fn, args)) })
    const last = calls.at(-1)
    expect(last?.[0]).toBe('apply_gtfs_import')
    expect(await rpc('apply_gtfs_import', last?.[1] ?? {})).toEqual(report)
  })
})

describe('what fails', () => {
  it('while it is applied leaves nothing behind', async () => {
    const before = await fingerprint()
    const breaking: GtfsImport['rpc'] = (fn, args) =>
      rpc(fn, fn === 'stage_gtfs_rows' && args.p_kind === 'stops' ? { ...args, p_rows: [{ id: 'no name' }] } : args)
    await expect(load(await writeFeed(), { rpc: breaking })).rejects.toBeInstanceOf(RpcError)
    expect(await fingerprint()).toBe(before)
    expect([await waiting(), await open()]).toEqual([0, 0])
  })

  it('because somebody stopped it leaves nothing behind', async () => {
    const stop = new AbortController()
    const onProgress = () => stop.abort(new Error('stopped'))
    await expect(load(await writeFeed(), { signal: stop.signal, onProgress })).rejects.toThrow('stopped')
    expect([await waiting(), await open()]).toEqual([0, 0])
  })

  it.each([
    ['a feed name that is none', 'begin_gtfs_import', { p_feed: 'No Name' }],
    ['a kind of row that is none', 'stage_gtfs_rows', { p_kind: 'users', p_rows: [] }],
    ['rows that are none', 'stage_gtfs_rows', { p_kind: 'stops', p_rows: {} }],
  ])('for %s is said to be an invalid request', async (_, fn, args) => {
    const refused = rpc(fn, { p_id: '3b0f1c5e-6f3c-4d55-9c51-0f0f6a1d0004', ...args })
    await expect(refused).rejects.toMatchObject({ slug: 'invalid_request' })
  })

  it('an import without a route is not applied: it would retire everything', async () => {
    const p_id = '3b0f1c5e-6f3c-4d55-9c51-0f0f6a1d0005'
    await rpc('begin_gtfs_import', { p_id, p_feed: 'small' })
    await expect(rpc('apply_gtfs_import', { p_id })).rejects.toMatchObject({ slug: 'invalid_request' })
  })

  it.each(['begin_gtfs_import', 'stage_gtfs_rows', 'apply_gtfs_import', 'abandon_gtfs_import'])(
    'not even the admin may call %s with a token of their own',
    async (fn) => {
      const args = { begin_gtfs_import: { p_feed: 'x' }, stage_gtfs_rows: { p_kind: 'stops', p_rows: [] } }[fn] ?? {}
      for (const person of ['dalmas', 'eve'] as const)
        await expect(db.as(person).rpc(fn, { p_id: null, ...args })).rejects.toMatchObject({ code: '42501' })
    },
  )
})

describe('a broken feed', () => {
  const broken: [string, Parameters<typeof writeFeed>[0], { file: string; line: number | null; reason: RegExp }][] = [
    ['a missing file', { 'stops.txt': null }, { file: 'stops.txt', line: null, reason: /^is missing$/ }],
    [
      'no calendar at all',
      { 'calendar.txt': null, 'calendar_dates.txt': null },
      { file: 'calendar.txt', line: null, reason: /^is missing/ },
    ],
    [
      'no routes',
      { 'routes.txt': 'route_id,route_short_name,route_type\n' },
      { file: 'routes.txt', line: null, reason: /^has no rows$/ },
    ],
    ['an empty file', { 'trips.txt': '' }, { file: 'trips.txt', line: null, reason: /^is empty$/ }],
    [
      'a missing column',
      edited('trips.txt', 'service_id', 'srv'),
      { file: 'trips.txt', line: 1, reason: /missing column/ },
    ],
    [
      'a service that ends before it starts',
      edited('calendar.txt', '20261231', '20251231'),
      { file: 'calendar.txt', line: 2, reason: /before start_date/ },
    ],
    [
      'a day that is none',
      edited('calendar_dates.txt', 'DAILY,20261225', 'DAILY,20261325'),
      { file: 'calendar_dates.txt', line: 2, reason: /not a day/ },
    ],
    [
      'an unknown kind of exception',
      edited('calendar_dates.txt', '20261225,2', '20261225,3'),
      { file: 'calendar_dates.txt', line: 2, reason: /neither 1 nor 2/ },
    ],
    [
      'a stop id twice',
      edited('stops.txt', 'ODE,', 'ROY,'),
      { file: 'stops.txt', line: 5, reason: /"ROY" is there twice/ },
    ],
    [
      'a latitude out of range',
      edited('stops.txt', '-1.282769', '-91.2'),
      { file: 'stops.txt', line: 4, reason: /not between -90 and 90/ },
    ],
    [
      'a stop at 0, 0',
      edited('stops.txt', '-1.282769,36.825032', '0.0,0.0'),
      { file: 'stops.txt', line: 4, reason: /no place/ },
    ],
    [
      'a stop without a place',
      edited('stops.txt', '-1.282769', ''),
      { file: 'stops.txt', line: 4, reason: /^is missing$/ },
    ],
    [
      'a parent station that is not there',
      edited('stops.txt', '0,KOJ', '0,XXX'),
      { file: 'stops.txt', line: 3, reason: /"XXX" is not in stops.txt/ },
    ],
    [
      'a route without a name',
      edited('routes.txt', '45,Odeon-Roysambu', ','),
      { file: 'routes.txt', line: 3, reason: /and so is route_long_name/ },
    ],
    [
      'a route of no agency',
      edited('routes.txt', 'R45,A', 'R45,B'),
      { file: 'routes.txt', line: 3, reason: /"B" is not in agency.txt/ },
    ],
    [
      'a trip of no route',
      edited('trips.txt', 'R45', 'R46'),
      { file: 'trips.txt', line: 3, reason: /"R46" is not in routes.txt/ },
    ],
    [
      'a trip of no service',
      edited('trips.txt', 'R45,DAILY', 'R45,NIGHTLY'),
      { file: 'trips.txt', line: 3, reason: /"NIGHTLY" is not in calendar.txt/ },
    ],
    [
      'a trip of no shape',
      edited('trips.txt', 'out', 'back'),
      { file: 'trips.txt', line: 2, reason: /"back" is not in shapes.txt/ },
    ],
    [
      'a shape point twice',
      edited('shapes.txt', '36.8911,3', '36.8911,2'),
      { file: 'shapes.txt', line: 4, reason: /2 is there twice/ },
    ],
    [
      'a shape of one point',
      edited('shapes.txt', 'out,-1.2812,36.8226,1', 'dot,-1.2812,36.8226,1'),
      { file: 'shapes.txt', line: 2, reason: /fewer than two/ },
    ],
    [
      'a time that is none',
      edited('stop_times.txt', '6:00:00', '6:00'),
      { file: 'stop_times.txt', line: 2, reason: /not a time/ },
    ],
    [
      'a departure before the arrival',
      edited('stop_times.txt', '6:00:20', '5:59:00'),
      { file: 'stop_times.txt', line: 2, reason: /before arrival_time/ },
    ],
    [
      'a trip that goes back in time',
      edited('stop_times.txt', 'T45,24:10:00', 'T45,0:10:00'),
      { file: 'stop_times.txt', line: 5, reason: /before the trip leaves/ },
    ],
    [
      'a stop time of no trip',
      edited('stop_times.txt', 'T44,6:20', 'T99,6:20'),
      { file: 'stop_times.txt', line: 3, reason: /"T99" is not in trips.txt/ },
    ],
    [
      'a stop time at no stop',
      edited('stop_times.txt', 'ODE', 'XXX'),
      { file: 'stop_times.txt', line: 4, reason: /"XXX" is not in stops.txt/ },
    ],
    [
      'a stop sequence twice',
      edited('stop_times.txt', 'ROY,2', 'ROY,1'),
      { file: 'stop_times.txt', line: 3, reason: /1 is there twice/ },
    ],
    [
      'a frequency of no trip',
      edited('frequencies.txt', 'T44', 'T99'),
      { file: 'frequencies.txt', line: 2, reason: /"T99" is not in trips.txt/ },
    ],
    [
      'a headway of nothing',
      edited('frequencies.txt', '300', '0'),
      { file: 'frequencies.txt', line: 2, reason: /not above 0/ },
    ],
  ]

  it.each(broken)(
    'with %s is refused with file and line, and changes nothing',
    async (_, changes, { file, line, reason }) => {
      const before = await fingerprint()
      const feed = await writeFeed(changes)
      const refused = await load(feed).catch((error: unknown) => error)
      if (!(refused instanceof GtfsFeedError)) throw refused
      expect(refused.problems[0]).toMatchObject({ file, line, reason: expect.stringMatching(reason) })
      expect(await fingerprint()).toBe(before)
      expect([await waiting(), await open()]).toEqual([0, 0])
    },
  )

  it('is told everything at once, without the echo of its first fault', async () => {
    const feed = await writeFeed({
      ...edited('stops.txt', '-1.282769', 'north'),
      ...edited('frequencies.txt', '300', 'often'),
    })
    const refused = await load(feed).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      problems: [
        { file: 'stops.txt', line: 4, column: 'stop_lat', reason: 'is not a number' },
        { file: 'frequencies.txt', line: 2, column: 'headway_secs', reason: 'is not a whole number' },
      ],
    })
  })

  it('is told no more than a hundred problems', async () => {
    const stops = Array.from({ length: 300 }, (_, n) => `S${n},Stop ${n},north,36.8,,`).join('\n')
    const feed = await writeFeed({ 'stops.txt': `${SMALL_FEED['stops.txt']}${stops}\n` })
    const refused = await load(feed).catch((error: unknown) => error)
    expect(refused).toMatchObject({ problems: { length: 100 } })
  })
})
