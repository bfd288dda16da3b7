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
  'app.allowed_to_limited',
  'app.feed_copy_row',
  'app.feedback_for_review',
  'app.gtfs_import_view',
  'app.import_outcome',
  'app.is_own_review',
  'app.is_similar_feedback',
  'app.job_content',
  'app.like_pattern_of_key',
  'app.stop_view',
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
