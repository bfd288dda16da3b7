import { openDatabase, type TestDatabase } from '@salama/testing'
import { readChecks } from '@salama/testing/functions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VEHICLE_CHECKS } from '../shared/choices.ts'
import {
  API_KEY_RULES,
  FOLLOW_RADIUS_M,
  MAX_EMAIL,
  MAX_NOTE,
  MAX_PHOTO_BYTES,
  MAX_WORDS,
  PAGE_SIZE,
  PLATE_KEY,
  RADIUS_M,
  REASON_LENGTH,
  STICKER_KEY,
  VEHICLE_FACTS,
} from '../shared/limits.ts'

// SQL enforces these bounds for callers that pass our servers by, and the contract publishes them: two places, one
// number. What is compared elsewhere: API keys, quotas and the vehicle's checks beside their use cases.

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

test.each([
  ['reports', 'note', [1, MAX_NOTE]],
  ['collection_entries', 'note', [1, MAX_NOTE]],
  ['stage_counts', 'note', [1, MAX_NOTE]],
  ['reports', 'answer', [1, MAX_WORDS]],
  ['report_additions', 'words', [1, MAX_WORDS]],
  ['review_events', 'note', [1, MAX_WORDS]],
  ['saccos', 'name', [VEHICLE_FACTS.sacco.least, VEHICLE_FACTS.sacco.most]],
  ['sacco_aliases', 'alias', [VEHICLE_FACTS.sacco.least, VEHICLE_FACTS.sacco.most]],
  ['api_keys', 'name', [1, API_KEY_RULES.nameLength]],
  ['report_mails', 'address', [MAX_EMAIL]],
  ['report_photos', 'bytes', [1, MAX_PHOTO_BYTES]],
  ['entry_photos', 'bytes', [1, MAX_PHOTO_BYTES]],
  ['assignments', 'close_reason', [REASON_LENGTH.minLength, REASON_LENGTH.maxLength]],
  ['follows', 'radius_m', [FOLLOW_RADIUS_M.least, FOLLOW_RADIUS_M.most]],
])('app.%s.%s has the bounds of the contract', async (table, column, bounds) => {
  const checks = await readChecks(db, `app.${table}`, column)
  expect(checks.map(({ numbers }) => numbers)).toContainEqual(bounds)
})

test('a page has as many rows as the contract says', async () => {
  const [sizes] = await db.sql(
    'select app.page_size(null) as usual, app.page_size(100000) as most, app.page_size(0) as least',
  )
  expect(sizes).toEqual({ ...PAGE_SIZE, least: 1 })
})

test.each([
  [RADIUS_M.least - 1, 'out_of_range'],
  [RADIUS_M.least, null],
  [RADIUS_M.most, null],
  [RADIUS_M.most + 1, 'out_of_range'],
])('a list within %i m has the code %s', async (metres, code) => {
  const asked = { p_lat: -1.2812, p_lng: 36.8226, p_radius_m: metres }
  const listed = db.as('eve').rpc('get_incident_feed_nearby', asked)
  if (code === null) await expect(listed).resolves.toMatchObject({ data: expect.any(Array) })
  else await expect(listed).rejects.toMatchObject({ detail: { path: 'radiusM', code } })
})

test('a list has the usual radius unless somebody chooses', async () => {
  const [found] = await db.sql(
    `select pg_get_function_arg_default(p.oid, array_position(p.proargnames, 'p_radius_m')) as usual
       from pg_proc p where p.oid = 'api.get_incident_feed_nearby'::regproc`,
  )
  expect(found).toEqual({ usual: String(RADIUS_M.usual) })
})

test.each(['KDA123A', 'KMDA123A', 'GKB12', 'K1', 'KDA', '1KDA', 'KDA123ABCD', 'K12345678', 'KDÄ123', ''])(
  'the key "%s" is a plate in SQL where it is one in the apps',
  async (key) => {
    expect(await db.sql('select app.can_be_plate($1) as is', [key])).toEqual([{ is: PLATE_KEY.test(key) }])
  },
)

const { seats, sacco, fleetName, plate } = VEHICLE_FACTS
const name = (length: number) => ({ name: 'x'.repeat(length) })
const spaced = (length: number) => 'KDA 123A'.padEnd(length)

test.each<[fact: string, fits: unknown[], breaks: unknown[]]>([
  ['plate', [spaced(plate)], [spaced(plate + 1)]],
  ['fleetName', ['x'.repeat(fleetName)], ['x'.repeat(fleetName + 1)]],
  ['sacco', [name(sacco.least), name(sacco.most)], [name(sacco.least - 1), name(sacco.most + 1)]],
  ['capacity', [seats.least, seats.most], [seats.least - 1, seats.most + 1]],
])('the %s of a vehicle has the bounds of the contract', async (fact, fits, breaks) => {
  const problems = async (value: unknown) => {
    const [{ found } = {}] = await db.sql<{ found: string[] }>('select app.fact_problems($1) as found', [
      JSON.stringify({ plate: 'KDA123A', [fact]: value }),
    ])
    return found
  }
  for (const value of fits) expect(await problems(value)).toEqual([])
  for (const value of breaks) expect(await problems(value)).toEqual([fact])
})

test('a vehicle is checked for what the contract lists', async () => {
  const are = async (checks: readonly string[]) =>
    db.sql('select app.are_checks($1) as fit', [JSON.stringify(Object.fromEntries(checks.map((each) => [each, 'ok'])))])
  expect(await are(VEHICLE_CHECKS)).toEqual([{ fit: true }])
  expect(await are([...VEHICLE_CHECKS, 'horn'])).toEqual([{ fit: false }])
})

test.each(['V7K3M9QXR', 'VOIL00000', 'V7K3M9QX', 'V7K3M9QXRR', '7K3M9QXRV', 'V7K3M9QXÄ'])(
  'the key "%s" is a sticker’s in SQL where it is one in the apps',
  async (key) => {
    const [{ code = null } = {}] = await db.sql<{ code: string | null }>('select app.public_code($1) as code', [key])
    expect(code !== null).toBe(STICKER_KEY.test(key))
  },
)
