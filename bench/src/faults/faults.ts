import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Running, waitUntilResponding } from '../../../packages/processes/src/processes.mjs'
import { childrenOf, PROCESSES, type ProcessName, type Service } from './service.ts'

export type Fault = {
  title: string
  /** Begins it, and ends it unless it is over as soon as it began. */
  happen: (service: Service) => Promise<unknown>
  /** What follows is the recovery. */
  isInstant?: boolean
  /** It is over when another process has taken the place of this one, which hangs. */
  isReplaced?: boolean
  prepare?: (service: Service) => Promise<void>
  /** The process whose page is asked beside the reports. */
  process?: keyof Service['pages']
  hasPhotos?: boolean
  hasMails?: boolean
  needsMounts?: boolean
}

const HELD_MS = 20_000
const REPLACED_MS = 60_000

const instantly = (title: string, happen: Fault['happen'], more: Partial<Fault> = {}): Fault => {
  return { title, happen, isInstant: true, ...more }
}

/** For 20 s: `begin` returns what ends it. */
const held = (what: string, begin: (service: Service) => unknown, more: Partial<Fault> = {}): Fault => ({
  title: `${what} for 20 s`,
  happen: async (service) => {
    const end = await begin(service)
    await sleep(HELD_MS)
    if (typeof end === 'function') await end()
  },
  ...more,
})

const ofProcess = (name: ProcessName): [string, Fault][] => [
  [`kill-${name}`, instantly(`${name} killed`, async (at) => signal(at.pidOf(name), 'SIGKILL'), { process: name })],
  [`stop-${name}`, instantly(`${name} stopped`, async (at) => signal(at.pidOf(name), 'SIGTERM'), { process: name })],
  [`freeze-${name}`, { title: `${name} frozen`, happen: (at) => freeze(at, name), isReplaced: true, process: name }],
]

function signal(pid: number, name: NodeJS.Signals): void {
  if (pid > 1) process.kill(pid, name)
}

async function freeze({ pidOf }: Service, name: ProcessName): Promise<void> {
  const pid = pidOf(name)
  signal(pid, 'SIGSTOP')
  for (const until = performance.now() + REPLACED_MS; performance.now() < until; await sleep(200))
    if (![0, pid].includes(pidOf(name))) return
}

function signalDatabase({ cluster }: Service, name: NodeJS.Signals): void {
  const pid = cluster.pid()
  for (const each of [{ pid }, ...childrenOf(pid)]) signal(each.pid, name)
}

/** Until nothing can be written into the folder; the result makes room. */
async function fill(folder: string): Promise<() => void> {
  const path = join(folder, 'filling')
  const file = await open(path, 'w')
  for (const size of [1 << 20, 1 << 12])
    for (let isFull = false; !isFull; )
      isFull = await file.write(Buffer.alloc(size)).then(
        ({ bytesWritten }) => bytesWritten < size,
        () => true,
      ) // full
  await file.close()
  return () => rmSync(path)
}

function move({ folders }: Service, name: string): void {
  const from = join(folders.data, name)
  if (existsSync(from)) renameSync(from, `${from}.moved`)
}

async function overload({ rider }: Service): Promise<void> {
  const until = performance.now() + HELD_MS
  const ask = async () => {
    while (performance.now() < until)
      await fetch(`${rider}/en/search?q=${randomUUID()}`, { signal: AbortSignal.timeout(HELD_MS) })
        .then((response) => response.arrayBuffer())
        .catch(() => undefined) // refused, which is what it should do
  }
  await Promise.all(Array.from({ length: 200 }, ask))
}

let alone: Running | undefined

/** As its unit of systemd does: its port may not be free yet. */
async function keepStarting({ startOnly, pages }: Service): Promise<void> {
  do {
    alone = startOnly('learning')
    await waitUntilResponding(pages.alone, alone).catch(() => alone?.ended)
  } while (!alone.isRunning())
}

let setClock = (_offset: string) => {}

export const FAULTS: Record<string, Fault> = {
  ...Object.fromEntries(PROCESSES.flatMap(ofProcess)),
  'freeze-starter': held('`npm start` frozen', (service) => {
    signal(service.starter(), 'SIGSTOP')
    return () => signal(service.starter(), 'SIGCONT')
  }),
  'stop-postgres': held('PostgreSQL stopped', ({ cluster }) => {
    signal(cluster.pid(), 'SIGINT')
    return cluster.restart
  }),
  'freeze-postgres': held('PostgreSQL frozen', (service) => {
    signalDatabase(service, 'SIGSTOP')
    return () => signalDatabase(service, 'SIGCONT')
  }),
  'kill-backend': instantly('one connection of PostgreSQL killed (crash recovery)', async ({ database }) => {
    const own = "select pid from pg_stat_activity where usename = 'salama' limit 1"
    for (const { pid } of await database.query<{ pid: number }>(own)) signal(pid, 'SIGKILL')
  }),
  'terminate-backends': instantly('all connections of PostgreSQL terminated', ({ database }) =>
    database.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'salama'"),
  ),
  'full-disk': held('the disk of `DATA_DIR` full', ({ folders }) => fill(folders.data), { needsMounts: true }),
  'full-database': held(
    'the disk of PostgreSQL full',
    async ({ folders, cluster }) => {
      const free = await fill(folders.database)
      return () => {
        free()
        // It gives up where it cannot even recover.
        if (!existsSync(join(folders.database, 'data/postmaster.pid'))) cluster.restart()
      }
    },
    { needsMounts: true },
  ),
  'moved-logs': instantly('`DATA_DIR/logs` moved away', async (service) => move(service, 'logs')),
  'moved-pictures': instantly('`DATA_DIR/pictures` moved away', async (service) => move(service, 'pictures'), {
    hasPhotos: true,
  }),
  'mail-away': held(
    'the mail server away',
    ({ mailLine }) => {
      mailLine.set('refuses')
      return () => mailLine.set('passes')
    },
    { hasMails: true },
  ),
  'two-workers': {
    title: 'two workers, one of them killed after 10 s',
    hasMails: true,
    happen: async (service) => {
      const second = service.startOnly('worker')
      await waitUntilResponding(service.pages.alone, second)
      await sleep(HELD_MS / 2)
      signal(service.pidOf('worker'), 'SIGKILL')
      await sleep(HELD_MS / 2)
      await second.stop()
    },
  },
  overload: { title: '200 clients ask for pages for 20 s as fast as they can', happen: overload },
  'kill-alone': {
    ...instantly(
      'a process alone (`--only learning`), its starter killed, started again after 1 s',
      async (service) => {
        signal(alone?.pid() ?? 0, 'SIGKILL')
        await sleep(1000)
        await keepStarting(service)
      },
    ),
    process: 'alone',
    prepare: keepStarting,
  },
  clock: {
    title: 'the clock 2 h on, right, 24 h back, and right again, 10 s each',
    prepare: async (service) => {
      await service.stop()
      setClock = service.fakeClock()
      service.cluster.restart()
      await service.start()
    },
    happen: async () => {
      for (const offset of ['+2h', '+0', '-24h', '+0']) {
        setClock(offset)
        await sleep(HELD_MS / 2)
      }
    },
  },
}
