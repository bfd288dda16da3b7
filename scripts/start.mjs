/**
 * `npm start`: the complete system on this machine, from a fresh clone to five running apps and their worker.
 * Without packages, because it runs before they are installed, and on the system's Node.js, which may be older than ours.
 *
 *   npm start                 the built apps
 *   npm run dev               with hot reload (--dev)
 *   npm start -- --fresh      deletes the data first
 *   npm start -- --verbose    shows the output of the processes
 *   npm start -- --no-demo    without the demo, which is there only while all addresses are of this computer
 *   npm start -- --remove-demo-accounts    makes accounts of the demo unusable, where they stop the start
 *   node scripts/start.mjs --only rider    one process, built before, for a service manager (docs/operations.md): supabase,
 *                                          an app or worker, on HOST and PORT
 * CITY=… is the city, a folder of `cities` (docs/another-city.md).
 * PORT_BASE=3000, SUPABASE_PORT=54321, DATA_DIR=.data, DATABASE_URL=postgres://… for your own database server, or
 * SUPABASE_URL (with its keys) for a Supabase project.
 */
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import {
  appCommand,
  appEnv,
  appPorts,
  appUrls,
  metricsEnv,
  reachedAt,
  SUPABASE_PLACE,
  WORKER,
  workerEnv,
  workerPort,
} from '../packages/processes/src/app-env.mjs'
import { whyOtherCity } from '../packages/processes/src/city.mjs'
import { commitOf } from '../packages/processes/src/commit.mjs'
import { NO_DEMO, REMOVE_DEMO, whyNoDemo, whyPublic } from '../packages/processes/src/demo.mjs'
import { whyUnfit } from '../packages/processes/src/hosted.mjs'
import { isPortFree, nodeCommand, ROOT } from '../packages/processes/src/processes.mjs'
import { whatIsMissing, whyNobodyReports } from '../packages/processes/src/readiness.mjs'
import { givenSecrets } from '../packages/processes/src/secrets.mjs'
import { SERVERS, serverToken, variableOf } from '../packages/processes/src/server-token.mjs'
import { openAlone } from './lib/alone.mjs'
import { build, install, loadCity, needsInstall, vendor } from './lib/prepare.mjs'
import { say, seconds, step } from './lib/progress.mjs'
import { openService } from './lib/service.mjs'
import { welcome } from './lib/welcome.mjs'

/** The order of building and starting: what most people look at comes first. */
const ORDER = /** @type {const} */ (['rider', 'surveyor', 'learning', 'admin', 'api'])

const isDev = process.argv.includes('--dev')
const isFresh = process.argv.includes('--fresh')
if (process.argv.includes(NO_DEMO)) process.env.SALAMA_DEMO = 'off'
const isVerbose = process.argv.includes('--verbose') || isDev
const only = onlyOne()
// All of them at once are for this computer, or a proxy on it.
if (!only) delete process.env.HOST
const dataDir = resolve(ROOT, process.env.DATA_DIR || '.data')
// What every process tells of itself, and where it looks at the disk.
process.env.SALAMA_COMMIT ||= commitOf(ROOT) ?? ''
process.env.DATA_DIR = dataDir
const hosted = process.env.SUPABASE_URL
const supabasePort = portOf('SUPABASE_PORT', 54321)
const portBase = portOf('PORT_BASE', 3000)
const ports = appPorts(portBase)
const addresses = appUrls(ports)

/** @param {import('./lib/service.mjs').Service} service */
async function main(service) {
  const startedAt = Date.now()
  if (!only) await checkPorts()
  const project = hosted ? hostedInstallation(hosted) : undefined
  const refusal = project && (await whyUnfit(operatorOf(project)))
  if (refusal) fail(refusal)
  if (only) return startOnly(service, only, project ?? localInstallation())
  if (needsInstall()) await step('Installing packages (npm ci)', (alive) => install(alive))
  await loadCity({ isHosted: hosted !== undefined })
  if (isDev) await vendor()
  const installation = await buildAndStart(service, project)
  const { mailboxUrl } = installation
  const workerUrl = `http://127.0.0.1:${workerPort(portBase)}`
  const supabaseUrl = hosted ? undefined : installation.supabaseUrl
  const told = { addresses, took: seconds(startedAt), workerUrl, mailboxUrl, supabaseUrl, dataDir, logs: service.logs }
  console.log(welcome(told))
}

