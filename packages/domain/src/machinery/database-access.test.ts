import { randomUUID } from 'node:crypto'
import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleOf, SERVERS } from '../../../processes/src/server-token.mjs'

// Who can reach what in the database, beside the functions that each may execute.

/** The views that can be read. */
const VIEWS = ['corridors', 'learning_progress', 'points_of_interest']

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

test.each([
  ['anon', []],
  ['authenticated', VIEWS],
  ['service_role', []],
  ...SERVERS.map((server): [string, string[]] => [roleOf(server), []]),
])('%s reads exactly the views of its list, and writes to none', async (role, expected) => {
  const views = await db.sql<{ name: string; reads: boolean; writes: boolean; invoker: boolean }>(
    `select c.relname as name, has_any_column_privilege($1, c.oid, 'select') as reads,
            has_any_column_privilege($1, c.oid, 'insert, update') or has_table_privilege($1, c.oid, 'delete') as writes,
            coalesce('security_invoker=true' = any (c.reloptions), false) as invoker
       from pg_class c where c.relnamespace = 'api'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`,
    [role],
  )
  expect(views.filter((view) => view.reads).map((view) => view.name)).toEqual(expected)
  expect(views.filter((view) => view.writes || !view.invoker)).toEqual([])
})

test('limits the tables behind the views to granted columns and signed-in users', async () => {
  expect(
    await db.sql(
      `select g.table_name as of, string_agg(g.column_name, ' ' order by g.column_name) as columns
         from information_schema.column_privileges g
        where g.table_schema = 'app' and (g.grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC') or g.grantee like '%_server')
        group by 1, g.grantee, g.privilege_type order by 1`,
    ),
  ).toEqual([
    { of: 'completed_items', columns: 'completed_at course_id item module_id user_id' },
    { of: 'corridors', columns: 'geom id length_m name retired_at slug' },
    { of: 'enrolments', columns: 'completed_at course_id started_at user_id version' },
    { of: 'points_of_interest', columns: 'corridor_id id kind lat lng name routes' },
  ])
})

test.each(['anon', 'authenticated', 'service_role', ...SERVERS.map(roleOf)])(
  '%s has no usage of schema app',
  async (role) => {
    expect(await db.sql(`select has_schema_privilege($1, 'app', 'usage') as usage`, [role])).toEqual([{ usage: false }])
  },
)

test('every function granted to users refuses a deleted account before it does anything', async () => {
  const sub = randomUUID()
  await db.sql('insert into app.deleted_users (user_id, deleted_at) values ($1, app.now())', [sub])
  const granted = await db.sql<{ name: string; args: object }>(
    `select p.proname as name, coalesce((select jsonb_object_agg(a.name, null)
              from unnest(p.proargnames[:p.pronargs]) a (name)), '{}') as args
       from pg_proc p where p.pronamespace = 'api'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')`,
  )
  const answers: { name: string; slug: unknown }[] = []
  for (const { name, args } of granted) {
    const call = db.as({ role: 'authenticated', sub }).rpc(name, { ...args })
    answers.push({
      name,
      slug: await call.then(
        () => 'answered',
        (error) => error.slug ?? error,
      ),
    })
  }
  // This one looks first for the operator group, which is public.
  expect(answers.filter(({ slug }) => slug !== 'invalid_token')).toEqual([
    { name: 'list_sacco_vehicles', slug: 'not_found' },
  ])
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
