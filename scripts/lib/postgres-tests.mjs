/** A real PostgreSQL for the database and route tests (`npm run test:postgres`, a step of `npm test`) and benchmarks. */
import { findPostgres, installPostgres, startCluster, whyNotInstallable } from './postgres.mjs'
import { nodePath, start } from './processes.mjs'
import { runVitest } from './vitest.mjs'

/**
 * @param {string[]} args further arguments for vitest, for example a file name
 * @returns {Promise<import('./vitest.mjs').Count | { skipped: string }>}
 */
export function runPostgresTests(args = []) {
  return withPostgres((url) =>
    runVitest(['--project=postgres', '--project=database', '--project=routes', ...args], { TEST_DATABASE_URL: url }),
  )
}

/** Why PostgreSQL is unavailable, or undefined if it is installed or can be. */
export const whyNoPostgres = () => (findPostgres() ? undefined : whyNotInstallable())

/** The programs of PostgreSQL, which is installed first where it is missing. */
export function requirePostgres() {
  if (!findPostgres()) {
    console.log('Installing PostgreSQL and PostGIS from the packages of this machine')
    installPostgres()
  }
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL was installed, but its programs were not found')
  return programs
}

/**
 * Runs work with a private PostgreSQL that has one migrated database, and removes it afterwards.
 * @template T
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T | { skipped: string }>} `skipped` says why PostgreSQL is unavailable
 */
export async function withPostgres(work) {
  const skipped = whyNoPostgres()
  if (skipped) return { skipped }
  const programs = requirePostgres()
  console.log(`Starting a private PostgreSQL (${programs})`)
  const cluster = await startCluster(programs)
  const stop = () => {
    cluster.stop()
    process.exit(130)
  }
  // Before the handlers of the script, which end the process.
  process.prependOnceListener('SIGINT', stop)
  process.prependOnceListener('SIGTERM', stop)
  try {
    await migrate(cluster.url)
    return await work(cluster.url)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    cluster.stop()
  }
}

/**
 * Applies the migrations that a database lacks.
 * @param {string} url
 */
export async function migrate(url) {
  const migrating = start({
    name: 'db:migrate',
    command: [nodePath(), 'packages/local-supabase/src/commands/migrate.ts'],
    env: { DATABASE_URL: url },
  })
  const end = await migrating.ended
  if (end !== 'ended with exit code 0') throw new Error(['The migrations failed', ...migrating.lastLines()].join('\n'))
}
