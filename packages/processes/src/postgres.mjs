/**
 * A private PostgreSQL for the tests: its own cluster in a temporary folder, on a free port of 127.0.0.1, removed
 * afterwards; for benchmarks in a folder that is kept. An installed server in other use is not touched. Dependency-free.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './processes.mjs'
import { temporaryRoot } from './temporary.mjs'

const isRoot = process.getuid?.() === 0

/** PostGIS of the product, and with what a test reads all functions: tests that need them are not left out in silence. */
const hasExtensions = (/** @type {string} */ folder) =>
  ['postgis', 'plpgsql_check'].every((name) => existsSync(join(folder, `extension/${name}.control`)))

/**
 * The programs of the newest installed PostgreSQL with the extensions that the tests need.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions.find(
    (version) => existsSync(`${debian}/${version}/bin/initdb`) && hasExtensions(`/usr/share/postgresql/${version}`),
  )
  if (found) return `${debian}/${found}/bin`
  try {
    const ask = (/** @type {string} */ what) => execFileSync('pg_config', [what], { encoding: 'utf8' }).trim()
    const programs = ask('--bindir')
    const isComplete = existsSync(join(programs, 'initdb')) && hasExtensions(ask('--sharedir'))
    return isComplete ? programs : undefined
  } catch {
    return undefined
  }
}

/** Why PostgreSQL cannot be installed here, or undefined if it can. */
export function whyNotInstallable() {
  if (!existsSync('/usr/bin/apt-get')) {
    return 'this is not Debian or Ubuntu: please install PostgreSQL 15 or newer with PostGIS and plpgsql_check yourself'
  }
  if (isRoot) return undefined
  return 'not running as root: sudo apt-get install postgresql-15 postgresql-15-postgis-3 postgresql-15-plpgsql-check, or a newer version'
}

/** Installs Debian's own PostgreSQL with the extensions that the tests need. */
export function installPostgres() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-q'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const names = execFileSync('apt-cache', ['search', '--names-only', '^postgresql-[0-9]+-postgis-3$'], {
    encoding: 'utf8',
  })
  const versions = [...names.matchAll(/^postgresql-(\d+)-/gm)].map((match) => Number(match[1]))
  if (versions.length === 0) throw new Error('The package lists of this machine have no PostgreSQL with PostGIS')
  const version = Math.max(...versions)
  execFileSync(
    'apt-get',
    [
      'install',
      '-y',
      '-q',
      '--no-install-recommends',
      `postgresql-${version}`,
      `postgresql-${version}-postgis-3`,
      `postgresql-${version}-plpgsql-check`,
    ],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  )
}

/**
 * Starts a cluster with one empty database, and returns its URL. Durability is off. It does not outlive this process.
 * @param {string} programs
 * @param {{ keepIn?: string, settings?: string }} [options] a folder for a cluster that stays: the caller holds its lock
 */
export async function startCluster(programs, { keepIn, settings: own = FAST } = {}) {
  const folder = keepIn ?? mkdtempSync(join(temporaryRoot(), 'salama-postgres-'))
  mkdirSync(folder, { recursive: true })
  const [port = 0] = await freePorts(1)
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const isNew = !existsSync(join(data, 'PG_VERSION'))
  const stop = () => {
    const mode = keepIn ? 'fast' : 'immediate'
    if (existsSync(join(data, 'postmaster.pid'))) run(programs, 'pg_ctl', ['stop', '-D', data, '-m', mode, '-w'])
    if (!keepIn) rmSync(folder, { recursive: true, force: true })
  }
  try {
    const password = isNew ? makePassword(folder) : readFileSync(join(folder, 'password'), 'utf8')
    if (isNew) {
      const locale = process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--no-locale']
      const auth = ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${join(folder, 'password')}`]
      run(programs, 'initdb', ['-D', data, '-U', 'postgres', '-E', 'UTF8', ...locale, ...auth, '--no-sync'])
    } else stopOrphan(programs, data)
    const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200 ${own}`
    stopWhenKilled(programs, data, keepIn ? undefined : folder)
    run(programs, 'pg_ctl', ['start', '-w', '-t', '60', '-D', data, '-l', log, '-o', settings])
    if (isNew) run(programs, 'createdb', ['-h', folder, '-p', String(port), '-U', 'postgres', TEMPLATE])
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/${TEMPLATE}`
    return {
      url,
      stop,
      coreSeconds: () => coreSeconds(data),
      pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
      restart: () => run(programs, 'pg_ctl', ['restart', '-w', '-t', '60', '-D', data, '-l', log, '-m', 'fast']),
    }
  } catch (error) {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').slice(-4000) : ''
    stop()
    throw new Error(`PostgreSQL did not start: ${error instanceof Error ? error.message : error}\n${lines}`)
  }
}

/**
 * Writes a new password into the folder, which the server's user then owns.
 * @param {string} folder
 */
function makePassword(folder) {
  const password = randomBytes(18).toString('base64url')
  const file = join(folder, 'password')
  writeFileSync(file, password, { mode: 0o600 })
  if (isRoot) for (const path of [folder, file]) chownSync(path, ...ownerIds('postgres'))
  chmodSync(folder, 0o700)
  return password
}

/**
 * Stops the server of a kept folder whose benchmark was killed.
 * @param {string} programs
 * @param {string} data
 */
function stopOrphan(programs, data) {
  if (!existsSync(join(data, 'postmaster.pid'))) return
  try {
    run(programs, 'pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w'])
  } catch {
    // It is not running: a stale file.
  }
}

/**
 * A process of its own that stops the server once this process has ended, however it did: then its standard input ends.
 * @param {string} programs
 * @param {string} data
 * @param {string | undefined} folder to remove
 */
function stopWhenKilled(programs, data, folder) {
  const [stop, ...args] = commandOf(programs, 'pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-w'])
  const script = 'cat; folder=$1; shift; "$@"; [ -z "$folder" ] || rm -rf "$folder"'
  const guard = spawn('sh', ['-c', script, 'sh', folder ?? '', stop, ...args], {
    cwd: tmpdir(),
    detached: true, // from signals of the terminal
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
}

/**
 * The processor time of a server and of all its ended connections, on Linux; elsewhere it is unknown.
 * @param {string} data
 */
function coreSeconds(data) {
  try {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
    return ticks.reduce((sum, each) => sum + Number(each), 0) / 100
  } catch {
    return 0
  }
}

const TEMPLATE = 'salama_template'
const FAST = '-c fsync=off -c synchronous_commit=off -c full_page_writes=off'

/**
 * PostgreSQL refuses to run as root, so root switches to the user that Debian's package created for it.
 * @param {string} programs
 * @param {string} program
 * @param {string[]} args
 */
function run(programs, program, args) {
  const [first, ...rest] = commandOf(programs, program, args)
  execFileSync(first, rest, { cwd: tmpdir(), stdio: ['ignore', 'ignore', 'pipe'] })
}

/**
 * @param {string} programs
 * @param {string} program
 * @param {string[]} args
 * @returns {[string, ...string[]]}
 */
function commandOf(programs, program, args) {
  const path = join(programs, program)
  return isRoot ? ['runuser', '-u', 'postgres', '--', path, ...args] : [path, ...args]
}

/**
 * @param {string} user
 * @returns {[number, number]}
 */
function ownerIds(user) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${user}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) throw new Error(`There is no user ${user} on this machine`)
  return [Number(uid), Number(gid)]
}
