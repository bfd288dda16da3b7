/**
 * The environment and the command of each app, in one place for `npm start`, `npm run dev` and the tests. Nothing of the
 * environment is inlined at build time: one build runs at any URL. Public URLs (SALAMA_RIDER_URL and so on) can be set
 * from outside. No process gets what mints tokens; the tokens with which they call the database end, see `service.mjs`.
 *
 * @typedef {import('./secrets.mjs').AppName} AppName
 * @typedef {import('./secrets.mjs').Secrets} Secrets
 */
import { basename, join } from 'node:path'
import { CITY } from './city.mjs'
import { ROOT } from './processes.mjs'
import { APPS } from './secrets.mjs'
import { SERVERS, serverToken, variableOf } from './server-token.mjs'

/**
 * @typedef {object} Installation
 * @property {string} supabaseUrl
 * @property {Secrets} secrets
 * @property {Record<AppName, string>} addresses the URL of each app, without a trailing slash
 * @property {string} [mailboxUrl] the page that shows e-mails, if any
 * @property {boolean} [isProject] whether that Supabase is a project, and not the embedded one
 */

/** What a process would inherit and has no use for: the owner of the database, the mail server, the webhook's signature. */
const WITHHELD = { DATABASE_URL: '', SMTP_PASS: '', ALERT_WEBHOOK_SECRET: '' }

/**
 * @param {AppName} app
 * @param {Installation} installation
 * @returns {Record<string, string>}
 */
export function appEnv(app, installation) {
  const { supabaseUrl, secrets, addresses, mailboxUrl } = installation
  return {
    NODE_ENV: 'production',
    APP_NAME: app,
    ...metricsEnv(appPorts(0)[app]),
    APP_URL: addresses[app],
    SUPABASE_URL: supabaseUrl,
    SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
    SUPABASE_SECRET_KEY:
      installation.isProject && (hasPictures(app) || process.env.OIDC_ISSUER) ? secrets.secretKey : '',
    ...tokenEnv(app, secrets),
    ...WITHHELD,
    ...verificationEnv(app, installation),
    HAS_PICTURES: hasPictures(app) ? 'on' : 'off',
    AUTH_AUDIENCE: process.env.AUTH_AUDIENCE || 'authenticated',
    SESSION_SECRET: secrets.session[app],
    NEXT_TELEMETRY_DISABLED: '1',
    BASEMAP_FILE: process.env.BASEMAP_FILE || join(ROOT, `packages/basemap/dist/${basename(CITY)}.pmtiles`),
    ...(app === 'api' || app === 'rider' ? { SALAMA_LIVE_FEED: process.env.SALAMA_LIVE_FEED || 'on' } : {}),
    ...(app === 'rider' || app === 'surveyor' ? vapidEnv(secrets) : {}),
    ...(app === 'learning' ? { BADGE_SIGNING_KEY: process.env.BADGE_SIGNING_KEY || secrets.badgeKey } : {}),
    ...(app === 'api' ? { API_KEY_PEPPER: secrets.apiKeyPepper } : {}),
    ...(app === 'api' || app === 'admin'
      ? { SECOND_FACTOR_KEY: process.env.SECOND_FACTOR_KEY || secrets.secondFactorKey }
      : { SECOND_FACTOR_KEY: '' }),
    ...(mailboxUrl ? { MAILBOX_URL: mailboxUrl } : {}),
    ...Object.fromEntries(APPS.map((name) => [`SALAMA_${name.toUpperCase()}_URL`, addresses[name]])),
  }
}

/**
 * The environment of the worker; the mail server and the webhook of the operator are in the environment already.
 * @param {Installation} installation
 * @param {number} port
 * @returns {Record<string, string>}
 */
export function workerEnv(installation, port) {
  const { supabaseUrl, secrets, addresses, mailboxUrl } = installation
  return {
    NODE_ENV: 'production',
    DATABASE_URL: '',
    AUTH_JWT_SECRET: '',
    WORKER_PORT: String(port),
    APP_NAME: 'worker',
    ...metricsEnv(workerPort(0)),
    SUPABASE_URL: supabaseUrl,
    SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
    SUPABASE_SECRET_KEY: installation.isProject ? secrets.secretKey : '',
    ...tokenEnv('worker', secrets),
    SALAMA_RIDER_URL: addresses.rider,
    SALAMA_ADMIN_URL: addresses.admin,
    ...vapidEnv(secrets),
    ...(mailboxUrl ? { MAILBOX_URL: mailboxUrl } : {}),
  }
}

