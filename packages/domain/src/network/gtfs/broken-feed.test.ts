import { openDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GtfsFeedError } from './problems.ts'
import { type FeedDatabase, feedDatabase } from './test/feed-database.ts'
import { edited, SMALL_FEED, writeFeed } from './test/small-feed.ts'
import { isUnnamed } from './test/unnamed.ts'

/** A file of places with the two middle numbers of its rows the other way round. */
const swapped = (text: string) => text.replaceAll(/,(-?[\d.]+),([\d.]+)/g, ',$2,$1')

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
      'no routes',
      { 'routes.txt': 'route_id,route_short_name,route_type\n' },
      { file: 'routes.txt', line: null, reason: /^has no rows$/ },
    ],
    ['an empty file', { 'trips.txt': '' }, { file: 'trips.txt', line: null, reason: /^is empty$/ }],
    [
      'a missing column',
      edited('trips.txt', 'route_id', 'line'),
      { file: 'trips.txt', line: 1, reason: /missing column/ },
    ],
    [
      'most latitudes out of range',
      { 'stops.txt': SMALL_FEED['stops.txt'].replaceAll('-1.2', '-91.2') },
      {
        file: 'stops.txt',
        line: 2,
        reason: /^"-91.28123" is not between -90 and 90: latitude and longitude may be swapped$/,
      },
    ],
    [
      'stops with latitude and longitude swapped, by the clock of the agency',
      { 'shapes.txt': null, 'stops.txt': swapped(SMALL_FEED['stops.txt']) },
      { file: 'stops.txt', line: 2, reason: /^is far from Africa\/Nairobi: latitude and longitude are swapped$/ },
    ],
    [
      'stops with latitude and longitude swapped, by the shapes',
      { 'agency.txt': null, 'stops.txt': swapped(SMALL_FEED['stops.txt']) },
      { file: 'shapes.txt', line: 2, reason: /^is far from the stops, .*: latitude and longitude are swapped$/ },
    ],
    [
      'trips of other routes',
      { 'routes.txt': 'route_id,route_short_name\nR1,1\n' },
      { file: 'trips.txt', line: 2, reason: /^"R44" is not in routes.txt$/ },
    ],
    [
      'stop times of other trips',
      { 'stop_times.txt': SMALL_FEED['stop_times.txt'].replaceAll('T4', 'T5') },
      { file: 'stop_times.txt', line: 2, reason: /"T54" is not in trips.txt/ },
    ],
    [
      'a stray quote in a file that is needed',
      edited('stops.txt', 'Odeon', 'O"deon'),
      { file: 'stops.txt', line: 4, reason: /^cannot be read/ },
    ],
  ]

  it.each(broken)('is rejected for %s, and changes nothing', async (_, changes, { file, line, reason }) => {
    const before = await city.fingerprint()
    const feed = await writeFeed(changes)
    const refused = await city.load(feed).catch((error: unknown) => error)
    if (!(refused instanceof GtfsFeedError)) throw refused
    expect(refused.problems[0]).toMatchObject({ file, line, reason: expect.stringMatching(reason) })
    expect(refused.problems.filter(isUnnamed)).toEqual([])
    expect(await city.fingerprint()).toBe(before)
    expect(await city.leftovers()).toEqual({ imports: 0, rows: 0 })
  })

  it('reports all causes at once, each once with its number of rows, and nothing that follows from another', async () => {
    const feed = await writeFeed({
      'stops.txt': SMALL_FEED['stops.txt'].replaceAll(',-1.2', ',north'),
      'trips.txt': SMALL_FEED['trips.txt'].replaceAll('R4', 'R5'),
    })
    const refused = await city.load(feed).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      problems: [
        { file: 'stops.txt', line: 2, column: 'stop_lat', reason: '"north8123" is not a number', count: 4 },
        { file: 'trips.txt', line: 2, column: 'route_id', reason: '"R54" is not in routes.txt', count: 2 },
      ],
    })
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
