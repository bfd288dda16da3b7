import { openDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GtfsFeedError } from './problems.ts'
import { type FeedDatabase, feedDatabase } from './test/feed-database.ts'
import { edited, SMALL_FEED, writeFeed } from './test/small-feed.ts'

let city: FeedDatabase
beforeAll(async () => {
  city = feedDatabase(await openDatabase())
})
beforeEach(() => city.db.reset())
afterAll(() => city.db.close())

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
      edited('trips.txt', ',0,out', ',0,back'),
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
    'is rejected for %s with file and line, and changes nothing',
    async (_, changes, { file, line, reason }) => {
      const before = await city.fingerprint()
      const feed = await writeFeed(changes)
      const refused = await city.load(feed).catch((error: unknown) => error)
      if (!(refused instanceof GtfsFeedError)) throw refused
      expect(refused.problems[0]).toMatchObject({ file, line, reason: expect.stringMatching(reason) })
      expect(await city.fingerprint()).toBe(before)
      expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
    },
  )

  it('reports all problems at once, without errors that follow from the first', async () => {
    const feed = await writeFeed({
      ...edited('stops.txt', '-1.282769', 'north'),
      ...edited('frequencies.txt', '300', 'often'),
    })
    const refused = await city.load(feed).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      problems: [
        { file: 'stops.txt', line: 4, column: 'stop_lat', reason: 'is not a number' },
        { file: 'frequencies.txt', line: 2, column: 'headway_secs', reason: 'is not a whole number' },
      ],
    })
  })

  it('reports at most a hundred problems', async () => {
    const stops = Array.from({ length: 300 }, (_, n) => `S${n},Stop ${n},north,36.8,,`).join('\n')
    const feed = await writeFeed({ 'stops.txt': `${SMALL_FEED['stops.txt']}${stops}\n` })
    const refused = await city.load(feed).catch((error: unknown) => error)
    expect(refused).toMatchObject({ problems: { length: 100 } })
  })

  it('stops reading once the total row limit is exceeded', async () => {
    const rows = Object.values(SMALL_FEED).reduce((sum, text) => sum + text.trim().split('\n').length - 1, 0)
    const source = await writeFeed()
    const refused = await city.load(source, { maxRows: rows - 1 }).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      problems: [{ line: null, reason: `brings the feed above ${rows - 1} rows in all` }],
    })
    expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
    expect((await city.load(source, { maxRows: rows })).report.routes).toMatchObject({ added: 2 })
  })
})
