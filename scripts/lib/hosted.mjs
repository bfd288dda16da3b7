/** Checks that the migrations of a Supabase project match this code. Dependency-free. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './processes.mjs'
import { callService } from './service-call.mjs'

/**
 * An error message if this code must not run over that project, or undefined. Also undefined for a project that does
 * not respond, or whose migrations were not applied with the Supabase CLI and so have no history.
 * @param {string} url
 * @param {string} secretKey
 * @returns {Promise<string | undefined>}
 */
export async function whyNotThisProject(url, secretKey) {
  const { status, body } = await callService(url, secretKey, 'list_migrations', {})
  if (status === 404) return `The database of ${url} has no functions of Salama, or old ones: ${APPLY}.`
  return Array.isArray(body) ? compare(url, body.map(String), ownMigrations()) : undefined
}

const APPLY = 'apply supabase/migrations with the Supabase CLI (supabase db push)'

/**
 * @param {string} url
 * @param {string[]} applied
 * @param {string[]} known
 */
function compare(url, applied, known) {
  const unknown = applied.filter((version) => !known.includes(version))
  if (unknown.length > 0) {
    return (
      `A newer version of Salama uses the database of ${url}: it has migration ${unknown.at(-1)}, which is not in this ` +
      'checkout. Nothing was changed. Start the newer version.'
    )
  }
  const missing = known.filter((version) => !applied.includes(version))
  return missing.length > 0 ? `The database of ${url} lacks migration ${missing[0]}: ${APPLY}.` : undefined
}

function ownMigrations() {
  return readdirSync(join(ROOT, 'supabase/migrations'))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, 14))
    .sort()
}
