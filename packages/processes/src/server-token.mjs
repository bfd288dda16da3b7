/**
 * The token with which each of our servers calls the database without a user. It names the server's role, which may execute
 * that server's functions alone. Dependency-free.
 *
 * @typedef {(typeof SERVERS)[number]} ServerName
 */
import { createHmac } from 'node:crypto'

/** The apps, the worker, and the operator's commands. */
export const SERVERS = /** @type {const} */ (['rider', 'surveyor', 'learning', 'admin', 'api', 'worker', 'operator'])

/**
 * Its role, as app.server_roles in SQL lists them.
 * @param {ServerName} server
 */
export const roleOf = (server) => `${server}_server`

/**
 * The variable from which `npm start` and the commands take its token where a Supabase project signs with a key of its own.
 * @param {ServerName} server
 */
export const variableOf = (server) => `${server.toUpperCase()}_SERVER_TOKEN`

/**
 * Its token: the one in the environment, or one signed with the shared secret (HS256), the same each time. It does not
 * expire; with another secret it ends.
 * @param {ServerName} server
 * @param {string} jwtSecret
 */
export function serverToken(server, jwtSecret) {
  const given = process.env[variableOf(server)]
  if (given) return given
  const encode = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ role: roleOf(server) })}`
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`
}

/**
 * The headers of a request as a server: the same to the embedded Supabase and to a project.
 * @param {ServerName} server
 * @param {{ publishableKey: string, jwtSecret: string }} keys
 */
export const serverHeaders = (server, { publishableKey, jwtSecret }) => ({
  apikey: publishableKey,
  authorization: `Bearer ${serverToken(server, jwtSecret)}`,
})
