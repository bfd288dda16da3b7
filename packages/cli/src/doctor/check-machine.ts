import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { connect as connectPlain } from 'node:net'
import { connect } from 'node:tls'
import type { readEnv } from '@salama/local-supabase/env'
import { appPorts, reachedAt, workerPort } from '../../../processes/src/app-env.mjs'
import { whyNotReady } from '../../../processes/src/readiness.mjs'
import { listBackups } from '../backup/manifest.ts'
import type { doctorEnv } from '../env.ts'
import { messageOf } from '../outcome.ts'
import { runProgram } from '../run-program.ts'
import { type Finding, fault, ok, warning } from './finding.ts'

type Settings = ReturnType<typeof doctorEnv>

const APPS = ['rider', 'api', 'surveyor', 'learning', 'admin'] as const
const TIMEOUT_MS = 10_000
const DAY_MS = 86_400_000
const LEAST_FREE_BYTES = 1e9
const LEAST_DAYS = 14

const addressesOf = (settings: Settings) =>
  APPS.map((app) => ({ app, url: settings[`SALAMA_${app.toUpperCase()}_URL` as keyof Settings]?.toString() })) // typed by APPS

const isSecure = (url: string | undefined) => url?.startsWith('https://') && URL.canParse(url)

/** Whether this installation is for others than the person at this computer. */
export const isPublic = (settings: Settings): boolean =>
  addressesOf(settings).some(({ url }) => url !== undefined && !/^http:\/\/(localhost|127\.)/.test(url))

export function checkAddresses(settings: Settings): Finding[] {
  if (!isPublic(settings))
    return [warning('addresses', 'only for this computer', 'npx salama setup, or SALAMA_RIDER_URL and so on')]
  const addresses = addressesOf(settings)
  const hosts = addresses.map(({ url }) => url && (URL.parse(url)?.host ?? url))
  const wrong = addresses.filter(({ url }) => !isSecure(url))
  return [
    ...wrong.map(({ app, url }) =>
      fault('addresses', `${app}: ${url ?? 'not set'}`, `SALAMA_${app.toUpperCase()}_URL=https://…`),
    ),
    ...(new Set(hosts).size < hosts.length
      ? [fault('addresses', 'two apps have one', 'give each a host of its own')]
      : []),
    settings.TRUST_PROXY > 0
      ? ok('proxies', `${settings.TRUST_PROXY}`)
      : fault('proxies', 'none is trusted: all visitors count as one', 'TRUST_PROXY=1, or as many as there are'),
    ...(settings.SALAMA_AUTH_URL
      ? []
      : [warning('auth', 'developers are shown an address of this computer', 'SALAMA_AUTH_URL=https://… of the API')]),
  ]
}

/** Each process on its port, and where others reach the apps. A project has a Supabase of its own. */
export async function checkApps(settings: Settings): Promise<Finding[]> {
  const { PORT_BASE, SUPABASE_PORT, SUPABASE_URL } = settings
  const ports = { ...appPorts(PORT_BASE), worker: workerPort(PORT_BASE) }
  const processes = Object.entries(SUPABASE_URL ? ports : { supabase: SUPABASE_PORT, ...ports })
  const local = processes.map(async ([name, port]): Promise<Finding> => {
    const unit = name === 'supabase' ? 'salama-supabase' : `salama@${name}`
    try {
      const response = await fetch(`http://${reachedAt(settings.HOST)}:${port}/readyz`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      return response.ok ? ok(name, 'ready') : fault(name, await whyNotReady(response), `journalctl -u ${unit}`)
    } catch {
      return fault(name, `does not answer on port ${port}`, `systemctl start ${unit}`)
    }
  })
  const secure = addressesOf(settings).flatMap(({ url }) => (url && isSecure(url) ? [checkCertificate(url)] : []))
  return Promise.all([...local, ...secure, ...(settings.SALAMA_AUTH_URL ? [checkAuth(settings.SALAMA_AUTH_URL)] : [])])
}

/** The API does not pass on what programs need of Auth: the proxy in front does, and Auth limits by the address that it forwards. */
export async function checkAuth(url: string): Promise<Finding> {
  const keys = `${url.replace(/\/$/, '')}/auth/v1/.well-known/jwks.json`
  const mend = 'the proxy passes /auth/v1 on to Supabase, as deploy/nginx.conf and deploy/Caddyfile do'
  try {
    const response = await fetch(keys, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const isAuth = response.ok && Array.isArray(Object(await response.json()).keys)
    return isAuth ? ok('auth', `answers at ${url}`) : fault('auth', `${keys}: status ${response.status}`, mend)
  } catch (error) {
    return fault('auth', `${keys}: ${messageOf(error)}`, mend)
  }
}

function checkCertificate(url: string): Promise<Finding> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: TIMEOUT_MS })
    const failed = (why: string) => {
      socket.destroy()
      resolve(fault('https', `${hostname}: ${why}`, 'see that its name points here, and the proxy has its certificate'))
    }
    socket.once('error', (error) => failed(messageOf(error)))
    socket.once('timeout', () => failed('no answer'))
    socket.once('secureConnect', () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS)
      socket.end()
      if (days < LEAST_DAYS) resolve(fault('https', `${hostname}: ends in ${days} days`, 'renew the certificate'))
      else resolve(ok('https', `${hostname} for ${days} days`))
    })
  })
}

