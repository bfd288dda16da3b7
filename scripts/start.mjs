/**
 * `npm start`: all of Salama on this machine, from a fresh clone to five answering apps. Dependency-free, because it runs
 * before anything is installed, and on the system's Node.js, which may be older than the one that we bring along.
 *
 *   npm start                 the built apps
 *   npm run dev               with hot reload (--dev)
 *   npm start -- --fresh      forgets the data first
 *   npm start -- --verbose    shows what the processes print
 *
 * PORT_BASE=3000, SUPABASE_PORT=54321, DATA_DIR=.data, DATABASE_URL=postgres://… for a database server of your own, or
 * SUPABASE_URL (with its keys) for a Supabase project.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { appAddresses, appEnv, appPorts } from './lib/app-env.mjs'
import { build, install, needsInstall } from './lib/prepare.mjs'
import { isPortFree, nodePath, ROOT, start, waitUntilItAnswers } from './lib/processes.mjs'
import { seconds, step } from './lib/progress.mjs'
import { APPS, readOrMakeSecrets } from './lib/secrets.mjs'

/** @typedef {import('./lib/processes.mjs').Running} Running */

const isDev = process.argv.includes('--dev')
const isFresh = process.argv.includes('--fresh')
const isVerbose = process.argv.includes('--verbose') || isDev
const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data')
const hosted = process.env.SUPABASE_URL
const supabasePort = portOf('SUPABASE_PORT', 54321)
const ports = appPorts(portOf('PORT_BASE', 3000))
const addresses = appAddresses(ports)
const logs = join(dataDir, 'logs')

/** @type {Running[]} */
const running = []
let isStopping = false

async function main() {
  const startedAt = Date.now()
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Node.js 20 or newer is needed, this is ${process.version}.`)
  await checkPorts()
  if (needsInstall()) await step('Installing packages (npm ci)', (alive) => install(alive))
  if (!isDev) await step('Building what has changed, a few minutes the first time', (alive) => build(alive))
  mkdirSync(logs, { recursive: true })

  const installation = hosted ? hostedInstallation(hosted) : await startSupabase()
  await step(`Starting ${APPS.join(', ')}`, async () => {
    for (const app of APPS) startApp(app, installation)
    await Promise.all(
      APPS.map((app, index) => waitUntilItAnswers(`http://127.0.0.1:${ports[app]}/`, appsRunning()[index])),
    )
  })
  console.log(welcome(installation.mailboxUrl, startedAt))
}

/** @returns {Promise<import('./lib/app-env.mjs').Installation>} */
async function startSupabase() {
  const secrets = givenSecrets(readOrMakeSecrets(dataDir))
  const url = `http://127.0.0.1:${supabasePort}`
  await step(supabaseStep(), async () => {
    const supabase = startProcess('supabase', {
      command: [nodePath(), 'packages/local-supabase/src/main.ts', ...(isFresh ? ['--fresh'] : [])],
      env: { ...process.env, DATA_DIR: dataDir, SUPABASE_PORT: String(supabasePort), SITE_URL: addresses.rider },
    })
    await waitUntilItAnswers(`${url}/health`, supabase, 600)
  })
  return {
    supabaseUrl: url,
    secrets,
    addresses,
    ...(process.env.DATABASE_URL ? {} : { mailboxUrl: `${url}/mailbox` }),
    ...issuer(),
  }
}

function supabaseStep() {
  if (process.env.DATABASE_URL) return 'Starting Supabase over DATABASE_URL'
  const isNew = isFresh || !existsSync(join(dataDir, 'state.json'))
  return isNew ? 'Starting Supabase and loading the demo, a minute the first time' : 'Starting Supabase'
}

/**
 * @param {string} supabaseUrl
 * @returns {import('./lib/app-env.mjs').Installation}
 */
function hostedInstallation(supabaseUrl) {
  for (const name of ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY']) {
    if (!process.env[name]) fail(`SUPABASE_URL is set, so ${name} is needed too.`)
  }
  const isSigned = process.env.AUTH_JWT_SECRET || (process.env.AUTH_JWKS_URL && process.env.AUTH_ISSUER)
  if (!isSigned) fail('SUPABASE_URL is set, so AUTH_JWKS_URL and AUTH_ISSUER (or AUTH_JWT_SECRET) are needed too.')
  return { supabaseUrl, secrets: givenSecrets(readOrMakeSecrets(dataDir)), addresses, ...issuer() }
}

