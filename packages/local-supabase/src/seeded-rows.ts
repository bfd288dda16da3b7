import type { Queryable } from './database/index.ts'
import type { Statement } from './schema-plan.ts'

/** The rows of one table, each as SQL literals in the order of `columns`, by the literals of its key. */
export type TableRows = {
  table: string
  columns: string[]
  /** The primary key; all columns if there is none. */
  key: string[]
  /** Whether other tables reference these rows. */
  isReferenced: boolean
  rows: Map<string, string[]>
}

/**
 * The rows of all our tables that have some. In a new database these come from its SQL: the rules that functions read.
 * Referenced tables come first.
 */
export async function readSeededRows(database: Queryable): Promise<Map<string, TableRows>> {
  const found = new Map<string, TableRows>()
  for (const { name, columns, key, is_referenced } of await database.query<Table>(TABLES)) {
    const literals = columns.map((column) => `quote_nullable(${quoted(column)}::text)`).join(', ')
    const rows = await database.query<{ row: string[] }>(`select array[${literals}] as row from ${name} order by 1`)
    if (rows.length === 0) continue
    const keyColumns = key ?? columns
    const keyOf = (row: string[]) => keyColumns.map((column) => row[columns.indexOf(column)]).join(', ')
    const byKey = new Map(rows.map(({ row }) => [keyOf(row), row]))
    found.set(name, { table: name, columns, key: keyColumns, isReferenced: is_referenced, rows: byKey })
  }
  return found
}

type Table = { name: string; columns: string[]; key: string[] | null; is_referenced: boolean }

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Tables of api and app with their writable columns; generated ones follow from the others. */
const TABLES = `
  select c.oid::regclass::text as name,
         array(select a.attname::text from pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                order by a.attnum) as columns,
         (select array_agg(a.attname::text order by k.position)
            from pg_constraint p
            cross join unnest(p.conkey) with ordinality as k(attnum, position)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
           where p.conrelid = c.oid and p.contype = 'p') as key,
         exists (select from pg_constraint f
                  where f.confrelid = c.oid and f.contype = 'f' and f.conrelid <> c.oid) as is_referenced
    from pg_class c
   where c.relnamespace in (select n.oid from pg_namespace n where n.nspname in ('api', 'app'))
     and c.relkind in ('r', 'p') and not c.relispartition
   order by is_referenced desc, 1`

/** Statements that delete the rows that only `before` has. Deleting a row that may be referenced is a loss. */
export function rowsToDelete(before: Map<string, TableRows>, after: Map<string, TableRows>): Statement[] {
  return [...before.values()].reverse().flatMap((table) => {
    const wanted = after.get(table.table)?.rows
    return [...table.rows]
      .filter(([key]) => !wanted?.has(key))
      .map(([, row]) => ({
        sql: `delete from ${table.table} where ${equal(table, table.key, row)};`,
        isLoss: table.isReferenced,
      }))
  })
}

/**
 * Statements that insert and update rows to match `after`. An update requires the old value: what a running service has
 * changed since stays.
 */
export function rowsToWrite(before: Map<string, TableRows>, after: Map<string, TableRows>): Statement[] {
  return [...after.values()].flatMap((table) => {
    const existing = before.get(table.table)
    return [...table.rows].flatMap(([key, row]) => {
      const old = existing?.rows.get(key)
      if (!old) return [{ sql: insertOf(table, row), isLoss: false }]
      const changed = table.columns.filter(
        (column, index) => old[existing?.columns.indexOf(column) ?? -1] !== row[index],
      )
      return changed.length === 0 ? [] : [{ sql: updateOf(table, changed, old, row), isLoss: false }]
    })
  })
}

function insertOf(table: TableRows, row: string[]): string {
  const columns = table.columns.map(quoted).join(', ')
  return `insert into ${table.table} (${columns}) overriding system value values (${row.join(', ')});`
}

function updateOf(table: TableRows, changed: string[], old: string[], row: string[]): string {
  const values = changed.map((column) => `${quoted(column)} = ${row[table.columns.indexOf(column)]}`).join(', ')
  return `update ${table.table} set ${values}\n where ${equal(table, [...table.key, ...changed], old)};`
}

/** Literals take the type of what they are compared with. */
function equal(table: TableRows, columns: string[], row: string[]): string {
  return columns
    .map((column) => {
      const value = row[table.columns.indexOf(column)] ?? 'NULL'
      return value === 'NULL' ? `${quoted(column)} is null` : `${quoted(column)} = ${value}`
    })
    .join(' and ')
}
