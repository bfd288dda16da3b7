/**
 * `npm test`: everything that must hold before a change lands, ending in one line `N passed, N failed`. Dependency-free.
 * It uses free ports and temporary data, so it runs beside a running `npm start`. `npm test -- lint types` runs only
 * those steps.
 */
import { ensureChromium } from './lib/chromium.mjs'
import { runJourneys } from './lib/journeys.mjs'
import { runPostgresTests } from './lib/postgres-tests.mjs'
import { build, install, needsInstall } from './lib/prepare.mjs'
import { start } from './lib/processes.mjs'
import { seconds } from './lib/progress.mjs'
import { runVitest } from './lib/vitest.mjs'

/** @typedef {import('./lib/vitest.mjs').Count} Count */

// What points at a database or a project of somebody's own has no place in a test.
const foreign = /^(DATABASE_URL|TEST_DATABASE_URL|SUPABASE_\w+|AUTH_\w+|SALAMA_\w+_URL|DATA_DIR|PORT_BASE)$/
for (const name of Object.keys(process.env)) if (foreign.test(name)) delete process.env[name]

const only = process.argv.slice(2)
const total = { passed: 0, failed: 0 }
/** @type {string[]} */
const broken = []

/**
 * One step. A check counts as one test; a step that runs tests returns their count. What it throws is a failure.
 * @param {string} name
 * @param {() => Promise<Count | { skipped: string } | void>} work
 * @returns {Promise<boolean>} whether it went well
 */
async function step(name, work) {
  if (only.length > 0 && !only.includes(name)) return true
  const startedAt = Date.now()
  console.log(`\n── ${name}`)
  /** @type {Count} */
  let count = { passed: 0, failed: 1 }
  try {
    const result = (await work()) ?? { passed: 1, failed: 0 }
    if ('skipped' in result) {
      console.log(`   NOT RUN: ${result.skipped}`)
      return true
    }
    count = result
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
  }
  total.passed += count.passed
  total.failed += count.failed
  if (count.failed > 0) broken.push(name)
  console.log(`   ${name}: ${count.passed} passed, ${count.failed} failed, ${seconds(startedAt)}`)
  return count.failed === 0
}

/**
 * A script of package.json that is good or not; its output is shown only where it is not.
 * @param {string} script
 */
async function check(script) {
  const running = start({ name: script, command: ['npm', 'run', '-s', script] })
  const end = await running.ended
  if (end !== 'ended with exit code 0') throw new Error([...running.lastLines(), `npm run ${script} ${end}`].join('\n'))
}

async function main() {
  if (needsInstall() && !(await step('install', () => install()))) return
  await step('lint', () => check('lint'))
  await step('types', () => check('typecheck'))
  await step('layers', () => check('lint:layers'))
  await step('migrations', () => check('db:check'))
  await step('contract', () => check('lint:contract'))
  await step('unit', () =>
    runVitest(['embedded', 'postgres', 'database', 'routes'].map((name) => `--project=!${name}`)),
  )
  await step('embedded', () => runVitest(['--project=embedded']))
  await step('database', () => runVitest(['--project=database']))
  await step('routes', () => runVitest(['--project=routes']))
  const isBuilt = await step('build', () => build())
  await step('postgres', () => runPostgresTests())
  await step('journeys', async () => {
    if (!isBuilt) throw new Error('Not run: there is no build')
    return runJourneys(ensureChromium())
  })
}

await main()
if (broken.length > 0) console.log(`\nBroken: ${broken.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
