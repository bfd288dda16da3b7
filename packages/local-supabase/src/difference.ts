import { describeDatabase, difference } from './catalogue.ts'
import type { Database } from './database/index.ts'
import { type Migration, MigrationError, messageOf, migrate } from './migrations.ts'
import { inNewDatabase } from './new-database.ts'
import { type FactBase, planStatements, readFacts, type Statement } from './schema-plan.ts'
import { applySchemas, type SchemaFile } from './schemas.ts'
import { readSeededRows, rowsToDelete, rowsToWrite, type TableRows } from './seeded-rows.ts'

export type Difference = {
  /** The scripts to run, in order, each in its own transaction; nearly always one. */
  scripts: string[]
  /** Statements that delete data, and are therefore commented out in the scripts. */
  losses: string[]
  /** Statements that fail if existing rows violate them. */
  cautions: string[]
}

/** The structure of a new database, as described by our catalogue and by pg-delta. */
type State = { lines: Map<string, string>; facts: FactBase; rows: Map<string, TableRows> }

/** The SQL that takes `migrations` to what `schemas` describe; undefined if there is no difference. */
export async function findDifference(schemas: SchemaFile[], migrations: Migration[]): Promise<Difference | undefined> {
  const wanted = await inNewDatabase((database) => applySchemas(database, schemas), readState)
  return inNewDatabase(
    (database) => migrate(database, migrations),
    (database) => writeDifference(database, wanted),
  )
}

export async function readState(database: Database): Promise<State> {
  return {
    lines: await describeDatabase(database),
    facts: await readFacts(database),
    rows: await readSeededRows(database),
  }
}

/**
 * Changes a new database to the wanted structure, and returns the statements. They are verified each time: all of them,
 * those that lose data too, have run here, and our own catalogue finds no further difference.
 */
export async function writeDifference(database: Database, wanted: State): Promise<Difference | undefined> {
  const present = await readState(database)
  if (compare(present.lines, wanted.lines).length === 0) return undefined
  const [first = [], ...others] = planStatements(present.facts, wanted.facts)
  const scripts = [[...rowsToDelete(present.rows, wanted.rows), ...first], ...others]
  for (const script of scripts) await run(database, script)
  const rows = rowsToWrite(await readSeededRows(database), wanted.rows)
  await run(database, rows)
  scripts.at(-1)?.push(...rows)
  const rest = compare(await describeDatabase(database), wanted.lines)
  if (rest.length > 0) throw new MigrationError(`${rest.join('\n')}\n${hintFor(rest)}`)
  const all = scripts.flat()
  return {
    scripts: scripts.map((script) => `${script.map(textOf).join('\n\n')}\n`),
    losses: all.filter((each) => each.isLoss).map((each) => each.sql),
    cautions: all.filter((each) => MAY_FAIL.test(each.sql)).map((each) => each.sql),
  }
}

function compare(migrations: Map<string, string>, schemas: Map<string, string>): string[] {
  return difference({ name: 'schemas', lines: schemas }, { name: 'migrations', lines: migrations })
}

async function run(database: Database, statements: Statement[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { sql } of statements) {
      try {
        await tx.exec(sql)
      } catch (error) {
        throw new MigrationError(`db:diff cannot write this: ${messageOf(error)}\n${sql}`, { cause: error })
      }
    }
  })
}

function hintFor(rest: string[]): string {
  return rest.some((line) => line.includes('order of columns'))
    ? 'A column can only be added at the end of a table: put it there in supabase/schemas too (generated ones last)'
    : 'db:diff cannot write this: write the migration by hand, and see with npm run db:check whether it is whole'
}

/** Constrains existing rows, which an empty database does not show. */
const MAY_FAIL = /^alter table .*\b(add column (?!.*\b(default|generated)\b).*not null|alter column .*set not null)/is

function textOf({ sql, isLoss }: Statement): string {
  if (isLoss)
    return `-- This takes data away: uncomment it, or write what keeps the data.\n${sql.replaceAll(/^/gm, '-- ')}`
  return MAY_FAIL.test(sql) ? `-- This fails where a row has nothing there: fill it first.\n${sql}` : sql
}
