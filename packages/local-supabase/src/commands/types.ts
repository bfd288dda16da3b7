import { writeFileSync } from 'node:fs'
import { openPglite, prepare } from '../database/index.ts'
import { databaseTypes } from '../database-types.ts'
import { DATABASE_TYPES } from '../paths.ts'
import { applySchemas, readSchemas } from '../schemas.ts'

/** `npm run db:types`: writes the types of schema `api` for supabase-js. `npm run db:check` refuses types that are out of date. */
const { database } = await openPglite()
await prepare(database)
await applySchemas(database, readSchemas())
writeFileSync(DATABASE_TYPES, await databaseTypes(database))
await database.close()
