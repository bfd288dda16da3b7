import { parseArgs } from 'node:util'
import { withPostgres } from '../../scripts/lib/postgres-tests.mjs'

// Benchmarks. Each prints a ratio against a named peer, both measured in turn in one run; absolute figures are shown for
// orientation only. `npm run bench -- <name> [--postgres]`; build first (`npm run build`).

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    postgres: { type: 'boolean', default: false },
    /** Connections that `nearby`, `rpc` and `lane` keep busy. The figures in docs/figures.md say how many they were taken with. */
    connections: { type: 'string', default: '16' },
    /** Live incidents that `sql` fills in, for example 10000,100000. */
    rows: { type: 'string' },
  },
})
const BENCHMARKS: Record<string, () => Promise<void>> = {
  nearby: async () => (await import('./nearby.ts')).nearby(Number(options.connections)),
  rpc: async () => (await import('./rpc.ts')).rpc(Number(options.connections)),
  lane: async () => (await import('./lane.ts')).lane(Number(options.connections)),
  memory: async () => (await import('./memory.ts')).memory(),
  intake: async () => (await import('./intake.ts')).intake(),
  overload: async () => (await import('./overload.ts')).overload(30),
  search: async () => (await import('./search.ts')).search(),
  sql: async () => (await import('./sql.ts')).sql(options.rows?.split(',').map(Number)),
  folder: async () => (await import('./folder.ts')).folder(),
  addresses: async () => (await import('./addresses.ts')).addresses(),
}

const run = BENCHMARKS[names[0] ?? '']
if (run === undefined || names.length > 1 || !(Number(options.connections) >= 1)) {
  console.error(
    `Usage: npm run bench -- <${Object.keys(BENCHMARKS).join(' | ')}> [--postgres] [--connections 16] [--rows 10000]`,
  )
  process.exit(2)
}

// One caller asks thousands of times a minute: everything is counted as ever, and nothing is refused.
process.env.RATE_LIMIT_SCALE = '1000000'

if (!options.postgres) await run()
else {
  // The embedded database by default; the testing package reads the variable when it is first imported.
  const done = await withPostgres(async (url) => {
    process.env.TEST_DATABASE_URL = url
    await run()
  })
  if (done) throw new Error(`No PostgreSQL: ${done.skipped}`)
}
