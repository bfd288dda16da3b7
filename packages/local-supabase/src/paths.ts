import { fileURLToPath } from 'node:url'
import root from '../../../package.json' with { type: 'json' }

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
export const TEMPLATES = `${ROOT}supabase/templates`
export const CACHE = `${ROOT}node_modules/.cache/salama`
export const PACKAGE = `${ROOT}packages/local-supabase/package.json`

/** The release of this code. */
export const RELEASE = root.version
