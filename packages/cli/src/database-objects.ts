import type { Queryable } from '@salama/local-supabase/database'

/** Every table, view, function and trigger of ours, as `api.list_missing` names them: JSON, sorted. */
export async function databaseObjects(database: Queryable): Promise<string> {
  const rows = await database.query<{ what: string }>(OBJECTS)
  return `${JSON.stringify(
    rows.map(({ what }) => what),
    null,
    2,
  )}\n`
}

const OBJECTS = `
  select distinct o.what collate "C" as what
    from (select case when c.relkind in ('v', 'm') then 'view ' else 'table ' end || n.nspname || '.' || c.relname as what
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname in ('api', 'app') and c.relkind in ('r', 'p', 'v', 'm')
          union all
          select 'function ' || n.nspname || '.' || p.proname
            from pg_proc p join pg_namespace n on n.oid = p.pronamespace
           where n.nspname in ('api', 'app')
          union all
          select 'trigger ' || n.nspname || '.' || c.relname || ' ' || t.tgname
            from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
           where n.nspname in ('app', 'auth') and not t.tgisinternal) as o
   order by 1`