/** Whether the mail server greets. The login is tried with the first mail alone. */
export function checkMail(
  { smtp }: Pick<ReturnType<typeof readEnv>, 'smtp'>,
  mustBe: boolean,
): Promise<Finding> | Finding {
  if (!smtp) return (mustBe ? fault : warning)('mail', 'no server: nobody can sign up', 'SMTP_HOST and SMTP_FROM')
  const { host, port } = smtp
  return new Promise((resolve) => {
    const socket = port === 465 ? connect({ host, port, servername: host }) : connectPlain({ host, port })
    const failed = (why: string) => {
      socket.destroy()
      resolve(fault('mail', `${host}:${port}: ${why}`, 'correct SMTP_HOST and SMTP_PORT'))
    }
    socket.setTimeout(TIMEOUT_MS, () => failed('no answer'))
    socket.once('error', (error) => failed(messageOf(error)))
    socket.once('data', (bytes) => {
      const greeting = String(bytes).trim()
      if (!greeting.startsWith('220')) return failed(greeting)
      socket.end('QUIT\r\n')
      resolve(ok('mail', `${host} greets`))
    })
  })
}

const asked = () => runProgram('timedatectl', ['show', '--property=NTPSynchronized', '--value'])

/** Whether something sets the time of this machine; that of a database on it is the same, right or wrong. */
export async function checkTime(ask = asked): Promise<Finding[]> {
  const said = (await ask().catch(() => '')).trim() // a container has none to ask
  if (said === 'yes') return [ok('time', 'set by NTP')]
  return said === 'no' ? [warning('time', 'nothing sets the clock of this machine', 'timedatectl set-ntp true')] : []
}

export async function checkFiles(dataDir: string, backups: string, secrets: string[]): Promise<Finding[]> {
  const disk = await statfs(dataDir).catch(messageOf)
  const open = secrets.filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)
  const [newest] = listBackups(backups)
  const age = newest && Date.now() - Date.parse(newest.replace(/T(\d\d)-(\d\d)-(\d\d)-/, 'T$1:$2:$3.'))
  return [
    typeof disk === 'string'
      ? fault('disk', disk, `make ${dataDir} for the user of the service, or correct DATA_DIR`)
      : checkRoom(disk.bavail * disk.bsize, dataDir),
    ...open.map((file) => fault('files', `others can read ${file}`, `chmod go= ${file}`)),
    age && age < 1.5 * DAY_MS
      ? ok('backup', String(newest))
      : warning(
          'backup',
          newest ? `the last is ${newest}` : 'there is none',
          'systemctl enable --now salama-backup.timer',
        ),
  ]
}

const checkRoom = (free: number, dataDir: string): Finding =>
  free < LEAST_FREE_BYTES
    ? fault('disk', `${Math.round(free / 1e6)} MB are left in ${dataDir}`, 'make room, or move DATA_DIR')
    : ok('disk', `${(free / 1e9).toFixed(0)} GB are left`)
