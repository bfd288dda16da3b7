import { fileURLToPath } from 'node:url'
import root from '../../../package.json' with { type: 'json' }

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
export const MIGRATIONS = `${ROOT}supabase/migrations`
export const SCHEMAS = `${ROOT}supabase/schemas`
export const TEMPLATES = `${ROOT}supabase/templates`
export const CACHE = `${ROOT}node_modules/.cache/salama`
export const PACKAGE = `${ROOT}packages/local-supabase/package.json`
export const DATABASE_TYPES = `${ROOT}packages/domain/src/generated/database.types.ts`
export const DATABASE_OBJECTS = `${ROOT}packages/domain/src/generated/database-objects.json`

/** The release of this code. */
export const RELEASE = root.version
