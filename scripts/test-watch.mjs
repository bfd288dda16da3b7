/**
 * `npm run test:watch [-- <file or folder>]`: runs affected tests on every edit. Database and route tests use a private
 * PostgreSQL that stays up, so a file takes seconds; without PostgreSQL they use PGlite.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { whyNoPostgres, withPostgres } from './lib/postgres-tests.mjs'
import { childEnv, nodePath, ROOT } from './lib/processes.mjs'

/**
 * @param {Record<string, string>} env
 * @returns {Promise<number>} its exit code
 */
function watch(env) {
  const args = ['watch', '--standalone', '--project=!embedded', '--project=!postgres', ...process.argv.slice(2)]
  const vitest = spawn(nodePath(), [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: ROOT,
    env: childEnv(env),
    stdio: 'inherit', // it is interactive
  })
  return new Promise((resolve) => vitest.on('close', (code) => resolve(code ?? 1)))
}

const result = whyNoPostgres() ? await watch({}) : await withPostgres((url) => watch({ TEST_DATABASE_URL: url }))
process.exit(typeof result === 'number' ? result : 1)
