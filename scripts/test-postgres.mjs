/** `npm run test:postgres [-- <file>]`: the database and route tests on a private PostgreSQL with PostGIS. */
import { runPostgresTests } from './lib/postgres-tests.mjs'

const result = await runPostgresTests(process.argv.slice(2))
if ('skipped' in result) {
  console.error(`PostgreSQL with PostGIS is missing, and cannot be installed: ${result.skipped}`)
  process.exit(1)
}
console.log(`${result.passed} passed, ${result.failed} failed`)
process.exit(result.failed > 0 ? 1 : 0)
