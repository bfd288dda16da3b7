/**
 * The token with which each of our servers calls the database without a user. It names the server's role, which may execute
 * that server's functions alone, and ends after an hour: whoever starts the servers gives them new ones. Dependency-free.
 *
 * @typedef {(typeof SERVERS)[number]} ServerName
 * @typedef {{ kid: string, kty: 'EC', crv: 'P-256', x: string, y: string, d: string }} SigningKey a private key, as JWK
 *
 * @typedef {object} Signer
 * @property {SigningKey[]} signingKeys the keys of the embedded Supabase
 * @property {string} [sharedSecret] of a project that has one: signs in their place (HS256)
 */
import { createHmac, createPrivateKey, sign } from 'node:crypto'

/** The apps, the worker, and the operator's commands. */
export const SERVERS = /** @type {const} */ (['rider', 'surveyor', 'learning', 'admin', 'api', 'worker', 'operator'])

const SERVER_TOKEN_S = 3600
/** After so long a server gets a new token. */
export const RENEWED_AFTER_MS = 20 * 60_000

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

/** @param {object} value */
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * A token with these claims, signed with the first of the keys (ES256).
 * @param {object} claims
 * @param {SigningKey[]} keys
 */
export function signToken(claims, [first]) {
  if (first === undefined) throw new Error('There is no key to sign with')
  const signed = `${encode({ alg: 'ES256', kid: first.kid, typ: 'JWT' })}.${encode(claims)}`
  const key = createPrivateKey({ key: first, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/**
 * A new token of a server, or the one in the environment, where a Supabase project signs with a key of its own.
 * @param {ServerName} server
 * @param {Signer} signer
 * @returns {string}
 */
export function serverToken(server, { signingKeys, sharedSecret }) {
  const given = process.env[variableOf(server)]
  if (given) return given
  const iat = Math.floor(Date.now() / 1000)
  const claims = { role: roleOf(server), iat, exp: iat + SERVER_TOKEN_S }
  if (sharedSecret === undefined) return signToken(claims, signingKeys)
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', sharedSecret).update(signed).digest('base64url')}`
}

/**
 * The headers of a request as a server: the same to the embedded Supabase and to a project.
 * @param {ServerName} server
 * @param {Signer & { publishableKey: string }} keys
 */
export const serverHeaders = (server, keys) => ({
  apikey: keys.publishableKey,
  authorization: `Bearer ${serverToken(server, keys)}`,
})
