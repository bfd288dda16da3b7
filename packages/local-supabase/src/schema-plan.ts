import { type Action, extract, type FactBase, plan } from '@supabase/pg-delta'
import { segmentActions } from '@supabase/pg-delta/apply'
import { formatSqlStatements } from '@supabase/pg-delta/sql-format'
import { type Database, ROLES } from './database/index.ts'
import { MigrationError, messageOf } from './migrations.ts'

export type { FactBase }

/** `isLoss` if the statement deletes data, or may. */
export type Statement = { sql: string; isLoss: boolean }

/** pg-delta's description of an embedded database. Unsupported objects are rejected, not skipped. */
export async function readFacts(database: Database): Promise<FactBase> {
  const { factBase, diagnostics } = await extract(poolOf(database))
  const unknown = diagnostics.filter((each) => each.code === 'unmodeled_kind').map((each) => each.message)
  if (unknown.length > 0) throw new MigrationError(`db:diff cannot compare these:\n${unknown.join('\n')}`)
  return factBase
}

/** pg-delta takes a node-postgres pool and uses these three methods. */
function poolOf(database: Database): Parameters<typeof extract>[0] {
  const client = {
    query: async (text: string) => ({ rows: await database.query(text) }),
    release: () => {},
  }
  return { connect: async () => client } as unknown as Parameters<typeof extract>[0]
}

/**
 * The statements that lead from one structure to another, in order, in as few transactions as PostgreSQL allows.
 *
 * The embedded database is owned by `postgres`, a server's by any role: owners and their privileges are not compared.
 */
export function planStatements(present: FactBase, wanted: FactBase): Statement[][] {
  const { actions, preamble } = planned(present, wanted)
  const settings = preamble.filter((each) => each.name !== 'search_path')
  return segmentActions(actions).map(({ start, end, transactional }) => {
    const segment = actions.slice(start, end)
    if (!transactional) throw new MigrationError(`This cannot run in a migration: ${segment[0]?.sql}`)
    return [
      ...settings.map(({ name, value }) => ({ sql: `set ${name} = ${value};`, isLoss: false })),
      ...segment.map((action) => ({ sql: formatted(action.sql), isLoss: isLoss(action) })),
      ...settings.map(({ name }) => ({ sql: `reset ${name};`, isLoss: false })),
    ]
  })
}

function planned(present: FactBase, wanted: FactBase) {
  try {
    return plan(present, wanted, {
      scope: 'database',
      defaultOwner: OWNER,
      assumedRoles: [...ROLES],
      policy: {
        id: 'salama',
        filter: [
          { match: { all: [{ kind: 'acl' }, { idField: { field: 'grantee', glob: OWNER } }] }, action: 'exclude' },
          { match: { schema: HISTORY }, action: 'exclude' },
          { match: { all: [{ kind: 'schema' }, { name: HISTORY }] }, action: 'exclude' },
        ],
      },
    })
  } catch (error) {
    throw new MigrationError(`db:diff cannot write this: ${messageOf(error)}`, { cause: error })
  }
}

const OWNER = 'postgres'
/** Exists only in a migrated database. */
const HISTORY = 'supabase_migrations'

/** A change of type uses a cast that may truncate or reject existing values; a sequence restarts at one. */
function isLoss({ sql, dataLoss }: Action): boolean {
  return dataLoss === 'destructive' || /^ALTER TABLE .* ALTER COLUMN .* TYPE |^DROP SEQUENCE /.test(sql)
}

function formatted(sql: string): string {
  const statements = formatSqlStatements([sql], { keywordCase: 'lower', maxWidth: 120, indent: 2 })
  return statements.map((each) => (each.trimEnd().endsWith(';') ? each.trimEnd() : `${each.trimEnd()};`)).join('\n')
}
