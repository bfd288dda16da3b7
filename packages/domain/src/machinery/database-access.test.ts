import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERRORS } from '../shared/errors.ts'

// Who can reach what in the database, as lists that a person has read. A new function fails here until it is on its list.

const SIGNED_IN = [
  'get_current_user',
  'get_incident_feed_detail',
  'get_incident_feed_in_bounds',
  'get_incident_feed_nearby',
  'get_latest_incident_feed',
  'resolve_corridor_for_location',
  'submit_incident_report',
  'submit_incident_report_without_vehicle',
  'get_service_area',
  'get_vehicle_profile',
  'get_vehicle_incidents',
  'list_saccos',
  'list_sacco_vehicles',
  'list_routes',
  'list_corridors',
  'get_corridor_incidents',
  'get_corridor_map',
  'search_points_of_interest',
  'list_api_keys',
  'create_api_key',
  'revoke_api_key',
  'rotate_api_key',
]

/** With the secret key: what callers without a token may reach (reads of what is public, their device), readiness … */
const SERVER = [
  'get_health',
  'get_incident_feed_detail',
  'get_incident_feed_in_bounds',
  'get_incident_feed_nearby',
  'get_latest_incident_feed',
  'register_device',
  'verify_api_key',
  'resolve_corridor_for_location',
  'get_service_area',
  'get_vehicle_profile',
  'get_vehicle_incidents',
  'list_saccos',
  'list_sacco_vehicles',
  'list_routes',
  'list_corridors',
  'get_corridor_incidents',
  'get_corridor_map',
  'search_points_of_interest',
  // … and the operator's import of a feed.
  'begin_gtfs_import',
  'stage_gtfs_rows',
  'apply_gtfs_import',
  'abandon_gtfs_import',
]

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

const executable = async (role: string) =>
  (
    await db.sql<{ name: string }>(
      `select distinct p.proname as name from pg_proc p
        where p.pronamespace in ('api'::regnamespace, 'app'::regnamespace) and has_function_privilege($1, p.oid, 'execute')`,
      [role],
    )
  ).map((row) => row.name)

test.each([
  ['anon', []],
  ['authenticated', SIGNED_IN],
  ['service_role', SERVER],
])('%s executes exactly the functions of its list', async (role, expected) => {
  expect((await executable(role)).toSorted()).toEqual(expected.toSorted())
})

test.each(['anon', 'authenticated', 'service_role'])('%s cannot even look into schema app', async (role) => {
  expect(await db.sql(`select has_schema_privilege($1, 'app', 'usage') as usage`, [role])).toEqual([{ usage: false }])
})

test('every table has row-level security on', async () => {
  expect(
    await db.sql(
      `select c.relname from pg_class c
        where c.relnamespace in ('app'::regnamespace, 'api'::regnamespace) and c.relkind in ('r', 'p') and not c.relrowsecurity`,
    ),
  ).toEqual([])
})

test('every function that runs as its owner pins its search path', async () => {
  expect(
    await db.sql(
      `select p.proname from pg_proc p
        where p.pronamespace in ('api'::regnamespace, 'app'::regnamespace) and p.prosecdef
          and not coalesce('search_path=""' = any (p.proconfig), false)`,
    ),
  ).toEqual([])
})

test('SQL raises only slugs of the catalogue', () => {
  const root = join(import.meta.dirname, '../../../../supabase/schemas')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'))
  const raised = files.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/app\.fail\(\s*'(\w+)'/g)].map((match) => match[1] ?? ''),
  )
  expect(raised.length).toBeGreaterThan(5)
  expect(raised.filter((slug) => !Object.hasOwn(ERRORS, slug))).toEqual([])
})
