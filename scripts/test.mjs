/**
 * `npm test`: what must pass before a change lands, on one database engine: PostgreSQL, or PGlite where there is none.
 * `npm run test:all`: also what takes longer, namely the tests marked for it (`*.all.test.ts`, journeys with the tag
 * `@all`) and the second engine. Both end in `N passed, N failed`. `npm test -- types unit` runs those steps only.
 *
 * Dependency-free. It uses free ports and temporary data, so it can run beside `npm start`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, ensureHeadlessShell } from '../packages/processes/src/chromium.mjs'
import { findProgram, installPackage } from '../packages/processes/src/debian.mjs'
import { temporaryRoot } from '../packages/processes/src/temporary.mjs'
import { startPostgres, whyNoPostgres } from '../packages/processes/src/test-postgres.mjs'
import { install, needsInstall } from './lib/prepare.mjs'
import { seconds } from './lib/progress.mjs'
import { compareWithBudgets, minutes, slowIn } from './test/budgets.mjs'
import { runJobs } from './test/jobs.mjs'
import { runJourneys } from './test/journeys.mjs'
import { runVitest } from './test/vitest.mjs'

/** @typedef {import('./test/jobs.mjs').Job} Job */
/** @typedef {import('./test/jobs.mjs').Ended} Ended */

// Tests must not use a database or project of the developer.
const foreign = /^(DATABASE_URL|TEST_DATABASE_URL|SUPABASE_\w+|AUTH_\w+|SALAMA_\w+_URL|DATA_DIR|PORT_BASE)$/
for (const name of Object.keys(process.env)) if (foreign.test(name)) delete process.env[name]

// A signal that kills npm reaches only npm.
if (process.env.npm_lifecycle_event) await import('../packages/processes/src/answer-parent.mjs')

const startedAt = Date.now()
const tier = process.argv.includes('--all') ? 'all' : 'fast'
process.env.TEST_TIER = tier
const chosen = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
/** A database, a browser or a build takes about 2 GB. */
const cores = Math.max(1, Math.min(availableParallelism(), Math.floor(totalmem() / 2 ** 30 / 2.5)))

/** @type {{ url: string, stop: () => void, coreSeconds: () => number } | undefined} */
let server
/** @type {Promise<{ TEST_DATABASE_URL: string | undefined }> | undefined} */
let starting
/** The environment of tests with a database; the first who needs PostgreSQL starts it. */
const engine = () => (starting ??= startEngine())
async function startEngine() {
  try {
    const missing = whyNoPostgres()
    if (missing) throw new Error(missing)
    server = await startPostgres()
    return { TEST_DATABASE_URL: server.url }
  } catch (error) {
    console.log(
      `── Tests use PGlite, because there is no PostgreSQL: ${error instanceof Error ? error.message : error}`,
    )
    return { TEST_DATABASE_URL: undefined }
  }
}

/** For tests of data folders: temporary files in memory, where there is room, for they would mostly wait for a disk. */
function inMemory() {
  const folder = mkdtempSync(join(temporaryRoot(), 'salama-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return { TMPDIR: folder }
}

/**
 * A script of package.json, which counts as one test.
 * @param {string} name
 * @param {string} script
 * @returns {Job}
 */
const check = (name, script) => ({
  name,
  work: async (run) => {
    if (!(await run(['npm', 'run', '-s', script]))) throw new Error(`npm run ${script} failed`)
  },
})

/** In the order in which they start, the longest first. @type {Job[]} */
const jobs = [
  check('build', 'build'),
  {
    name: 'database',
    work: async (run) => {
      const env = await engine()
      return runVitest(run, env.TEST_DATABASE_URL ? ['database', 'postgres'] : ['database'], env)
    },
  },
  { name: 'routes', work: async (run) => runVitest(run, ['routes'], await engine()) },
  {
    name: 'unit',
    work: (run) => {
      if (!findProgram(['python3']))
        installPackage('python3', 'python3 is missing: apt-get install --no-install-recommends python3')
      if (tier === 'all' && !findProgram(['promtool']))
        installPackage('prometheus', 'promtool is missing: apt-get install --no-install-recommends prometheus')
      return runVitest(run, ['unit', 'unit-isolated', '@salama/*'])
    },
  },
  {
    name: 'components',
    work: (run) => {
      ensureHeadlessShell()
      return runVitest(run, ['dom', 'browser'])
    },
  },
  { name: 'embedded', work: (run) => runVitest(run, ['embedded'], inMemory()) },
  check('types', 'typecheck'),
  check('lint', 'lint'),
  check('migrations', 'db:check'),
  check('contract', 'lint:contract'),
  check('layers', 'lint:layers'),
]

/** The tests in which the engines can differ, on the other one. @type {Job} */
const secondEngine = {
  name: 'pglite',
  work: async (run) => {
    const { TEST_DATABASE_URL } = await engine()
    if (!TEST_DATABASE_URL) return { passed: 0, failed: 0 } // The others ran on it.
    return runVitest(run, ['database', 'routes'], { TEST_PART: 'engine' })
  },
}

/** @type {Job} */
const journeys = {
  name: 'journeys',
  weight: 2,
  after: ['build'],
  work: async (run) => {
    ensureHeadlessShell()
    ensureChromium()
    return runJourneys(run, await engine())
  },
}

/** Builds the apps for another city, so it comes after all that need those of this one. @type {Job} */
const crawl = { ...check('crawl', 'crawl'), weight: 2, after: ['build', 'journeys'] }

const total = { passed: 0, failed: 0 }
/** @type {string[]} */
const broken = []
/** @type {Ended[]} */
const finished = []

/** What is said again at the end of a step that names no failed test. */
const LAST_LINES = 8

/** @param {Ended} ended */
function note(ended) {
  const { name, passed, failed, failures, wallS, coreS, output } = ended
  finished.push(ended)
  total.passed += passed
  total.failed += failed
  if (failed > 0) {
    console.log(output.join('\n'))
    broken.push(
      ...(failures?.length ? failures : [output.slice(-LAST_LINES).join('\n      ')]).map((test) => `${name} ${test}`),
    )
  }
  console.log(`── ${name}: ${passed} passed, ${failed} failed, ${minutes(wallS)}, core time ${minutes(coreS)}`)
}

async function main() {
  if (needsInstall()) {
    console.log('Installing the packages')
    await install()
  }
  const all = [...jobs, ...(tier === 'all' ? [secondEngine] : []), journeys, ...(tier === 'all' ? [crawl] : [])]
  const unknown = chosen.filter((name) => !all.some((job) => job.name === name))
  if (unknown.length > 0) throw new Error(`There is no step ${unknown.join(', ')}`)
  await runJobs(chosen.length > 0 ? all.filter(({ name }) => chosen.includes(name)) : all, cores, note)
  if (server) {
    const wallS = (Date.now() - startedAt) / 1000
    finished.push({ name: 'postgres', passed: 0, failed: 0, wallS, coreS: server.coreSeconds(), output: [] })
    server.stop()
  }
  const { lines, over } = compareWithBudgets(finished, tier)
  const slow = finished.flatMap(slowIn)
  if (slow.length > 0) console.log(['\nSlow:', ...slow].join('\n'))
  console.log(['\nCore time of each step, of its budget:', ...lines].join('\n  '))
  total.failed += over.length
  broken.push(...over)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))
await main().catch((error) => {
  console.log(error instanceof Error ? error.message : error)
  total.failed += 1
})
if (broken.length > 0) console.log(['\nFailed:', ...broken].join('\n  '))
console.log(`\nIn ${seconds(startedAt)}:`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