function issuer() {
  return process.env.AUTH_ISSUER ? { issuer: process.env.AUTH_ISSUER } : {}
}

/**
 * Secrets from outside come first.
 * @param {import('./lib/secrets.mjs').Secrets} kept
 */
function givenSecrets(kept) {
  return {
    ...kept,
    publishableKey: process.env.SUPABASE_PUBLISHABLE_KEY || kept.publishableKey,
    secretKey: process.env.SUPABASE_SECRET_KEY || kept.secretKey,
    jwtSecret: process.env.AUTH_JWT_SECRET || kept.jwtSecret,
  }
}

/**
 * @param {import('./lib/secrets.mjs').AppName} app
 * @param {import('./lib/app-env.mjs').Installation} installation
 */
function startApp(app, installation) {
  const cwd = join(ROOT, 'apps', app)
  const env = { ...appEnv(app, installation), ...(isDev ? { NODE_ENV: 'development' } : {}) }
  const listen = ['-H', '127.0.0.1', '-p', String(ports[app])]
  const next = join(ROOT, 'node_modules/next/dist/bin/next')
  const command = isDev ? ['npm', 'run', '-s', 'dev', '--', ...listen] : [nodePath(), next, 'start', ...listen]
  startProcess(app, { cwd, env, command })
}

/**
 * @param {string} name
 * @param {{ command: string[], cwd?: string, env?: Record<string, string | undefined> }} options
 */
function startProcess(name, options) {
  const logFile = join(logs, `${name}.log`)
  writeFileSync(logFile, '')
  const onLine = isVerbose ? (/** @type {string} */ line) => console.log(`[${name}] ${line}`) : () => {}
  const child = start({ name, ...options, logFile, onLine })
  running.push(child)
  child.ended.then((end) => {
    if (isStopping) return
    console.error(`\n${name} ${end}. Its last lines:\n${child.lastLines().slice(-20).join('\n')}`)
    stop(1)
  })
  return child
}

function appsRunning() {
  return APPS.map((app) => running.find((each) => each.name === app))
}

async function checkPorts() {
  const wanted = Object.entries(hosted ? ports : { ...ports, supabase: supabasePort })
  for (const [name, port] of wanted) {
    if (await isPortFree(port)) continue
    const variable = name === 'supabase' ? 'SUPABASE_PORT' : 'PORT_BASE'
    fail(`Port ${port} (${name}) is in use. Stop what uses it, or choose another: ${variable}=… npm start`)
  }
}

/**
 * @param {string} variable
 * @param {number} fallback
 */
function portOf(variable, fallback) {
  const given = process.env[variable]
  const port = given ? Number(given) : fallback
  if (!Number.isInteger(port) || port < 1 || port > 65530) fail(`${variable}=${given} is not a port.`)
  return port
}

/**
 * @param {string | undefined} mailboxUrl
 * @param {number} startedAt
 */
function welcome(mailboxUrl, startedAt) {
  const isDemo = mailboxUrl !== undefined
  return `
Salama is running (${seconds(startedAt)}). Ctrl-C ends it.

  Rider      ${addresses.rider}
  Surveyor   ${addresses.surveyor}
  Learning   ${addresses.learning}
  Admin      ${addresses.admin}
  API        ${addresses.api}/api/docs
${isDemo ? `  E-mails    ${mailboxUrl}\n` : ''}${hosted ? '' : `  Supabase   http://127.0.0.1:${supabasePort}\n`}
${isDemo ? `${ACCOUNTS}\n` : ''}  Data and secrets are in ${dataDir}, what the processes print in ${logs}.
`
}

const ACCOUNTS = `  Demo accounts, password salama-demo:
    amina@salama.test, baraka@salama.test, eve@salama.test (riders)
    chebet@salama.test (surveyor), dalmas@salama.test (admin)
`

/** @param {number} code */
async function stop(code) {
  if (isStopping) return
  isStopping = true
  // The database last: the apps may still be writing.
  await Promise.all(appsRunning().map((each) => each?.stop()))
  await Promise.all(running.map((each) => each.stop()))
  process.exit(code)
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
if (!existsSync(join(ROOT, 'package-lock.json'))) fail('package-lock.json is missing: is this a whole clone?')
main().catch((error) => {
  if (isStopping) return
  console.error(error instanceof Error ? error.message : error)
  stop(1)
})
