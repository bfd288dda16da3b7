import { type Database, inNewDatabase, ROLES } from './database/index.ts'
import { type Migration, MigrationError, messageOf, migrate } from './migrations.ts'

/**
 * A backup of one database names the API roles but does not contain them. Restored into a server without those roles it
 * lacks every grant and policy for them, and privileges revoked from PUBLIC are back, because PostgreSQL skips the
 * whole statement for an object's grants.
 *
 * In that case all grants of our objects are set to those of a new database with the same migrations, in one
 * transaction, before any request. Returns whether anything was repaired.
 */
export async function repairPrivileges(database: Database, migrations: Migration[]): Promise<boolean> {
  const [state] = await database.query<{ lost: boolean }>(ARE_LOST)
  if (!state?.lost) return false
  const applied = await database.query<{ version: string }>('select version from supabase_migrations.schema_migrations')
  const same = migrations.filter((each) => applied.some(({ version }) => version === each.version))
  const statements = await inNewDatabase((fresh) => migrate(fresh, same), readPrivileges)
  await database.transaction(async (tx) => {
    for (const sql of statements) {
      await tx.exec(sql).catch((error: unknown) => {
        throw new MigrationError(
          `The grants of a restored database cannot be repaired: ${messageOf(error)}\n${sql}\n` +
            'If something does not exist, the dump was restored in part. Restore it again, into a new database and ' +
            'without errors other than of missing roles (docs/operations.md, Back up and restore).',
        )
      })
    }
  })
  return true
}

/** The first migration grants usage on schema api to these roles among others, for people and for our own servers. */
const ARE_LOST = `
  select to_regnamespace('api') is not null
         and to_regclass('supabase_migrations.schema_migrations') is not null
         and not (has_schema_privilege('authenticated', 'api', 'usage')
                  and has_schema_privilege('rider_server', 'api', 'usage')
                  and exists (select from pg_default_acl d
                               where d.defaclrole = current_user::regrole and d.defaclobjtype = 'f')) as lost`

/** Statements that set all grants and create the policies of a database. Idempotent. */
async function readPrivileges(database: Database): Promise<string[]> {
  const statements: string[] = []
  for (const query of [GRANTS, GRANTS_ON_COLUMNS, POLICIES]) {
    for (const { sql } of await database.query<{ sql: string }>(query)) statements.push(sql)
  }
  return statements
}

const EVERYBODY = `public, ${ROLES.join(', ')}`
const OURS = `(select n.oid from pg_namespace n where n.nspname in ('api', 'app', 'auth'))`

const GRANTEE = `case when a.grantee = 0 then 'public' else a.grantee::regrole::text end`

/**
 * For each object `revoke all`, then its grants except to the owner. MAINTAIN, of PostgreSQL 17, is granted to nobody
 * else.
 */
const GRANTS = `
  select format('%s revoke all on %s from ${EVERYBODY};', o.prefix, o.target) || coalesce((
           select string_agg(format('%s grant %s on %s to %s;', o.prefix, g.privileges, o.target, g.grantee), '')
             from (select string_agg(a.privilege_type, ', ') as privileges, ${GRANTEE} as grantee
                     from aclexplode(o.acl) as a
                    where a.grantee <> o.owner and a.privilege_type <> 'MAINTAIN'
                    group by a.grantee) as g), '') as sql
    from (
      select '' as prefix, 'schema ' || n.oid::regnamespace as target,
             coalesce(n.nspacl, acldefault('n', n.nspowner)) as acl, n.nspowner as owner
        from pg_namespace n where n.nspname in ('api', 'app', 'auth', 'extensions')
      union all
      select '', case c.relkind when 'S' then 'sequence ' else 'table ' end || c.oid::regclass,
             coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner)), c.relowner
        from pg_class c where c.relnamespace in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select '', case p.prokind when 'p' then 'procedure ' else 'function ' end || p.oid::regprocedure,
             coalesce(p.proacl, acldefault('f', p.proowner)), p.proowner
        from pg_proc p where p.pronamespace in ${OURS}
      union all
      select 'alter default privileges' || coalesce(' in schema ' || nullif(d.defaclnamespace, 0)::regnamespace, ''),
             case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
                                  when 'T' then 'types' else 'schemas' end,
             d.defaclacl, d.defaclrole
        from pg_default_acl d
    ) as o`

/** After the tables: revoking from a table revokes from its columns too. */
const GRANTS_ON_COLUMNS = `
  select format('grant %s (%I) on table %s to %s;', a.privilege_type, c.attname, c.attrelid::regclass, ${GRANTEE}) as sql
    from pg_attribute c
    join pg_class t on t.oid = c.attrelid
    cross join lateral aclexplode(c.attacl) as a
   where t.relnamespace in ${OURS} and not c.attisdropped and a.grantee <> t.relowner`

const POLICIES = `
  select format('drop policy if exists %1$I on %2$I.%3$I; create policy %1$I on %2$I.%3$I as %4$s for %5$s to %6$s%7$s%8$s;',
           p.policyname, p.schemaname, p.tablename, p.permissive, p.cmd,
           (select string_agg(quote_ident(role), ', ') from unnest(p.roles) as role),
           ' using (' || p.qual || ')', ' with check (' || p.with_check || ')') as sql
    from pg_policies p where p.schemaname in ('api', 'app', 'auth')`
