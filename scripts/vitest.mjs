/**
 * Vitest on a private PostgreSQL (else PGlite): `npm run test:postgres [-- <file or folder>]` runs the database and
 * route tests once; `npm run test:watch` stays and runs what an edit touches.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { childEnv, nodeCommand, ROOT } from '../packages/processes/src/processes.mjs'
import { startPostgres, whyNoPostgres } from '../packages/processes/src/test-postgres.mjs'

const missing = whyNoPostgres()
if (missing) console.log(`On PGlite, because PostgreSQL with PostGIS is missing and cannot be installed: ${missing}`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
const env = missing ? {} : { TEST_DATABASE_URL: (await startPostgres()).url }
const [node = '', ...args] = nodeCommand([join(ROOT, 'node_modules/vitest/vitest.mjs'), ...process.argv.slice(2)])
const vitest = spawn(node, args, {
  cwd: ROOT,
  env: childEnv(env),
  stdio: 'inherit', // it is interactive
})
vitest.on('close', (code) => process.exit(code ?? 1))
