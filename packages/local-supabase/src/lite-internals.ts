import type { App } from '@supabase/lite'
import type { Opened } from './database/open.ts'

// All that is used of lite besides its options. If a version renames one of these, starting fails here with its name, and
// so does the test beside this file, instead of photos being lost or schema app being exposed.

type Connection = Opened['connection']

/** How lite stores files. */
export type StorageAdapter = NonNullable<App['_storageAdapter']>

const changed = (what: string) => new Error(`This version of @supabase/lite has no ${what}: see lite-internals.ts`)

/** Stores files by this adapter. lite documents the field; it has no option for it. */
export function storeFiles(app: App, adapter: StorageAdapter): void {
  if (!('_storageAdapter' in app)) throw changed('_storageAdapter')
  app._storageAdapter = adapter
}

/**
 * At its first request lite grants all three roles access to every table and schema with row-level security, including
 * our schema app, and only then switches roles. Our migrations contain all intended grants, as on any Supabase project,
 * so this marks the connection as already initialized. `rlsState` is private. A test checks the database itself.
 */
export function preserveGrants(connection: Connection): void {
  if (Reflect.get(connection, 'rlsState') !== 'unknown') throw changed('rlsState')
  Reflect.set(connection, 'rlsState', 'active')
}

/** Has lite send its queries by this Kysely, which it keeps in a field of its connection. */
export function queryBy(connection: Connection, kysely: Connection['kysely']): void {
  if (!('kysely' in connection)) throw changed('kysely')
  connection.kysely = kysely
}
