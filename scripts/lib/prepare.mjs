/** Installs packages and builds apps, but only after changes. Dependency-free. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CITY, readCityMessages, readCitySettings } from '../../packages/processes/src/city.mjs'
import { nodePath, ROOT, start } from '../../packages/processes/src/processes.mjs'

const TURBO = join(ROOT, 'node_modules/.bin/turbo')
const CACHE = join(ROOT, 'node_modules/.cache/salama')

/** Whether `npm ci` has to run: the lockfile changed since the last install. */
export function needsInstall() {
  const stamp = join(CACHE, 'installed')
  if (readStamp(stamp) === installHash()) return false
  if (!isInstalledByHand()) return true
  writeStamp(stamp, installHash())
  return false
}

/** @param {(line: string) => void} [onLine] */
export async function install(onLine) {
  await run('npm ci', ['npm', 'ci', '--no-audit', '--no-fund'], onLine)
  writeStamp(join(CACHE, 'installed'), installHash())
}

/**
 * Builds the apps that are out of date, and the basemap. Turborepo decides: it hashes the inputs of each app before the build, so edits
 * made during the build are picked up by the next one.
 * @param {import('../../packages/processes/src/secrets.mjs').AppName | undefined} app one of them; all if undefined
 * @param {(line: string) => void} [onLine]
 * @param {string[]} [more] arguments for Turborepo
 */
export function build(app, onLine, more = []) {
  // Turborepo looks at no file outside the clone, where the folder of the city can be.
  Object.assign(process.env, { CITY, CITY_SETTINGS: hashOf([readCitySettings(), ...readCityMessages()]) })
  forgetRendered()
  const filter = app ? [`--filter=@salama/${app}`, '--filter=@salama/basemap'] : []
  return run('The build', [TURBO, 'run', 'build', '--concurrency=1', ...filter, ...more], onLine)
}

/**
 * Deletes the pages that Next kept of a build that served here: their key names no build, and Turborepo, which restores a
 * build over another one, deletes nothing.
 */
export function forgetRendered(root = ROOT) {
  for (const app of readdirSync(join(root, 'apps')))
    rmSync(join(root, 'apps', app, '.next/server/route-cache'), { recursive: true, force: true })
}

/** Copies static files of pages and builds the basemap, as a build does. */
export function vendor() {
  return run('turbo run vendor', [TURBO, 'run', 'vendor', '@salama/basemap#build'])
}

/**
 * Checks the settings of the city, and loads them into a Supabase project that is given; ours loads them itself.
 * @param {{ isHosted: boolean }} where
 */
export function loadCity({ isHosted }) {
  const command = [nodePath(), join(ROOT, 'packages/cli/src/commands/content-load.ts'), 'city']
  return run('salama load city', isHosted ? command : [...command, '--check'])
}

function installHash() {
  return hashOf([`${process.platform}-${process.arch}`, readFileSync(join(ROOT, 'package-lock.json'))])
}

/** After a manual `npm install`: npm's own record shows that everything in the lockfile is installed. */
function isInstalledByHand() {
  const record = join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages ?? {}
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages ?? {}
  return Object.entries(wanted).every(
    ([path, { version, optional, peer, devOptional }]) =>
      !path.includes('node_modules/') || optional || devOptional || peer || installed[path]?.version === version,
  )
}

/** @param {(string | Uint8Array)[]} parts */
function hashOf(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(String(part.length)).update(part)
  return hash.digest('hex')
}

/** @param {string} file */
function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/**
 * @param {string} file
 * @param {string} text
 */
function writeStamp(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/**
 * @param {string} name
 * @param {string[]} command
 * @param {(line: string) => void} [onLine]
 */
async function run(name, command, onLine = () => {}) {
  const running = start({ name, command, onLine, isHeld: true })
  const end = await running.ended
  if (end !== 'ended with exit code 0')
    throw new Error([`${name} ${end}`, ...running.lastLines().slice(-40)].join('\n'))
  nodePath()
}
