import { createReadStream, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type Plugin } from 'vitest/config'
import { readCity } from './packages/domain/src/machinery/city-files.ts'
import { inBuild } from './packages/domain/src/shared/city-schema.ts'
import { findHeadlessShell } from './packages/processes/src/chromium.mjs'

/**
 * The kinds of tests, because they cost differently. A test that imports @salama/testing has a database: on PostgreSQL
 * where TEST_DATABASE_URL is set, else on PGlite in memory; in an app it is a test of routes. A `*.postgres.test.ts` runs
 * on PostgreSQL only. The tests of the embedded Supabase are on PGlite always. All others need nothing.
 *
 * A `*.all.test.ts` runs only with TEST_TIER=all, as in `npm run test:all`: what takes long and rarely fails alone.
 *
 * A package that needs a setting of its own has its own vitest.config.ts, and counts as a project of that name.
 *
 * With TEST_PART=engine the projects `database` and `routes` have only the files of ON_BOTH_ENGINES. `npm run test:all`
 * runs these on PGlite when it runs all of both projects on PostgreSQL.
 */
/** What touches something in which PGlite differs from PostgreSQL. */
const ON_BOTH_ENGINES = [
  'packages/testing/', // the test databases themselves, the whole stack, a database that is away
  'packages/domain/src/machinery/', // every function: who may, what it answers, what the catalogue says
  'packages/domain/src/search/', // unaccent, pg_trgm, the order of texts
  'packages/domain/src/network/points-and-lines.test.ts', // PostGIS
  'packages/domain/src/network/gtfs/nairobi.test.ts', // much data at once
  'packages/domain/src/network/gtfs/derived-border.test.ts', // what GEOS throws
  'packages/domain/src/incidents/', // areas, whole hours, cursors
  'packages/domain/src/surveyor/stats.test.ts', // time zones
  'packages/domain/src/assignments/claim-assignment-slot.test.ts', // many at once for one row
  'apps/api/test/slice.test.ts', // through every layer
  'apps/api/test/protocol.test.ts',
  'apps/api/test/reads.test.ts',
  'apps/surveyor/test/field.test.ts',
]
const isOfPart = (file: string) =>
  process.env.TEST_PART !== 'engine' || ON_BOTH_ENGINES.some((path) => file.startsWith(path))

/**
 * Tests of components: `*.dom.test.tsx` in a DOM without a browser (what a form, list or dialog does), and
 * `*.browser.test.tsx` in Chromium on a phone of 360×740 with the app's styles (layout, focus, real events, storage).
 */
const isOfComponent = (file: string) => /\.(dom|browser)\.test\.tsx$/.test(file)
const browserLaunch = { executablePath: findHeadlessShell() ?? '', args: ['--no-sandbox'] }

/** MapLibre at the URL where an app has it (packages/ui/scripts/vendor.ts). */
const vendor: Plugin = {
  name: 'vendor',
  configureServer({ middlewares }) {
    middlewares.use('/vendor', (request, response) => {
      const name = basename(new URL(request.url ?? '', 'http://localhost').pathname)
      response.setHeader('content-type', 'text/javascript')
      createReadStream(`node_modules/maplibre-gl/dist/${name}`).pipe(response)
    })
  },
}

const isOfTier = (file: string) => process.env.TEST_TIER === 'all' || !/\.all\.test\.tsx?$/.test(file)

/** As a build has it: a browser cannot read the folder of the city. */
const cityInBuild = Object.fromEntries(
  Object.entries(inBuild(readCity())).map(([name, json]) => [`process.env.${name}`, JSON.stringify(json)]),
)

const ownConfigs = globSync('{apps,packages}/*/vitest.config.ts')
const ownFolders = ownConfigs.map((file) => `${dirname(file)}/`)
const files = globSync('{apps,packages,scripts}/**/*.test.{ts,tsx}', {
  exclude: (path) => /(^|\/)(node_modules|\.next)(\/|$)/.test(path),
})
  .filter((file) => !ownFolders.some((folder) => file.startsWith(folder)))
  .filter((file) => !isOfComponent(file) && isOfTier(file))
