import type { Queryable } from './database/index.ts'
import { readSeededRows } from './seeded-rows.ts'

/**
 * Everything in the schemas api and app as lines of `what: definition`, and the rows of their tables. Two new databases
 * behave the same when these are equal, however they were created.
 */
export async function describeDatabase(database: Queryable): Promise<Map<string, string>> {
  const lines = await describeStructure(database)
  for (const { table, columns, rows } of (await readSeededRows(database)).values()) {
    for (const [key, row] of rows) {
      const values = columns.map((column, index) => `${column} = ${row[index]}`)
      lines.set(`row of ${table} ${key}`, values.join('\n'))
    }
  }
  return lines
}

/** The same without rows, for databases in use. Objects of an extension are left to its version. */
export async function describeStructure(database: Queryable): Promise<Map<string, string>> {
  const lines = new Map<string, string>()
  for (const query of QUERIES) {
    for (const row of await database.query<Line>(query)) lines.set(row.what, row.definition ?? '')
  }
  return lines
}

type Line = { what: string; definition: string | null }

const OURS = `('api', 'app')`

/** A sorted ACL, because the order of grants does not matter. */
const acl = (column: string) =>
  `(select string_agg(item::text, ', ' order by item::text) from unnest(${column}) as item)`

/** The same for an ACL that may be null, which means the default for that kind of object. */
const aclOr = (column: string, kind: string, owner: string) => acl(`coalesce(${column}, acldefault(${kind}, ${owner}))`)

const QUERIES = [
  `select 'schema ' || n.nspname as what, ${aclOr('n.nspacl', "'n'", 'n.nspowner')} as definition
     from pg_namespace n where n.nspname in ('api', 'app', 'extensions')`,

  `select 'extension ' || e.extname as what, 'in schema ' || n.nspname as definition
     from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,

  `select 'default privileges ' || d.defaclobjtype::text || ' in ' || coalesce(n.nspname, '*') || ' by '
          || d.defaclrole::regrole as what, ${acl('d.defaclacl')} as definition
     from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace`,

  `select 'relation ' || c.oid::regclass as what,
          c.relkind::text || ' rls=' || c.relrowsecurity || ' force=' || c.relforcerowsecurity || ' options='
          || coalesce(array_to_string(c.reloptions, ','), '') || ' grants='
          || ${aclOr('c.relacl', `case c.relkind when 'S' then 's' else 'r' end::"char"`, 'c.relowner')}
          || case when c.relkind in ('v', 'm') then E'\\n' || pg_get_viewdef(c.oid) else '' end as definition
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')`,

  `select 'column ' || a.attrelid::regclass || '.' || a.attname as what,
          format_type(a.atttypid, a.atttypmod)
          || case when a.attnotnull then ' not null' else '' end
          || case when a.attgenerated <> '' then ' generated' else '' end
          || case when a.attidentity <> '' then ' identity ' || a.attidentity::text else '' end
          || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
          || coalesce(' collate ' || nullif(a.attcollation, t.typcollation)::regcollation, '')
          || coalesce(' grants ' || ${acl('a.attacl')}, '') as definition
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     join pg_type t on t.oid = a.atttypid
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where n.nspname in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'c') and a.attnum > 0 and not a.attisdropped`,

  // On a line of its own, so that a moved column is one difference and not one for every column after it.
  `select 'order of columns in ' || c.oid::regclass as what, string_agg(a.attname, ', ' order by a.attnum) as definition
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'c') and a.attnum > 0 and not a.attisdropped
    group by c.oid`,

  `select 'sequence ' || s.seqrelid::regclass as what,
          concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle)
          as definition
     from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${OURS}`,

  `select 'constraint ' || coalesce(nullif(c.conrelid, 0)::regclass::text, c.contypid::regtype::text) || ' ' || c.conname
          as what, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where n.nspname in ${OURS} and c.contype <> 'n'`,

  `select 'index ' || c.oid::regclass as what, pg_get_indexdef(c.oid) as definition
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${OURS} and c.relkind in ('i', 'I')`,

  `select 'function ' || p.oid::regprocedure as what,
          case when p.prokind = 'a' then 'aggregate' else pg_get_functiondef(p.oid) end || 'grants='
          || ${aclOr('p.proacl', "'f'", 'p.proowner')} as definition
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ${OURS}
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,

  `select 'trigger ' || t.tgrelid::regclass || ' ' || t.tgname as what, pg_get_triggerdef(t.oid)
          || ' enabled=' || t.tgenabled::text as definition
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('api', 'app', 'auth') and not t.tgisinternal`,

  `select 'policy ' || p.polrelid::regclass || ' ' || p.polname as what,
          p.polcmd::text || case when p.polpermissive then ' permissive' else ' restrictive' end || ' to '
          || (select string_agg(r::regrole::text, ', ' order by r::regrole::text) from unnest(p.polroles) as r)
          || coalesce(' using ' || pg_get_expr(p.polqual, p.polrelid), '')
          || coalesce(' check ' || pg_get_expr(p.polwithcheck, p.polrelid), '') as definition
     from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${OURS}`,

  `select 'type ' || t.oid::regtype as what,
          t.typtype::text || coalesce(' ' || (select string_agg(e.enumlabel, ', ' order by e.enumsortorder)
                                           from pg_enum e where e.enumtypid = t.oid), '')
          || coalesce(' over ' || nullif(t.typbasetype, 0)::regtype, '') || case when t.typnotnull then ' not null' else '' end
          || coalesce(' default ' || t.typdefault, '') as definition
     from pg_type t join pg_namespace n on n.oid = t.typnamespace
    where n.nspname in ${OURS} and t.typtype in ('e', 'd')`,

  `select 'comment ' || i.type || ' ' || i.identity as what, d.description as definition
     from pg_description d cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) as i
    where d.objoid >= 16384
      and (i.schema in ${OURS} or i.identity ~ '(^| on )(api|app)($|[.])')`,
]

/** All differences between two descriptions, as lines to print. */
export function difference(
  left: { name: string; lines: Map<string, string> },
  right: { name: string; lines: Map<string, string> },
): string[] {
  const all = [...new Set([...left.lines.keys(), ...right.lines.keys()])].sort()
  return all.flatMap((what) => {
    const [a, b] = [left.lines.get(what), right.lines.get(what)]
    if (a === b) return []
    if (a === undefined) return [`only in ${right.name}: ${what}`]
    if (b === undefined) return [`only in ${left.name}: ${what}`]
    return [`differs: ${what}`, ...lineByLine(a, b, left.name, right.name)]
  })
}

/** The lines that only one of two definitions has; where only their order differs it says so. */
function lineByLine(a: string, b: string, left: string, right: string): string[] {
  const [inA, inB] = [a.split('\n'), b.split('\n')]
  const changed = [
    ...inA.filter((line) => !inB.includes(line)).map((line) => `    ${left}: ${line}`),
    ...inB.filter((line) => !inA.includes(line)).map((line) => `    ${right}: ${line}`),
  ]
  return changed.length > 0 ? changed : ['    the same lines in another order']
}
