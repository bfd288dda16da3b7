import { readdirSync, readFileSync } from 'node:fs'
import type { Database } from './database/index.ts'
import { lineOf, MigrationError, messageOf } from './migrations.ts'
import { SCHEMAS } from './paths.ts'

export type SchemaFile = { path: string; sql: string }

/** The files of supabase/schemas in the order in which they apply: folders, and the files in them, by name. */
export function readSchemas(folder = SCHEMAS): SchemaFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .sort()
    .map((path) => ({ path, sql: readFileSync(`${folder}/${path}`, 'utf8') }))
}

/** Applies all of it in one transaction to a database without our schemas. */
export async function applySchemas(database: Database, files: SchemaFile[]): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { path, sql } of files) {
      try {
        await tx.exec(sql)
      } catch (error) {
        throw new MigrationError(`supabase/schemas/${path}${lineOf(error, sql)}: ${messageOf(error)}`, { cause: error })
      }
    }
  })
}
