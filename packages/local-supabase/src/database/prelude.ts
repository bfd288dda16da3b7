import { getAuthSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite'
import { roleOf, SERVERS } from '../../../processes/src/server-token.mjs'
import type { Database } from './database.ts'

/** The roles of the API that every Supabase project has, and those that supabase/schemas adds for our servers. */
export const ROLES = ['anon', 'authenticated', 'service_role', ...SERVERS.map(roleOf)]

/**
 * What a Supabase project has before the first migration: schema auth, the API roles, and the grants on the functions of
 * schema auth. The roles of our servers are made here, too. On an existing Supabase project this changes nothing. Roles are checked separately because
 * they belong to the server: a restored database has the schema without them.
 */
export async function prepare(database: Database): Promise<void> {
  await database.exec(MAKE_ROLES)
  const [auth] = await database.query<{ users: string | null }>(`select to_regclass('auth.users')::text as users`)
  if (auth?.users) return
  await database.exec(`
    ${SUPABASE_AUTH_HELPERS_SQL}
    ${getAuthSchemaSql(false)}
    grant usage on schema auth to anon, authenticated, service_role;
  `)
}

/** Race condition: of two processes that start on a new server, the second finds the role there. */
const MAKE_ROLES = ROLES.map(
  (role) => `
    do $$
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = '${role}') then
        create role ${role} nologin noinherit ${role === 'service_role' ? 'bypassrls' : ''};
      end if;
    exception when duplicate_object or unique_violation then null;
    end
    $$;`,
).join('')
