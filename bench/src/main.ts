import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../../packages/processes/src/processes.mjs'
import { type Cluster, openCluster } from './cluster.ts'
import type { Effort } from './compare.ts'
import { type Report, writeFigures } from './figures.ts'
import type { Part } from './results.ts'
import { hasSize, keepCity, keepSize } from './seed.ts'
import { type Stack, startStack } from './stack.ts'

// Benchmarks. Every figure has a peer that is measured in turn in the same run, because a ratio says more than what a
// machine happens to do. `npm run bench` builds the API and the rider app, measures all parts and writes docs/figures.md and
// bench/results.json; `npm run bench -- <part>` measures one and prints it.

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Shorter rounds, and no size that is not seeded yet but the city's and the smallest. */
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string' },
    /** Live incidents of the table of reads in SQL. Add 5000000 for the ratio of nearby. */
    rows: { type: 'string', default: '10000,100000,1000000' },
    /** Makes the city so many times smaller: to try the benchmark itself. */
    scale: { type: 'string', default: '1' },
    /** Takes the apps as they were built last. */
    'skip-build': { type: 'boolean', default: false },
    /** Where the seeded databases stay between runs. */
    data: { type: 'string', default: '/var/tmp/salama-bench' },
  },
})
const effort: Effort = { rounds: Number(options.rounds), seconds: Number(options.seconds ?? (options.quick ? 2 : 4)) }
const scale = Number(options.scale)

const PARTS: Record<string, (cluster: Cluster) => Promise<Part>> = {
  sql: async (cluster) => (await import('./sql.ts')).sql(await databasesOf(cluster), effort),
  http: async (cluster) => onStack(cluster, async (stack) => (await import('./http.ts')).http(stack, effort)),
  pages: async (cluster) => onStack(cluster, async (stack) => (await import('./pages.ts')).pages(stack, effort)),
  overload: async (cluster) =>
    onStack(cluster, async (stack) => (await import('./overload.ts')).overload(stack, effort)),
  search: async (cluster) => (await import('./search.ts')).search(await keepCity(cluster, scale), effort),
  alerts: async () => (await import('./alerts.ts')).alerts(effort),
  intake: async () => (await import('./intake.ts')).intake(effort),
}
/** Measured only where they are named. */
const MORE: typeof PARTS = {
  addresses: async () => (await import('./addresses.ts')).addresses(),
  uploads: async () => (await import('./uploads.ts')).uploads(),
  migrations: async (cluster) => (await import('./migrations.ts')).migrations(cluster),
}

const unknown = positionals.find((name) => !(name in PARTS || name in MORE))
if (unknown !== undefined || !(effort.rounds >= 1 && effort.seconds > 0 && scale >= 1)) {
  console.error(`Usage: npm run bench -- [${[...Object.keys(PARTS), ...Object.keys(MORE)].join(' | ')}] [--quick]`)
  process.exit(2)
}

// One caller asks thousands of times a minute: everything is counted as ever, and nothing is refused.
process.env.RATE_LIMIT_SCALE = '1000000'
const cluster = await openCluster(options.data)
process.once('exit', cluster.stop)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
// The testing package reads the variable when it is first imported.
process.env.TEST_DATABASE_URL = cluster.template
const report: Report = { ...machine(), quick: options.quick, parts: {}, failed: {} }
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  const startedMs = performance.now()
  console.log(`\n== ${name}`)
  try {
    const run = PARTS[name] ?? MORE[name]
    if (run) report.parts[name] = await run(cluster)
  } catch (error) {
    console.error(error)
    // Without the password that the URL of a database holds.
    report.failed[name] = (String(error).split('\n')[0] ?? '').replaceAll(/\/\/[^@\s]*@/g, '//')
  }
  console.log(`== ${name} took ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
}
if (positionals.length === 0) {
  writeFileSync(join(ROOT, 'bench/results.json'), `${JSON.stringify(report, null, 2)}\n`)
  writeFigures(report)
} else console.log(`\n${(await import('./figures.ts')).textOf(report)}`)
process.exit(Object.keys(report.failed).length > 0 ? 1 : 0)

function machine() {
  const [{ model } = { model: 'unknown' }] = cpus()
  return {
    measuredAt: new Date().toISOString().slice(0, 10),
    cpus: availableParallelism(),
    model: model.trim(),
    node: process.version,
    load: loadavg()[0] ?? 0,
    ...effort,
  }
}

function build(): void {
  const command = ['run', 'build', '--filter=@salama/api', '--filter=@salama/rider', '--output-logs=errors-only']
  execFileSync(join(ROOT, 'node_modules/.bin/turbo'), command, { cwd: ROOT, stdio: 'inherit' })
}

async function onStack(cluster: Cluster, work: (stack: Stack) => Promise<Part>): Promise<Part> {
  if (!options['skip-build']) build()
  const stack = await startStack(await keepCity(cluster, scale))
  return work(stack).finally(() => stack.close())
}

/** The database of each size; the city is the one with 100,000. */
async function databasesOf(cluster: Cluster): Promise<Map<number, string>> {
  const urls = new Map<number, string>()
  for (const rows of options.rows.split(',').map(Number)) {
    const isLong = options.quick && rows > 100_000
    if (rows === 100_000) urls.set(rows, await keepCity(cluster, scale))
    else if (isLong && !(await hasSize(cluster, rows)))
      console.log(`${rows} rows are not seeded: left out of a quick run`)
    else urls.set(rows, await keepSize(cluster, rows))
  }
  return urls
}
