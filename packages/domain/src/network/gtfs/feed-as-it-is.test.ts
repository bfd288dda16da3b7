import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeProblem } from './problems.ts'
import { type FeedDatabase, feedDatabase } from './test/feed-database.ts'
import { edited, SMALL_FEED, writeFeed } from './test/small-feed.ts'
import { isUnnamed } from './test/unnamed.ts'

let city: FeedDatabase
beforeAll(async () => {
  city = feedDatabase(await openDatabase())
})
beforeEach(() => city.db.reset())
afterAll(() => city.db.close())

type Changes = NonNullable<Parameters<typeof writeFeed>[0]>

/** What the small feed has: rows of each kind. */
const WHOLE = { agencies: 1, services: 2, shapes: 1, stops: 4, routes: 2, trips: 2, stop_times: 4, frequencies: 1 }

/** How a feed is loaded, and its warnings as an operator reads them. */
async function load(changes: Changes) {
  const { report, warnings } = await city.load(await writeFeed(changes))
  expect(warnings.filter(isUnnamed)).toEqual([])
  const added = Object.fromEntries(Object.keys(WHOLE).map((kind) => [kind, report[kind]?.added]))
  return { added, warnings: warnings.map(describeProblem) }
}

describe('a feed with faults', () => {
  const cases: [string, Changes, Partial<typeof WHOLE>, string[]][] = [
    ['none', {}, {}, []],
    [
      'no shapes.txt',
      { 'shapes.txt': null, ...edited('trips.txt', 'T45,Roysambu,0,', 'T45,Roysambu,0,back') },
      { shapes: 0 },
      [
        'trips.txt:2 shape_id "out" names a row of shapes.txt, which is missing (2 rows): lines are drawn through the stops',
      ],
    ],
    [
      'a shape that is not there',
      edited('trips.txt', ',0,out', ',0,back'),
      {},
      ['trips.txt:2 shape_id "back" is not in shapes.txt: lines are drawn through the stops'],
    ],
    [
      'a shape of one point',
      { 'shapes.txt': SMALL_FEED['shapes.txt'].split('\n').slice(0, 2).join('\n') },
      { shapes: 0 },
      [
        'shapes.txt:2 shape_id "out" has fewer than two different points: lines are drawn through the stops',
        'trips.txt:2 shape_id "out" is not in shapes.txt: lines are drawn through the stops',
      ],
    ],
    [
      'a shape elsewhere beside one that fits',
      {
        'shapes.txt': `${SMALL_FEED['shapes.txt']}far,36.8,-1.2,1\nfar,36.9,-1.3,2\n`,
        ...edited('trips.txt', 'T45,Roysambu,0,', 'T45,Roysambu,0,far'),
      },
      {},
      [
        'shapes.txt:5 shape_id "far" is far from the stops: latitude and longitude are swapped: lines are drawn through the stops',
        'trips.txt:3 shape_id "far" is not in shapes.txt: lines are drawn through the stops',
      ],
    ],
    [
      'a shape point twice',
      edited('shapes.txt', '36.8911,3', '36.8911,2'),
      {},
      ['shapes.txt:4 shape_pt_sequence is there twice in a shape: the first is kept'],
    ],
    [
      'no calendar',
      { 'calendar.txt': null, 'calendar_dates.txt': null },
      { services: 1 },
      ['trips.txt:2 service_id "DAILY" is not in calendar.txt or calendar_dates.txt (2 rows): without days'],
    ],
    [
      'a service that ends before it starts',
      edited('calendar.txt', '20261231', '20251231'),
      {},
      ['calendar.txt:2 end_date "20251231" is before start_date: left out'],
    ],
    ['no agency.txt', { 'agency.txt': null }, { agencies: 0 }, ['agency.txt is missing: routes are without an agency']],
    [
      'a route of another agency',
      edited('routes.txt', 'R45,A', 'R45,B'),
      {},
      ['routes.txt:3 agency_id "B" is not in agency.txt: without an agency'],
    ],
    [
      'a route without a name, and of no known type',
      edited('routes.txt', '45,Odeon-Roysambu,3', ',,9000'),
      {},
      [
        'routes.txt:3 route_type "9000" is not between 0 and 1702: read as empty',
        'routes.txt:3 route_short_name is missing: named by its id',
      ],
    ],
    [
      'a stop of another continent',
      edited('stops.txt', '-1.282769,36.825032', '51.5,-0.12'),
      { stops: 3, stop_times: 3 },
      [
        'stops.txt:4 stop_lat is far from the other stops: left out',
        'stop_times.txt:4 stop_id "ODE" is not among the rows of stops.txt that can be used: left out',
      ],
    ],
    [
      'a stop with latitude and longitude swapped',
      edited('stops.txt', '-1.282769,36.825032', '36.825032,-1.282769'),
      { stops: 3, stop_times: 3 },
      [
        'stops.txt:4 stop_lat is far from the other stops: latitude and longitude are swapped: left out',
        'stop_times.txt:4 stop_id "ODE" is not among the rows of stops.txt that can be used: left out',
      ],
    ],
    [
      'a stop at 0, 0 that no trip uses',
      { 'stops.txt': `${SMALL_FEED['stops.txt']}DEPOT,Depot,0.0,0.0,,\n` },
      {},
      ['stops.txt:6 stop_lat is 0, and so is the longitude: that is no place: left out'],
    ],
    [
      'a stop without a name, in a station that is not there',
      edited('stops.txt', 'KOJ1,Koja,-1.281428,36.822532,0,KOJ', 'KOJ1,,-1.281428,36.822532,0,XXX'),
      {},
      [
        'stops.txt:3 parent_station "XXX" is not in stops.txt: read as empty',
        'stops.txt:3 stop_name is missing: named by its id',
      ],
    ],
    [
      'ids twice',
      {
        'stops.txt': `${SMALL_FEED['stops.txt']}ROY,Roysambu again,-1.22,36.89,,\n`,
        'stop_times.txt': `${SMALL_FEED['stop_times.txt']}T44,7:00:00,7:00:00,ODE,2\n`,
      },
      {},
      [
        'stops.txt:6 stop_id "ROY" is there twice: the first is kept',
        'stop_times.txt:6 stop_sequence "T44 2" is there twice in a trip: the first is kept',
      ],
    ],
    [
      'times that are none, or go back',
      {
        'stop_times.txt': SMALL_FEED['stop_times.txt']
          .replace('6:00:00,6:00:20', '08:00.0:00,6:00:20')
          .replace('24:10:00,', '0:10:00,')
          .replace('6:20:00,6:20:00', '6:20:00,6:19:00'),
      },
      {},
      [
        'stop_times.txt:2 arrival_time "08:00.0:00" is not a time like 5:07:00 or 25:10:00: read as empty',
        'stop_times.txt:3 departure_time "6:19:00" is before arrival_time: read as empty',
        'stop_times.txt:5 arrival_time is before the trip leaves the stop before: read as empty',
      ],
    ],
    [
      'rows of GTFS-Flex',
      {
        'stop_times.txt': `${SMALL_FEED['stop_times.txt'].replaceAll('\n', ',\n').replace('stop_sequence,', 'stop_sequence,location_id')}T44,,,,3,area-1\n`,
      },
      {},
      ['stop_times.txt:6 stop_id is empty: the vehicle comes on demand (GTFS-Flex): passed over'],
    ],
    [
      'a frequency of no trip, and one of nothing',
      { 'frequencies.txt': `${SMALL_FEED['frequencies.txt']}T99,6:00:00,7:00:00,300\nT44,9:00:00,10:00:00,0\n` },
      {},
      [
        'frequencies.txt:3 trip_id "T99" is not in trips.txt: left out',
        'frequencies.txt:4 headway_secs "0" is not above 0: left out',
      ],
    ],
    [
      'credits that cannot be read',
      { 'feed_info.txt': 'feed_lang\nen\n', 'attributions.txt': 'organization_name\n"Bus' },
      {},
      [
        'feed_info.txt:1 feed_publisher_name is a missing column: passed over from here',
        expect.stringMatching(/^attributions\.txt:\d+ cannot be read: .*: passed over from here$/),
      ],
    ],
    [
      'a file that can be done without and cannot be read',
      { 'frequencies.txt': 'trip_id,start\nT44,6' },
      { frequencies: 0 },
      [
        'frequencies.txt:1 start_time is a missing column: passed over from here',
        'frequencies.txt:1 end_time is a missing column: passed over from here',
        'frequencies.txt:1 headway_secs is a missing column: passed over from here',
      ],
    ],
  ]

  it.each(cases)('(%s) is loaded, and told by cause', async (_, changes, differs, warnings) => {
    expect(await load(changes)).toEqual({ added: { ...WHOLE, ...differs }, warnings })
  })

  it('has its stops, routes and numbers also where they are spelled otherwise', async () => {
    const { added, warnings } = await load({
      'stops.txt': `Stop_ID,STOP_NAME,stop_lat,stop_lon\r\r
KOJ1,"Koja\r\nStage","-1,281428",+36.822532\nODE,Odeon,-.1282769E1,36.825032 \r\n,,,\rROY,Roysambu,−1.220432,36.891033\n`,
    })
    expect(added).toEqual({ ...WHOLE, stops: 3 })
    expect(warnings).toEqual([
      'stops.txt:1 Stop_ID is in capitals: read as stop_id',
      'stops.txt:1 STOP_NAME is in capitals: read as stop_name',
    ])
    expect(await city.db.sql('select name, lat, lng from app.stops order by name')).toEqual([
      { name: 'Koja Stage', lat: -1.281428, lng: 36.822532 },
      { name: 'Odeon', lat: -1.282769, lng: 36.825032 },
      { name: 'Roysambu', lat: -1.220432, lng: 36.891033 },
    ])
  })

  it('has a line through its stops where it has no shape', async () => {
    await load({ 'shapes.txt': null })
    const map = await city.db.as('amina').rpc('get_corridor_map')
    expect(map).toMatchObject({
      features: [
        {
          properties: { slug: '44-koja-roysambu' },
          geometry: {
            coordinates: [
              [36.82253, -1.28143],
              [36.89103, -1.22043],
            ],
          },
        },
        {
          properties: { slug: '45-odeon-roysambu' },
          geometry: {
            coordinates: [
              [36.82503, -1.28277],
              [36.89103, -1.22043],
            ],
          },
        },
      ],
    })
  })

  it('may have more stops than one request takes', async () => {
    const more = Array.from({ length: 5_001 }, (_, n) => `S${n},Stop ${n},-1.28,${36.8 + n / 100_000},,\n`).join('')
    const { added } = await load({ 'stops.txt': SMALL_FEED['stops.txt'] + more })
    expect(added.stops).toBe(5_005)
  })

  it('keeps what was said about it', async () => {
    const folder = await writeFeed()
    await rm(join(folder, 'shapes.txt'))
    const { warnings } = await city.load(folder)
    expect(warnings).toHaveLength(1)
    expect(await city.db.sql('select warnings from app.gtfs_imports')).toEqual([{ warnings }])
  })

  it('names its makers, and a newer feed others; loading it again writes nothing', async () => {
    const named = async () => {
      const { data } = Object(await city.db.as('eve').rpc('list_feed_credits', {}))
      return data
    }
    const long = `${'🚌'.repeat(501)},https://metro.example/${'a'.repeat(500)}`
    const many = Array.from({ length: 33_000 }, (_, n) => `Data ${n},\n`).join('')
    const { credits } = await city.load(
      await writeFeed({
        'feed_info.txt': 'feed_publisher_name,feed_publisher_url\nMetro,https://metro.example/\n',
        'attributions.txt': `organization_name,attribution_url\nMetro,\nBus Data,javascript:alert(1)\n${long}\n${many}`,
      }),
    )
    expect(credits).toHaveLength(20)
    expect((await named()).slice(0, 4)).toEqual([
      { name: 'Metro', url: 'https://metro.example/' },
      { name: 'Bus Data', url: null },
      { name: '🚌'.repeat(500), url: null },
      { name: 'Data 0', url: null },
    ])
    expect(await named()).toHaveLength(20)
    const newer = await writeFeed({ 'attributions.txt': 'organization_name\nBus Data\n' })
    await city.load(newer)
    expect(await named()).toEqual([{ name: 'Bus Data', url: null }])
    const before = await city.fingerprint()
    await city.load(newer)
    expect(await city.fingerprint()).toBe(before)
    await city.load(await writeFeed())
    expect(await named()).toEqual([])
  })
})
