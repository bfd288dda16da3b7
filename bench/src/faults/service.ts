import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '@salama/local-supabase/database'
import { databaseSql } from '../../../packages/cli/src/setup/database-sql.ts'
import { startMailServer } from '../../../packages/local-supabase/src/test/mail-server.ts'
import { appPorts, appUrls, workerPort } from '../../../packages/processes/src/app-env.mjs'
import { findProgram, installPackage } from '../../../packages/processes/src/debian.mjs'
import { startCluster } from '../../../packages/processes/src/postgres.mjs'
import {
  freePorts,
  nodeCommand,
  nodePath,
  ROOT,
  type Running,
  start,
} from '../../../packages/processes/src/processes.mjs'
import { requirePostgres } from '../../../packages/processes/src/test-postgres.mjs'
import { startTcpProxy } from '../../../packages/testing/src/tcp-proxy.ts'

// A whole service of its own, as an operator runs it: a PostgreSQL on which every commit is on the disk, an ordinary owner
// of the database, a mail server, `npm start`. Its folders are small file systems of their own where that is allowed, so
// that they can be full. Linux only: processes are found with pgrep, and nothing else knows a tmpfs.

export const PROCESSES = ['rider', 'api', 'surveyor', 'learning', 'admin', 'worker', 'supabase'] as const
export type ProcessName = (typeof PROCESSES)[number]
export type Service = Awaited<ReturnType<typeof openService>>

const LIB_FAKETIME = '/usr/$LIB/faketime/libfaketimeMT.so.1'

export async function openService() {
  const folder = mkdtempSync(join(tmpdir(), 'salama-faults-'))
  chmodSync(folder, 0o755) // PostgreSQL has a user of its own
  const folders = { data: join(folder, 'data'), database: join(folder, 'database') }
  for (const each of Object.values(folders)) mkdirSync(each)
  const isMounted = mount(folders.data, '64m') && mount(folders.database, '1500m')
  process.once('exit', () => {
    if (isMounted) for (const each of Object.values(folders)) execFileSync('umount', ['-l', each])
    rmSync(folder, { recursive: true, force: true })
  })
  const cluster = await startCluster(requirePostgres(), { keepIn: folders.database, settings: '-c max_wal_size=200MB' })
  process.prependOnceListener('exit', cluster.stop)
  const inDatabase = { pathname: '/salama' }
  const owner = Object.assign(new URL(cluster.url), { ...inDatabase, username: 'salama', password: 'salama' }).href
  execFileSync('psql', ['-q', cluster.url], { input: databaseSql(owner), stdio: ['pipe', 'ignore', 'inherit'] })
  const { database } = openPostgres(Object.assign(new URL(cluster.url), inDatabase).href, 2)
  const mails = await startMailServer()
  const mailLine = await startTcpProxy({ host: '127.0.0.1', port: mails.port })

  const [supabase = 0, alone = 0, base = 0] = await freePorts(3)
  const env: Record<string, string> = {
    NODE_ENV: 'production',
    CITY: 'nairobi',
    DATA_DIR: folders.data,
    DATABASE_URL: owner,
    PORT_BASE: String(base),
    SUPABASE_PORT: String(supabase),
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailLine.port),
    SMTP_FROM: 'salama@example.org',
    RATE_LIMIT_SCALE: '1000000', // one computer sends all of it
  }
  const ports = appPorts(base)
  const addresses = appUrls(ports)
  const commands: Record<ProcessName, string> = {
    supabase: 'local-supabase/src/main.ts',
    worker: 'apps/worker/src/main.ts',
    rider: `-p ${ports.rider}`,
    api: `-p ${ports.api}`,
    surveyor: `-p ${ports.surveyor}`,
    learning: `-p ${ports.learning}`,
    admin: `-p ${ports.admin}`,
  }
  let running: Running | undefined
  const service = {
    database,
    cluster,
    folders,
    isMounted,
    mails,
    mailLine,
    rider: addresses.rider,
    /** Where each process is asked whether it works. */
    pages: {
      rider: `${addresses.rider}/en/corridors`,
      api: `${addresses.api}/api/v1/health`,
      surveyor: `${addresses.surveyor}/en`,
      learning: `${addresses.learning}/en`,
      admin: `${addresses.admin}/en`,
      worker: `http://127.0.0.1:${workerPort(base)}/health`,
      supabase: `http://127.0.0.1:${supabase}/readyz`,
      alone: `http://127.0.0.1:${alone}/healthz`,
    },
    starter: () => running?.pid() ?? 0,
    /** 0 while it does not run. */
    pidOf: (name: ProcessName) =>
      childrenOf(running?.pid() ?? 0).find(({ command }) => command.includes(commands[name]))?.pid ?? 0,
    start: async () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const onLine = (line: string) => {
        console.log(`  | ${line}`)
        if (line.includes('Salama is running')) resolve()
      }
      running = start({ name: 'npm start', command: nodeCommand(['scripts/start.mjs']), env, onLine })
      running.ended.then((end) => reject(new Error(`npm start ${end}`)))
      await promise
    },
    stop: async () => running?.stop(),
    /** One process beside the others, as a service manager starts it. */
    startOnly: (name: ProcessName) =>
      start({
        name,
        command: nodeCommand(['scripts/start.mjs', '--only', name]),
        env: { ...env, PORT: String(alone) },
      }),
    /** What is started from now on, PostgreSQL included, reads the clock that the result sets. */
    fakeClock: () => {
      if (!findProgram(['faketime'])) installPackage('faketime', 'faketime is missing: install it')
      const file = join(folder, 'clock')
      const set = (offset: string) => writeFileSync(file, `${offset}\n`)
      set('+0')
      const clock = { LD_PRELOAD: LIB_FAKETIME, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' }
      for (const each of [env, process.env]) Object.assign(each, clock, { FAKETIME_DONT_FAKE_MONOTONIC: '1' })
      return set
    },
    close: async () => {
      await running?.stop()
      await Promise.all([database.close(), mailLine.close(), mails.close()])
    },
  }
  await service.start()
  const importing = ['packages/cli/src/main.ts', 'import', '--feed', 'nairobi']
  execFileSync(nodePath(), importing, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'ignore' })
  await database.query('update app.burst_limits set allowed = 1000000') // one phone sends all reports
  return service
}

const mount = (folder: string, size: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0

export function childrenOf(parent: number) {
  const { stdout } = spawnSync('pgrep', ['-a', '-P', String(parent)], { encoding: 'utf8' })
  const lines = stdout.split('\n').filter(Boolean)
  return lines.map((command) => ({ pid: Number.parseInt(command, 10), command }))
}
