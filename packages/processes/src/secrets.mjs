/**
 * The secrets of one installation. Those that are not set from outside are generated once and stored in
 * DATA_DIR/secrets.json, readable by its owner only, so trying Salama needs no configuration and no two installations
 * share a secret.
 *
 * Dependency-free, because scripts/start.mjs runs before anything is installed.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {'api' | 'rider' | 'surveyor' | 'learning' | 'admin'} AppName */

/**
 * @typedef {object} Secrets
 * @property {import('./server-token.mjs').SigningKey[]} signingKeys sign access tokens: the first; the others still verify
 * @property {string} deviceSecret signs the tokens of browsers in which somebody signed in
 * @property {string} [sharedSecret] of a Supabase project that signs tokens with one; never kept here
 * @property {string} publishableKey
 * @property {string} secretKey
 * @property {Record<AppName, string>} session one per app: a cookie is valid for its own app only
 * @property {{ publicKey: string, privateKey: string }} vapid signs Web Push messages
 * @property {string} badgeKey signs the credentials of certificates (RSA, PKCS #8)
 * @property {string} secondFactorKey encrypts the secrets of second factors
 * @property {string} apiKeyPepper keys the hashes of API keys, so that a leaked hash cannot be tested
 */

/** @type {AppName[]} */
export const APPS = ['api', 'rider', 'surveyor', 'learning', 'admin']

/** @returns {Secrets} */
export function makeSecrets() {
  return {
    signingKeys: [makeSigningKey()],
    deviceSecret: random(),
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(24)}`,
    session: { api: random(), rider: random(), surveyor: random(), learning: random(), admin: random() },
    vapid: makeVapidKeys(),
    badgeKey: makeBadgeKey(),
    secondFactorKey: random(),
    apiKeyPepper: random(),
  }
}

/**
 * The secrets of a data folder, generated at the first call. Concurrent calls of two processes get the same ones.
 * @param {string} dataDir
 * @returns {Secrets}
 */
export function readOrMakeSecrets(dataDir) {
  const file = join(dataDir, 'secrets.json')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(file)) createOnce(file, makeSecrets())
  // Older data folders have a secret that signed access tokens, which nothing may know any more.
  const { jwtSecret, ...kept } = JSON.parse(readFileSync(file, 'utf8'))
  const made = makeSecrets()
  const all = { ...made, ...kept, session: { ...made.session, ...kept.session } }
  if (jwtSecret !== undefined || JSON.stringify(all) !== JSON.stringify(kept)) replace(file, all)
  chmodSync(file, 0o600)
  return all
}

/**
 * The same; keys in the environment take precedence.
 * @param {string} dataDir
 */
export function givenSecrets(dataDir) {
  const kept = readOrMakeSecrets(dataDir)
  const { SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY } = process.env
  return {
    ...kept,
    publishableKey: SUPABASE_PUBLISHABLE_KEY || kept.publishableKey,
    secretKey: SUPABASE_SECRET_KEY || kept.secretKey,
  }
}

/**
 * Puts a new key before the others, with which access tokens are signed from the next start on. What the one before signed
 * is still accepted, what older ones signed no more.
 * @param {string} dataDir
 */
export function rotateSigningKeys(dataDir) {
  const secrets = readOrMakeSecrets(dataDir)
  replace(join(dataDir, 'secrets.json'), {
    ...secrets,
    signingKeys: [makeSigningKey(), ...secrets.signingKeys.slice(0, 1)],
  })
}

/**
 * Writes the file atomically, and never over one that another process has just created.
 * @param {string} file
 * @param {Secrets} secrets
 */
function createOnce(file, secrets) {
  const draft = writeDraft(file, secrets)
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * @param {string} file
 * @param {Secrets} secrets
 */
function replace(file, secrets) {
  renameSync(writeDraft(file, secrets), file)
}

/**
 * @param {string} file
 * @param {Secrets} secrets
 */
function writeDraft(file, secrets) {
  const draft = `${file}.${process.pid}-${random(6)}`
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return draft
}

function random(bytes = 32) {
  return randomBytes(bytes).toString('base64url')
}

/** @returns {import('./server-token.mjs').SigningKey} */
function makeSigningKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  return { kid: random(12), kty: 'EC', crv: 'P-256', x, y, d }
}

/** Credentials are signed with RS256, which every verifier of Open Badges knows. */
function makeBadgeKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 })
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')
}

/** A P-256 key pair as RFC 8292 writes it: the uncompressed point, and the private number. */
function makeVapidKeys() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}
