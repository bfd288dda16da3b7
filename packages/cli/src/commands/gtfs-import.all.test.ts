import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { neededCityFile } from '@salama/domain/city-files'
import { expect, it, onTestFinished } from 'vitest'
import { commandBesideSupabase } from '../test/run-command.ts'

const { query, runWithToken: run } = commandBesideSupabase('gtfs-import.ts')

/** One route between two stops, and a border around them. */
async function smallFeed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'salama-feed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = {
    'agency.txt': 'agency_name,agency_url,agency_timezone\nSimba Lines,https://simba.example,Africa/Nairobi\n',
    'calendar_dates.txt': 'service_id,date,exception_type\nDAILY,20261225,1\n',
    'stops.txt': 'stop_id,stop_name,stop_lat,stop_lon\nA,Odeon,-1.2828,36.825\nB,Koja,-1.2812,36.8226\n',
    'routes.txt': 'route_id,route_short_name,route_long_name,route_type\nR,1,Odeon-Koja,3\n',
    'trips.txt': 'route_id,service_id,trip_id\nR,DAILY,T\n',
    'stop_times.txt':
      'trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT,6:00:00,6:00:00,A,1\nT,6:20:00,6:20:00,B,2\n',
    'border.geojson': JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { name: 'Simba Town' },
          geometry: {
            type: 'Polygon',
            coordinates: [
              [
                [36.8, -1.3],
                [36.9, -1.3],
                [36.9, -1.2],
                [36.8, -1.2],
                [36.8, -1.3],
              ],
            ],
          },
        },
      ],
    }),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

const routes = async () => (await query('select from app.routes')).length

it('reports why a feed cannot be used, exits with 1 and changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'salama-feed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'routes.txt'), 'route_id,route_short_name\nR,1\nR\n')
  const { code, err } = await run([folder, '--feed', 'simba'])
  expect(code).toBe(1)
  expect(err).toContain('stops.txt is missing\n')
  expect(err).toContain('Nothing was changed.')
  expect(await routes()).toBe(0)
})

it('shows the changes in a dry run without applying them, then imports the feed', async () => {
  const dry = await run([neededCityFile('feed'), '--feed', 'nairobi', '--dry-run'])
  expect(dry).toMatchObject({ code: 0, out: expect.stringMatching(/^routes +136 +0 +0 +0$/m) })
  expect(await routes()).toBe(0)
  const real = await run([neededCityFile('feed'), '--feed', 'nairobi'])
  expect(real).toMatchObject({ code: 0, out: expect.stringMatching(/^corridors +6 +0 +0 +0$/m) })
  expect(real.err).toContain('stops.txt 4,284 rows\n')
  expect(await routes()).toBe(136)
})

it.each([
  ['two feeds', ['a.zip', 'b.zip'], 'Give one zip file or folder.'],
  ['an option that is none', ['a.zip', '--force'], "Unknown option '--force'"],
])('prints its usage with %s', async (_, args, reason) => {
  const { code, err } = await run(args)
  expect(code).toBe(1)
  expect(err).toContain(reason)
  expect(err).toContain('npx salama import [<zip or folder>] --feed <name>')
})

it('requires --feed for the bundled feed, but no file', async () => {
  const { code, out } = await run(['--feed', 'nairobi', '--dry-run'])
  expect([code, out]).toEqual([0, expect.stringContaining('nothing was changed')])
})

it.each([
  ['a file', ['feed.zip'], 'npx salama import feed.zip --feed <name>'],
  ['nothing', [], 'npx salama import --feed nairobi'],
])('with %s and no --feed lists the feeds and prints the full command', async (_, args, command) => {
  const { code, err } = await run(args)
  expect(code).toBe(1)
  expect(err).toContain('nairobi  136 routes, 4,284 stops')
  expect(err).toContain(command)
})

it('does not replace a city with a feed of two stops without confirmation', async () => {
  const folder = await smallFeed()
  const refused = await run([folder, '--feed', 'nairobi'])
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(/^ {2}136 of 136 routes: .+ …$/m)
  expect(refused.err).toMatch(/^ {2}4,284 of 4,284 stops: .+ …$/m)
  expect(refused.err).toContain('Nothing was changed. If that is meant, run the same command with --yes.')
  expect(await routes()).toBe(136)
})

it('shows a border around the stops of a feed without one, and takes it or a given one', async () => {
  const folder = await smallFeed()
  const shown = await run([folder, '--feed', 'simba'])
  expect(shown.code).toBe(1)
  expect(shown.out).toMatch(
    /^ {2}Simba, \d+ km², \d+\.\d km from west to east, \d+\.\d km from south to north\n {2}\{.*MultiPolygon/m,
  )
  expect(shown.err).toContain('Take this border with --yes, or give one: --border <file.geojson>')
  expect(await query(`select from app.routes where feed = 'simba'`)).toHaveLength(0)
  const taken = await run([folder, '--feed', 'simba', '--yes'])
  expect(taken).toMatchObject({ code: 0, out: expect.stringMatching(/^service areas +1 +0 +0 +0$/m) })
  const border = await run([folder, '--feed', 'simba', '--border', join(folder, 'border.geojson')])
  expect(border).toMatchObject({ code: 0, out: expect.stringMatching(/^service areas +1 +0 +1 +0$/m) })
  expect((await run([folder, '--feed', 'simba'])).out).not.toContain('No border was given')
})

it('changes nothing without the right secret key', async () => {
  const before = await query('select count(*)::int as n from app.gtfs_imports')
  expect((await run([neededCityFile('feed'), '--feed', 'nairobi'], 'sb_secret_of_somebody_else')).code).toBe(1)
  expect(await query('select count(*)::int as n from app.gtfs_imports')).toEqual(before)
})
