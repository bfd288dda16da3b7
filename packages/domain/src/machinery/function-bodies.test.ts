import { openDatabase, type TestDatabase } from '@salama/testing'
import { readFunctions } from '@salama/testing/functions'
import { afterAll, beforeAll, expect, test } from 'vitest'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

/** They call functions of a later file, so their names cannot be resolved when they are created. */
const CALL_LATER = [
  'app.admin_alert_response',
  'app.feed_copy_row',
  'app.feedback_for_review',
  'app.gtfs_import_view',
  'app.import_outcome',
  'app.is_own_review',
  'app.is_similar_feedback',
  'app.job_content',
  'app.like_pattern_of_key',
]

test('a function of one expression has a parsed body, so that PostgreSQL inlines it', async () => {
  const { ofOneExpression } = await readFunctions(db)
  expect(ofOneExpression.toSorted()).toEqual(CALL_LATER)
})

test('a parsed body sets nothing, which would keep it from being inlined', async () => {
  const parsed = await db.sql<{ config: string[] | null }>(
    `select proconfig as config from pg_proc where pronamespace = 'app'::regnamespace and prosqlbody is not null`,
  )
  expect(parsed.length).toBeGreaterThan(70)
  expect(parsed.filter(({ config }) => config !== null)).toEqual([])
})

/** A `case` that covers all kinds, a parameter that functions of a family share, a trigger that tells tables apart. */
const KNOWN =
  /^(control reached end of function without RETURN|unused parameter "p_import"|record "new" has no field "vehicle_plate")$/

test('plpgsql_check finds nothing in any function, where the server has it', async () => {
  const servers = await db.sql(`select from pg_available_extensions where name = 'plpgsql_check'`)
  const found = servers.length > 0 ? await checkAll() : []
  expect(found.filter(({ message }) => !KNOWN.test(message))).toEqual([])
})

async function checkAll() {
  await db.sql('create extension plpgsql_check schema extensions')
  return db.sql<{ name: string; message: string }>(
    `select p.proname as name, c.message
       from pg_proc p
       join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
       left join lateral (select tgrelid from pg_trigger t where t.tgfoid = p.oid limit 1) t on true
       cross join lateral extensions.plpgsql_check_function_tb(
         p.oid, coalesce(t.tgrelid, 0), other_warnings => false, performance_warnings => false) c
      where p.pronamespace in ('api'::regnamespace, 'app'::regnamespace)`,
  )
}
