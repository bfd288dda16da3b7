/**
 * `npm test`: all checks that must pass before a change lands, ending in one line `N passed, N failed`.
 * Dependency-free. It uses free ports and temporary data, so it can run beside `npm start`. `npm test -- lint types`
 * runs only those steps.
 *
 * If PostgreSQL is installed or can be, the step `postgres` runs all database and route tests, and `database` and
 * `routes` run on PGlite only those that depend on the engine (see vitest.config.ts). Without the step `postgres`, or
 * with `--pglite`, they run all of them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium, ensureHeadlessShell } from './lib/chromium.mjs'
import { runJourneys } from './lib/journeys.mjs'
import { runPostgresTests, whyNoPostgres } from './lib/postgres-tests.mjs'
import { build, install, needsInstall } from './lib/prepare.mjs'
import { start } from './lib/processes.mjs'
import { seconds } from './lib/progress.mjs'
import { temporaryRoot } from './lib/temporary.mjs'
import { runVitest } from './lib/vitest.mjs'

/** @typedef {import('./lib/vitest.mjs').Count} Count */
/** @typedef {import('./lib/vitest.mjs').FileTime} FileTime */

// Tests must not use a database or project of the developer.
const foreign = /^(DATABASE_URL|TEST_DATABASE_URL|SUPABASE_\w+|AUTH_\w+|SALAMA_\w+_URL|DATA_DIR|PORT_BASE)$/
for (const name of Object.keys(process.env)) if (foreign.test(name)) delete process.env[name]

const startedAt = Date.now()
const only = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const isWanted = (/** @type {string} */ name) => only.length === 0 || only.includes(name)
const isAllOnPglite = process.argv.includes('--pglite') || !isWanted('postgres') || whyNoPostgres() !== undefined
const total = { passed: 0, failed: 0 }
/** @type {string[]} */
const broken = []
/** @type {FileTime[]} */
const files = []

/**
 * Runs one step. A check counts as one test; a step with tests returns their count. An exception is a failure.
 * @param {string} name
 * @param {() => Promise<Count | { skipped: string } | void>} work
 * @returns {Promise<boolean>} whether it passed
 */
async function step(name, work) {
  if (!isWanted(name)) return true
  const since = Date.now()
  /** @type {Count} */
  let count = { passed: 0, failed: 1 }
  try {
    const result = (await work()) ?? { passed: 1, failed: 0 }
    if ('skipped' in result) {
      console.log(`── ${name}: NOT RUN: ${result.skipped}\n`)
      return true
    }
    count = result
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
  }
  total.passed += count.passed
  total.failed += count.failed
  if (count.failed > 0)
    broken.push(...(count.failures?.length ? count.failures : ['']).map((test) => `${name} ${test}`.trim()))
  files.push(...(count.files ?? []).map((file) => ({ ...file, name: `${name} ${file.name}` })))
  console.log(`── ${name}: ${count.passed} passed, ${count.failed} failed, ${seconds(since)}\n`)
  return count.failed === 0
}

/**
 * Runs a script of package.json; its output is shown only if it fails.
 * @param {string} script
 */
async function check(script) {
  const running = start({ name: script, command: ['npm', 'run', '-s', script] })
  const end = await running.ended
  if (end !== 'ended with exit code 0') throw new Error([...running.lastLines(), `npm run ${script} ${end}`].join('\n'))
}

/** Steps that print only their result, so they can run in parallel with the tests. */
async function checksAndBuild() {
  await step('lint', () => check('lint'))
  await step('types', () => check('typecheck'))
  await step('layers', () => check('lint:layers'))
  await step('migrations', () => check('db:check'))
  await step('contract', () => check('lint:contract'))
  return step('build', () => build())
}

/**
 * The environment of tests of data folders: with their temporary files in memory, where there is room. On a disk they
 * would wait for it most of their time; that they flush is tested, not the disk.
 */
function inMemory() {
  const folder = mkdtempSync(join(temporaryRoot(), 'salama-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return { TMPDIR: folder }
}

async function tests() {
  const part = isAllOnPglite ? {} : { TEST_PART: 'engine' }
  const others = ['dom', 'browser', 'embedded', 'postgres', 'database', 'routes'].map((name) => `--project=!${name}`)
  await step('unit', () => runVitest(others))
  await step('components', () => {
    ensureHeadlessShell()
    return runVitest(['--project=dom', '--project=browser'])
  })
  await step('embedded', () => runVitest(['--project=embedded'], inMemory()))
  await step('database', () => runVitest(['--project=database'], part))
  await step('routes', () => runVitest(['--project=routes'], part))
  await step('postgres', () => runPostgresTests())
}

async function main() {
  if (needsInstall() && !(await step('install', () => install()))) return
  const [isBuilt] = await Promise.all([checksAndBuild(), tests()])
  await step('journeys', async () => {
    if (!isBuilt) throw new Error('Not run: there is no build')
    ensureHeadlessShell()
    ensureChromium()
    return runJourneys()
  })
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
await main()
const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, 10)
if (slowest.length > 0) console.log('The slowest files:')
for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
if (broken.length > 0) console.log(['\nFailed:', ...broken].join('\n  '))
console.log(`\nIn ${seconds(startedAt)}:`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
