import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/**
 * Three kinds of tests, because they cost differently. A test that imports @salama/testing has a database: on PGlite in
 * memory, or on PostgreSQL where TEST_DATABASE_URL is set. In an app it is a test of routes. All others need nothing.
 *
 * An embedded database takes about 1 GB of memory, so few of those files run at the same time.
 */
const files = globSync('{apps,packages,scripts}/**/*.test.{ts,tsx}', {
  exclude: (path) => /(^|\/)(node_modules|\.next)(\/|$)/.test(path),
})
const withDatabase = files.filter(
  (file) => file.startsWith('packages/testing/') || /from '@salama\/testing/.test(readFileSync(file, 'utf8')),
)
const routes = withDatabase.filter((file) => file.startsWith('apps/'))
const database = withDatabase.filter((file) => !routes.includes(file))
const unit = files.filter((file) => !withDatabase.includes(file))

const patient = {
  hookTimeout: 180_000,
  testTimeout: 60_000,
  maxWorkers: 2,
  globalSetup: ['./packages/testing/src/vitest-setup.ts'],
}

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    passWithNoTests: true,
    projects: [
      { extends: true, test: { name: 'unit', include: unit } },
      { extends: true, test: { name: 'database', include: database, ...patient } },
      { extends: true, test: { name: 'routes', include: routes, ...patient } },
    ],
  },
})