/**
 * Where a process serves its metrics, if any: METRICS_PORT is the first of as many ports as there are processes, in the order
 * of their own ports, with Supabase as the last.
 * @param {number} place
 * @returns {Record<string, string>}
 */
export const metricsEnv = (place) =>
  process.env.METRICS_PORT ? { METRICS_PORT: String(Number(process.env.METRICS_PORT) + place) } : {}

/** The place of Supabase. */
export const SUPABASE_PLACE = 6

/**
 * Whether an app stores or shows pictures. At a project these, and sign-in with an issuer, know no other key than the
 * secret one; the embedded Supabase takes the server's token.
 * @param {AppName} app
 */
const hasPictures = (app) => ['rider', 'surveyor', 'admin'].includes(app)

/**
 * How access tokens are verified: with published keys, or with the secret that a project shares with its API.
 * @param {AppName} app
 * @param {Installation} installation
 */
function verificationEnv(app, { supabaseUrl, secrets, isProject }) {
  if (!isProject) {
    const AUTH_ISSUER = issuerAt(new URL(supabaseUrl).port)
    return { AUTH_ISSUER, AUTH_JWKS_URL: `${supabaseUrl}/auth/v1/.well-known/jwks.json`, AUTH_JWT_SECRET: '' }
  }
  const { AUTH_JWKS_URL = '', AUTH_ISSUER = '' } = process.env
  return { AUTH_JWKS_URL, AUTH_ISSUER, AUTH_JWT_SECRET: (app === 'api' && secrets.sharedSecret) || '' }
}

/**
 * The token of a server, and not those of the others, which its process would inherit.
 * @param {import('./server-token.mjs').ServerName} server
 * @param {Secrets} secrets
 */
const tokenEnv = (server, secrets) => ({
  SERVER_TOKEN: serverToken(server, secrets),
  ...Object.fromEntries(SERVERS.map((each) => [variableOf(each), ''])),
})

/** The arguments of Node.js that run the worker, from the repository's root. */
export const WORKER = [join(ROOT, 'apps/worker/src/main.ts')]

/**
 * The keys of Web Push. Keys from the environment take precedence, both or none.
 * @param {Secrets} secrets
 */
function vapidEnv({ vapid }) {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = process.env
  return VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
    ? { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }
    : { VAPID_PUBLIC_KEY: vapid.publicKey, VAPID_PRIVATE_KEY: vapid.privateKey }
}

/**
 * The arguments of Node.js that serve an app from its folder: our server in front of Next. The API answers there, too, once it
 * is built (docs/decisions/api-server.md).
 * @param {AppName} app
 * @param {number} port
 * @param {{ isDev?: boolean, host?: string }} [options]
 */
export function appCommand(app, port, { isDev = false, host } = {}) {
  const command = app === 'api' ? ['server.ts', ...listening(port, host)] : nextCommand(port, host)
  return isDev ? [...command, '--dev'] : command
}

/**
 * The same where Next answers everything that is no file.
 * @param {number} port
 * @param {string} [host]
 */
export const nextCommand = (port, host) => [join(ROOT, 'packages/http/src/app-server.ts'), ...listening(port, host)]

/**
 * @param {number} port
 * @param {string} [host]
 */
const listening = (port, host = '127.0.0.1') => ['-H', host, '-p', String(port)]

/**
 * The name that the embedded Auth signs with, which is the same wherever it listens.
 * @param {string} port
 */
export const issuerAt = (port) => `http://127.0.0.1:${port}/auth/v1`

/**
 * Where programs of the same machine reach a process that listens on this address (HOST).
 * @param {string} [host]
 */
export function reachedAt(host) {
  if (!host || ['0.0.0.0', '::'].includes(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * The port of the worker, which tells there whether it is well.
 * @param {number} base
 */
export const workerPort = (base) => base + 5

/**
 * The apps' ports in their fixed order, counted from the first.
 * @param {number} base
 * @returns {Record<AppName, number>}
 */
export function appPorts(base) {
  return { api: base, rider: base + 1, surveyor: base + 2, learning: base + 3, admin: base + 4 }
}

/**
 * @param {Record<AppName, number>} ports
 * @returns {Record<AppName, string>}
 */
export function appUrls(ports) {
  /** @param {AppName} app */
  const address = (app) => process.env[`SALAMA_${app.toUpperCase()}_URL`] || `http://localhost:${ports[app]}`
  return {
    api: address('api'),
    rider: address('rider'),
    surveyor: address('surveyor'),
    learning: address('learning'),
    admin: address('admin'),
  }
}
