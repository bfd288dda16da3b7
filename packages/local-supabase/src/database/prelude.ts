import { getAuthSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite'
import type { Database } from './database.ts'

/** The roles of the API, which every Supabase project has. */
export const ROLES = ['anon', 'authenticated', 'service_role'] as const

/**
 * What a Supabase project has before the first migration: schema auth, the three roles of the API, and their way into
 * the functions of schema auth. On a database that is a Supabase project already this changes nothing.
 */
export async function prepare(database: Database): Promise<void> {
  const [auth] = await database.query<{ users: string | null }>(`select to_regclass('auth.users')::text as users`)
  if (auth?.users) return
  await database.exec(`
    ${SUPABASE_AUTH_HELPERS_SQL}
    ${getAuthSchemaSql(false)}
    do $$
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = 'anon') then
        create role anon nologin noinherit;
      end if;
      if not exists (select from pg_catalog.pg_roles where rolname = 'authenticated') then
        create role authenticated nologin noinherit;
      end if;
      if not exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
        create role service_role nologin noinherit bypassrls;
      end if;
    end
    $$;
    grant usage on schema auth to anon, authenticated, service_role;
  `)
}
