import { writeFileSync } from 'node:fs'
import { openPglite, prepare } from '../database/index.ts'
import { databaseObjects } from '../database-objects.ts'
import { databaseTypes } from '../database-types.ts'
import { DATABASE_OBJECTS, DATABASE_TYPES } from '../paths.ts'
import { applySchemas, readSchemas } from '../schemas.ts'

/**
 * `npm run db:types`: writes the supabase-js types of schema `api`, and the names of all that a service needs of the
 * database. `npm run db:check` fails when they are out of date.
 */
const { database } = await openPglite()
await prepare(database)
await applySchemas(database, readSchemas())
writeFileSync(DATABASE_TYPES, await databaseTypes(database))
writeFileSync(DATABASE_OBJECTS, await databaseObjects(database))
await database.close()
