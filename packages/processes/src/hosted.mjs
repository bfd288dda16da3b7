/** Checks that a Supabase project fits this code: its migrations, and the settings of its Auth. Dependency-free. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DEMO_ADDRESSES, DEMO_PASSWORD, knownPasswords } from './demo.mjs'
import { ROOT } from './processes.mjs'
import { whatIsMissing } from './readiness.mjs'
import { callService } from './service-call.mjs'

/**
 * An error message if Salama must not be started over that project, or undefined.
 * @param {import('./service-call.mjs').Access} access
 */
export async function whyUnfit(access) {
  return (
    (await whyNotThisProject(access)) ??
    (await whatIsMissing(access, 'authenticator')) ??
    (await whyNotThisAuth(access.url, access.publishableKey))
  )
}

/**
 * An error message if this code must not run over that project, or undefined. Also undefined for a project that does
 * not respond, or whose migrations were not applied with the Supabase CLI and so have no history.
 * @param {import('./service-call.mjs').Access} access
 * @returns {Promise<string | undefined>}
 */
export async function whyNotThisProject(access) {
  const { url } = access
  const { status, body } = await callService(access, 'list_migrations', {})
  if (status === 404) return `The database of ${url} has no functions of Salama, or old ones: ${APPLY}.`
  return Array.isArray(body) ? compare(url, body.map(String), ownMigrations()) : undefined
}

/**
 * An error message if strangers would get into accounts of that project, or undefined: where its Auth confirms addresses
 * that nobody has proven, or where an account has the public password of the demo.
 * @param {string} url
 * @param {string} publishableKey
 * @returns {Promise<string | undefined>}
 */
export async function whyNotThisAuth(url, publishableKey) {
  const settings = await callAuth(url, publishableKey, 'settings')
  if (settings.body?.mailer_autoconfirm === true)
    return (
      `Auth of ${url} confirms e-mail addresses without a proof, so anybody could have an account under any address. ` +
      'Turn on “Confirm email” under Authentication, Sign In / Providers, Email (enable_confirmations).'
    )
  const found = []
  for (const email of DEMO_ADDRESSES) {
    const { status } = await callAuth(url, publishableKey, 'token?grant_type=password', {
      email,
      password: DEMO_PASSWORD,
    })
    if (status === 200) found.push(email)
  }
  return found.length > 0 ? knownPasswords(found, 'SUPABASE_URL is set') : undefined
}

/**
 * @param {string} url
 * @param {string} apikey
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<{ status: number, body: any }>} status 0 without a response
 */
async function callAuth(url, apikey, path, body) {
  try {
    const response = await fetch(`${url}/auth/v1/${path}`, {
      headers: { apikey, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(20_000),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  } catch {
    return { status: 0, body: undefined }
  }
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
      `The database of ${url} was made by another version of Salama: it has migration ${unknown.at(-1)}, which this one ` +
      'does not have. Nothing was changed. Start the version that made it, or give this one another project.'
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
