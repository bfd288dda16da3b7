/** A real PostgreSQL for tests and benchmarks. */
import { findPostgres, installPostgres, startCluster, whyNotInstallable } from './postgres.mjs'
import { nodePath, start } from './processes.mjs'

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
 * Starts a private PostgreSQL with one migrated database. It ends with this process, if not before.
 */
export async function startPostgres() {
  const cluster = await startCluster(requirePostgres())
  process.once('exit', cluster.stop)
  await migrate(cluster.url)
  return cluster
}

/**
 * Applies the migrations that a database lacks.
 * @param {string} url
 */
export async function migrate(url) {
  const migrating = start({
    name: 'db:migrate',
    command: [nodePath(), 'packages/cli/src/commands/migrate.ts'],
    env: { DATABASE_URL: url },
  })
  const end = await migrating.ended
  if (end !== 'ended with exit code 0') throw new Error(['The migrations failed', ...migrating.lastLines()].join('\n'))
}