function onlyOne() {
  const at = process.argv.indexOf('--only')
  if (at < 0) return undefined
  const given = process.argv[at + 1]
  const found = ['supabase', ...ORDER, 'worker'].find((name) => name === given)
  return found ?? fail(`--only takes one of supabase, ${ORDER.join(', ')}, worker.`)
}

/**
 * @param {import('./lib/service.mjs').Service} service
 * @param {string} name
 * @param {import('../packages/processes/src/app-env.mjs').Installation} installation
 */
async function startOnly(service, name, installation) {
  if (name === 'supabase') return service.run(supabaseProcess(installation.supabaseUrl))
  // Ours loads the city itself; of the processes beside a project this one has the time for it.
  if (name === 'worker' && hosted) await loadCity({ isHosted: true })
  if (name === 'worker') return startWorker(service, installation)
  const app = ORDER.find((each) => each === name) ?? fail(`There is no ${name}.`)
  if (!existsSync(join(ROOT, 'apps', app, '.next/BUILD_ID'))) fail(`${app} is not built: npm run build`)
  const refusal = whyOtherCity(join(ROOT, 'apps', app))
  return refusal ? fail(refusal) : startApp(service, app, installation)
}

/**
 * Builds one app after the other and starts each as soon as it is built, while Supabase starts.
 * @param {import('./lib/service.mjs').Service} service
 * @param {import('../packages/processes/src/app-env.mjs').Installation | undefined} project
 */
async function buildAndStart(service, project) {
  const installation = project ? Promise.resolve(project) : startSupabase(service)
  /** @type {Promise<unknown>[]} */
  const starting = [installation]
  installation.catch(giveUp)
  const working = installation.then((found) => startWorker(service, found))
  working.then(() => say('The worker is ready')).catch(giveUp)
  starting.push(working)
  for (const app of ORDER) {
    if (!isDev) await step(`Building ${app}`, (alive) => build(app, alive))
    const started = installation.then((found) => startApp(service, app, found))
    started.then(() => say(`${app} is ready: ${addresses[app]}`)).catch(giveUp)
    starting.push(started)
  }
  await Promise.all(starting)
  return installation
}

/**
 * @param {import('./lib/service.mjs').Service} service
 * @returns {Promise<import('../packages/processes/src/app-env.mjs').Installation>}
 */
async function startSupabase(service) {
  const installation = localInstallation()
  say(supabaseStep())
  const since = Date.now()
  await service.run(supabaseProcess(installation.supabaseUrl))
  const missing = await whatIsMissing(operatorOf(installation), databaseRole())
  if (missing) throw new Error(missing)
  const warning = await whyNobodyReports(operatorOf(installation))
  if (warning) say(`WARNING: ${warning}`)
  say(`Supabase is ready after ${seconds(since)}`)
  return installation
}

/**
 * @param {string} url
 * @returns {import('./lib/service.mjs').Process}
 */
function supabaseProcess(url) {
  const once = ['--fresh', REMOVE_DEMO].filter((each) => process.argv.includes(each))
  const args = ['packages/local-supabase/src/main.ts', ...once]
  return {
    name: 'supabase',
    // The database stops after the apps: they may still be writing.
    command: nodeCommand(args, 3000),
    // A restart keeps the data.
    againCommand: nodeCommand(args.slice(0, 1), 3000),
    env: { ...process.env, SUPABASE_PORT: String(supabasePort), APP_NAME: 'supabase', ...metricsEnv(SUPABASE_PLACE) },
    url: `${url}/health`,
    patienceS: 600,
    // The embedded database works in its main thread.
    ...(!process.env.DATABASE_URL && { silenceS: 60 }),
  }
}

/** @returns {import('../packages/processes/src/app-env.mjs').Installation} */
function localInstallation() {
  const supabaseUrl = `http://${process.env.SUPABASE_HOST || reachedAt(process.env.HOST)}:${supabasePort}`
  const isMailed = process.env.DATABASE_URL || process.env.SMTP_HOST || whyPublic(process.env)
  return {
    supabaseUrl,
    secrets: givenSecrets(dataDir),
    addresses,
    ...(isMailed ? {} : { mailboxUrl: `${supabaseUrl}/mailbox` }),
  }
}

