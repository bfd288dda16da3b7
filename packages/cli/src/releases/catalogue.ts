import type { Queryable } from '@salama/local-supabase/database'

/** What a database consists of: `kind name`, and its definition. Two databases behave the same when these are equal. */
export type Catalogue = Map<string, string>

/** Everything in the schemas api and app. Objects of an extension are left to its version. */
export async function describeDatabase(database: Queryable): Promise<Catalogue> {
  const rows = await database.query<{ what: string; definition: string | null }>(OBJECTS)
  return new Map(rows.map(({ what, definition }) => [what, definition ?? '']))
}

/** The same with the rows of all tables, which in a new database come with the schema: the rules that functions read. */
export async function describeNewDatabase(database: Queryable): Promise<Catalogue> {
  const catalogue = await describeDatabase(database)
  for (const table of catalogue.keys()) {
    if (!table.startsWith('table app.')) continue
    const rows = await database.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table.slice(6)} t`)
    for (const { row } of rows) catalogue.set(`row of ${table.slice(6)} ${row}`, row)
  }
  return catalogue
}

/** What only one of them has, or both differently, as lines to print. */
export function differences(schemas: Catalogue, migrations: Catalogue): string[] {
  return [...new Set([...schemas.keys(), ...migrations.keys()])].sort().flatMap((what) => {
    const [wanted, found] = [schemas.get(what), migrations.get(what)]
    if (wanted === found) return []
    if (wanted === undefined) return [`only in supabase/migrations: ${what}`]
    if (found === undefined) return [`only in supabase/schemas: ${what}`]
    const only = (a: string, b: string) => a.split('\n').filter((line) => !b.split('\n').includes(line))
    return [
      `differs: ${what}`,
      ...only(wanted, found).map((line) => `    schemas:    ${line}`),
      ...only(found, wanted).map((line) => `    migrations: ${line}`),
    ]
  })
}

const OURS = `(select n.oid from pg_namespace n where n.nspname in ('api', 'app'))`

/** The grants of an object, or those that its kind has without any, in a fixed order. */
const grants = (acl: string, kind: string, owner: string) => `
  (select string_agg(concat(a.grantee::regrole, '=', a.privilege_type), ' ' order by a.grantee::regrole::text, a.privilege_type)
     from aclexplode(coalesce(${acl}, acldefault(${kind}, ${owner}))) as a where a.grantee <> ${owner})`

/**
 * Functions, indices and triggers as statements that make them, in the order in which they were made: a function after those
 * that it was written with. Conditions without brackets, which PostgreSQL sets anew when it restores them.
 */
const OBJECTS = `
  select 'schema ' || n.nspname as what, ${grants('n.nspacl', `'n'`, 'n.nspowner')} as definition, n.oid
    from pg_namespace n where n.nspname in ('api', 'app', 'extensions')
  union all
  select 'extension ' || e.extname, 'in ' || e.extnamespace::regnamespace, e.oid from pg_extension e
  union all
  select 'type ' || t.oid::regtype, concat_ws(' ', t.typtype, t.typbasetype::regtype, t.typnotnull, t.typdefault,
         (select string_agg(e.enumlabel, ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)), t.oid
    from pg_type t where t.typnamespace in ${OURS} and t.typtype in ('e', 'd')
  union all
  select case when c.relkind in ('v', 'm') then 'view ' when c.relkind = 'S' then 'sequence '
              when c.relkind = 'c' then 'row type ' else 'table ' end || c.oid::regclass,
         concat_ws(' ', c.relpersistence, c.reloptions, case when c.relrowsecurity then 'row security' end,
           ${grants('c.relacl', `case c.relkind when 'S' then 's' else 'r' end::"char"`, 'c.relowner')},
           case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
           (select concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqcycle) from pg_sequence s where s.seqrelid = c.oid),
           -- Functions that return rows depend on the order of columns: a new one is the last.
           (select string_agg(a.attname, ', ' order by a.attnum)
              from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)), c.oid
    from pg_class c where c.relnamespace in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'c')
  union all
  select 'column ' || a.attrelid::regclass || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
         case when a.attnotnull then 'not null' end, nullif(a.attgenerated, ''), nullif(a.attidentity, ''),
         pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation, a.attacl), a.attrelid
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where c.relnamespace in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'c') and a.attnum > 0 and not a.attisdropped
  union all
  select 'constraint ' || coalesce(nullif(c.conrelid, 0)::regclass::text, c.contypid::regtype::text) || ' ' || c.conname,
         translate(pg_get_constraintdef(c.oid), '()', ''), c.oid
    from pg_constraint c where c.connamespace in ${OURS} and c.contype not in ('n', 't')
  union all
  select 'index ' || c.oid::regclass, pg_get_indexdef(c.oid) || ';', c.oid
    from pg_class c join pg_index i on i.indexrelid = c.oid
   where c.relnamespace in ${OURS} and i.indisvalid and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype <> 'f')
  union all
  select 'function ' || p.oid::regprocedure, concat_ws(E';\\n', rtrim(pg_get_functiondef(p.oid), E'\\n'),
         'revoke all on function ' || p.oid::regprocedure || ' from public',
         (select string_agg('grant execute on function ' || p.oid::regprocedure || ' to '
                            || case when a.grantee = 0 then 'public' else a.grantee::regrole::text end, E';\\n'
                            order by a.grantee::regrole::text)
            from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a where a.grantee <> p.proowner)) || ';', p.oid
    from pg_proc p
   where p.pronamespace in ${OURS} and p.prokind <> 'a'
     and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all
  select 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname, pg_get_triggerdef(t.oid) || '; -- ' || t.tgenabled::text, t.oid
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where not t.tgisinternal and (c.relnamespace in ${OURS} or c.relnamespace = to_regnamespace('auth'))
  union all
  select 'policy ' || p.polname || ' of ' || p.polrelid::regclass, concat_ws(' ', p.polcmd, p.polpermissive,
         (select string_agg(r::regrole::text, ', ' order by r::regrole::text) from unnest(p.polroles) as r),
         translate(pg_get_expr(p.polqual, p.polrelid), '()', ''), translate(pg_get_expr(p.polwithcheck, p.polrelid), '()', '')), p.oid
    from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace in ${OURS}
  union all
  select 'default privileges of ' || d.defaclobjtype::text || ' in ' || coalesce(d.defaclnamespace::regnamespace::text, '*'),
         (select string_agg(concat(a.grantee::regrole, '=', a.privilege_type), ' ' order by a.grantee::regrole::text, a.privilege_type)
            from aclexplode(d.defaclacl) as a where a.grantee <> d.defaclrole), d.oid
    from pg_default_acl d where d.defaclrole = current_user::regrole
  order by oid, what`
