import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

/** A `case` that covers all kinds, a parameter that functions of a family share, a trigger that tells tables apart. */
const KNOWN =
  /^(control reached end of function without RETURN|unused parameter "p_import"|record "new" has no field "vehicle_plate")$/

test('plpgsql_check finds nothing in any function', async () => {
  await db.sql('create extension plpgsql_check schema extensions')
  const found = await db.sql<{ name: string; message: string }>(
    `select p.proname as name, c.message
       from pg_proc p
       join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
       left join lateral (select tgrelid from pg_trigger t where t.tgfoid = p.oid limit 1) t on true
       cross join lateral extensions.plpgsql_check_function_tb(
         p.oid, coalesce(t.tgrelid, 0), other_warnings => false, performance_warnings => false) c
      where p.pronamespace in ('api'::regnamespace, 'app'::regnamespace)`,
  )
  expect(found.some(({ message }) => KNOWN.test(message))).toBe(true)
  expect(found.filter(({ message }) => !KNOWN.test(message))).toEqual([])
})