function databaseRole() {
  const { DATABASE_URL, PGUSER } = process.env
  return (DATABASE_URL && decodeURIComponent(new URL(DATABASE_URL).username)) || PGUSER || userInfo().username
}

function supabaseStep() {
  if (process.env.DATABASE_URL) return 'Starting Supabase over DATABASE_URL'
  const isNew = isFresh || !existsSync(join(dataDir, 'state.json'))
  return isNew && !whyNoDemo(process.env)
    ? 'Starting Supabase and loading the demo, a minute the first time'
    : 'Starting Supabase'
}

/**
 * @param {string} supabaseUrl
 * @returns {import('../packages/processes/src/app-env.mjs').Installation}
 */
function hostedInstallation(supabaseUrl) {
  for (const name of ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY']) {
    if (!process.env[name]) fail(`SUPABASE_URL is set, so ${name} is needed too.`)
  }
  const sharedSecret = process.env.AUTH_JWT_SECRET
  const isSigned = sharedSecret || (process.env.AUTH_JWKS_URL && process.env.AUTH_ISSUER)
  if (!isSigned) fail('SUPABASE_URL is set, so AUTH_JWKS_URL and AUTH_ISSUER (or AUTH_JWT_SECRET) are needed too.')
  const lacking = sharedSecret ? [] : SERVERS.map(variableOf).filter((name) => !process.env[name])
  if (lacking.length > 0) fail(`${lacking.join(', ')} needed (docs/supabase.md, Tokens).`)
  const secrets = { ...givenSecrets(dataDir), ...(sharedSecret && { sharedSecret }) }
  return { supabaseUrl, secrets, addresses, isProject: true }
}

/** @param {Pick<import('../packages/processes/src/app-env.mjs').Installation, 'supabaseUrl' | 'secrets'>} installation */
function operatorOf({ supabaseUrl: url, secrets }) {
  return { url, publishableKey: secrets.publishableKey, token: serverToken('operator', secrets) }
}

/**
 * @param {import('./lib/service.mjs').Service} service
 * @param {import('../packages/processes/src/secrets.mjs').AppName} app
 * @param {import('../packages/processes/src/app-env.mjs').Installation} installation
 */
function startApp(service, app, installation) {
  const port = only ? portOf('PORT', ports[app]) : ports[app]
  return service.run({
    name: app,
    cwd: join(ROOT, 'apps', app),
    env: { ...appEnv(app, installation), ...(isDev ? { NODE_ENV: 'development' } : {}) },
    token: () => serverToken(app, installation.secrets),
    ...(isDev && { silenceS: 30 }),
    command: nodeCommand(appCommand(app, port, { isDev, ...(process.env.HOST && { host: process.env.HOST }) })),
    url: `http://${reachedAt(process.env.HOST)}:${port}${app === 'api' ? '/api/v1/health' : '/api/health'}?ready=true`,
  })
}

/**
 * Mails, webhooks, push messages and what is due by time.
 * @param {import('./lib/service.mjs').Service} service
 * @param {import('../packages/processes/src/app-env.mjs').Installation} installation
 */
function startWorker(service, installation) {
  const port = only ? portOf('PORT', workerPort(portBase)) : workerPort(portBase)
  return service.run({
    name: 'worker',
    env: workerEnv(installation, port),
    token: () => serverToken('worker', installation.secrets),
    command: nodeCommand(WORKER),
    url: `http://${reachedAt(process.env.HOST)}:${port}/health`,
  })
}

async function checkPorts() {
  const all = { ...ports, worker: workerPort(portBase) }
  const wanted = Object.entries(hosted ? all : { ...all, supabase: supabasePort })
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
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message)
  process.exit(1)
}

/** @returns {Promise<import('./lib/service.mjs').Service>} */
async function open() {
  try {
    return only ? await openAlone() : openService({ dataDir, isVerbose })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node.js 20 or newer is needed, this is ${process.version}.`)
if (!existsSync(join(ROOT, 'package-lock.json'))) fail('package-lock.json is missing: is this a whole clone?')
const service = await open()
main(service).catch(giveUp)

/** @param {unknown} error */
function giveUp(error) {
  if (service.isStopping()) return
  console.error(`\n${error instanceof Error ? error.message : error}`)
  service.stop(1)
}