const postgres = files.filter((file) => file.includes('.postgres.'))
const embedded = files.filter((file) => /^packages\/(cli|local-supabase)\//.test(file) && !postgres.includes(file))
/** Whether a file opens a database, itself or through what the tests of its folder share. */
const opensDatabase = (file: string): boolean => {
  const text = readFileSync(file, 'utf8')
  const shared = [...text.matchAll(/from '(\.[^']*\/test\/[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))
  return /from '@salama\/testing/.test(text) || shared.some(opensDatabase)
}
const others = files.filter((file) => !postgres.includes(file) && !embedded.includes(file))
const withDatabase = others.filter((file) => /^(packages\/testing|apps\/\w+\/test)\//.test(file) || opensDatabase(file))
const routes = withDatabase.filter((file) => file.startsWith('apps/'))
const database = withDatabase.filter((file) => !routes.includes(file))
const stale = ON_BOTH_ENGINES.filter((path) => !withDatabase.some((file) => file.startsWith(path)))
if (stale.length > 0) throw new Error(`No test of the database or of routes is ${stale.join(', ')}`)
const unit = others.filter((file) => !withDatabase.includes(file))
/**
 * Whether a file changes what its process shares: the environment, modules, globals, or what is made once per process
 * (http, sessions, the API's server, scripts). Only such a file gets a process of its own; the others share imports.
 */
const changesProcess = (file: string) =>
  /^(packages\/(http|processes|session)|scripts|apps\/api\/src\/http-server)\//.test(file) ||
  /\bvi\.(mock|doMock|resetModules|stubEnv|stubGlobal)\(|process\.env/.test(readFileSync(file, 'utf8'))
/** A process that opened many embedded databases would keep their memory. */
const isPglite = process.env.TEST_DATABASE_URL === undefined
const isolated = unit.filter(changesProcess)
const together = unit.filter((file) => !changesProcess(file))

/** Both import modules of `next` without their extension, which only a bundler resolves. */
const inline = ['next-intl', 'next-auth']

const quick = { testTimeout: 30_000, server: { deps: { inline } } }
const patient = {
  hookTimeout: 180_000,
  testTimeout: 60_000,
  maxWorkers: 2,
  globalSetup: ['./packages/testing/src/vitest-setup.ts'],
}

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    // What is polled has one limit, for a machine that is busy with other tests.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      ...ownConfigs,
      { extends: true, test: { name: 'unit', include: together, isolate: false, ...quick } },
      { extends: true, test: { name: 'unit-isolated', include: isolated, ...quick } },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['{apps,packages}/*/src/**/*.dom.test.tsx'],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['./packages/ui/src/testing/setup.dom.ts'],
          testTimeout: 30_000,
          server: { deps: { inline } },
        },
      },
      {
        extends: true,
        plugins: [tailwind(), vendor],
        // What modules of Next.js read of it, which its bundler replaces.
        define: { 'process.env': {}, ...cityInBuild },
        // Found again in each run: one that is found while a test runs would load its page again.
        optimizeDeps: { force: true },
        test: {
          name: 'browser',
          include: ['{apps,packages}/*/src/**/*.browser.test.tsx'],
          setupFiles: ['./packages/ui/src/testing/setup.browser.ts'],
          css: true,
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: browserLaunch, contextOptions: { hasTouch: true, isMobile: true } }),
            instances: [{ browser: 'chromium', viewport: { width: 360, height: 740 } }],
          },
        },
      },
      { extends: true, test: { name: 'embedded', include: embedded, ...patient } },
      { extends: true, test: { name: 'postgres', include: postgres, ...patient } },
      { extends: true, test: { name: 'database', include: database.filter(isOfPart), isolate: isPglite, ...patient } },
      {
        extends: true,
        test: {
          name: 'routes',
          include: routes.filter(isOfPart),
          ...patient,
          server: { deps: { inline } },
          // What comes at once is answered, however slow the machine; what is refused has tests of its own. The level of
          // the log is read with the first import.
          env: { MAX_IN_FLIGHT: '1000', LOG_LEVEL: 'error' },
        },
      },
    ],
  },
})
