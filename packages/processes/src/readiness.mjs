/** What a database lacks, and why an app is not ready, in words for an operator. Dependency-free. */
import { readFileSync } from 'node:fs'
import { roleOf, SERVERS } from './server-token.mjs'
import { callService } from './service-call.mjs'

const EXPECTED = new URL('../../domain/src/generated/database-objects.json', import.meta.url)

/** How many names of missing objects are told; there may be hundreds. */
const MOST_NAMES = 5

/**
 * What the database behind a Supabase lacks of what this version needs, and what to do; undefined if nothing, or if it
 * does not respond, which the apps then tell.
 * @param {import('./service-call.mjs').Access} access
 * @param {string} role of the database, which acts as the others
 * @returns {Promise<string | undefined>}
 */
export async function whatIsMissing(access, role) {
  const expected = JSON.parse(readFileSync(EXPECTED, 'utf8'))
  const { status, body } = await callService(access, 'list_missing', { p_expected: expected })
  if (status === 404) return lacks(['function api.list_missing'])
  if (status === 403 && body?.code === '42501')
    return mayNotActAs(['anon', 'authenticated', 'service_role', ...SERVERS.map(roleOf)].join(', '), role)
  if (status !== 200 || !Array.isArray(body)) return undefined
  const names = body.map(String)
  const roles = names.filter((name) => name.startsWith('role ')).map((name) => name.slice('role '.length))
  const things = names.filter((name) => !name.startsWith('role '))
  const found = [things.length > 0 && lacks(things), roles.length > 0 && mayNotActAs(roles.join(', '), role)]
  return found.filter(Boolean).join('\n') || undefined
}

/**
 * Why every report would be refused, and what to do; undefined if not, or if the database does not respond.
 * @param {import('./service-call.mjs').Access} access
 * @returns {Promise<string | undefined>}
 */
export async function whyNobodyReports(access) {
  const { status, body } = await callService(access, 'get_health', {})
  if (status !== 200 || body?.hasServiceArea !== false) return undefined
  return (
    'Nobody can report: no feed with a border is loaded. Load one: ' +
    'npx salama import <zip> --feed <name> [--border <file.geojson>]'
  )
}

/** @param {string[]} names */
function lacks(names) {
  const isTable = (/** @type {string} */ name) => name.startsWith('table ')
  const things = names.toSorted((a, b) => Number(isTable(b)) - Number(isTable(a)))
  const rest = things.length - MOST_NAMES
  return (
    `The database is not whole. It lacks ${things.slice(0, MOST_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}, ` +
    'although its history of migrations says that they were made: probably a dump was restored in part. Restore it ' +
    'again, into a new database and without errors (docs/operations.md, Back up and restore).'
  )
}

/**
 * @param {string} roles
 * @param {string} role
 */
function mayNotActAs(roles, role) {
  return (
    `The role ${role} of the database may not act as ${roles}. An administrator of the database server runs: ` +
    `grant ${roles} to "${role}";`
  )
}

/** @type {Record<string, string>} */
const CHECKS = {
  database: 'the database does not answer',
  prepared: 'the database lacks what an administrator gives it, or takes no writes: salama doctor says what',
  schema: 'the database lacks tables or functions',
  roles: 'the service may not act as its roles in the database',
  reads: 'something cannot be read, the log says what',
  load: 'there is more to do than can be done',
}

/**
 * Why a response says that an app is not ready: its failed checks, else its status.
 * @param {Response} response
 * @returns {Promise<string>}
 */
export async function whyNotReady(response) {
  const text = await response.text()
  const checks = text.startsWith('{') ? JSON.parse(text).checks : undefined
  const failed = Object.entries(checks ?? {}).filter(([, state]) => state === 'failed' || state === 'shedding')
  return failed.map(([name]) => `${name}: ${CHECKS[name] ?? 'failed'}`).join('; ') || `status ${response.status}`
}
