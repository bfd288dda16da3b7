// `npm run test:mutants`: changes each pure file in a thousand small ways, and runs its tests on each: a change that no
// test notices is printed. Fails when fewer than 85 % are noticed. `-- --changed` tries the files alone that, or whose
// tests, differ from the branch `main`; `-- <file>…` those. A change that changes nothing anybody could notice is
// excluded by a comment at its place, with the reason.
import { execFileSync } from 'node:child_process'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { ROOT } from '../../packages/processes/src/processes.mjs'
import { pureFiles } from './pure-files.mjs'

const NOTICED_PERCENT = 85

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean', default: false } },
})

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)

function changedFiles() {
  const [base = 'HEAD'] = git('merge-base', 'main', 'HEAD')
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

const wanted = options.changed ? changedFiles() : positionals
const all = pureFiles()
const chosen =
  options.changed || wanted.length > 0
    ? all.filter(({ file, test }) => wanted.includes(file) || wanted.includes(test))
    : all
if (chosen.length === 0) {
  console.log(`None of ${wanted.join(', ') || 'the changed files'} is pure and has a test beside it.`)
  process.exit(options.changed ? 0 : 2)
}

const results = await new Stryker({
  mutate: chosen.map(({ file }) => file),
  // Texts are for people: which ones must stay is what the tests of contracts and messages say.
  mutator: { excludedMutations: ['StringLiteral'], plugins: [] },
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutants/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // What is made once, when a module loads, would need all tests again for each: lists and tables, hardly a rule.
  ignoreStatic: true,
  concurrency: availableParallelism(),
  ignorePatterns: ['**/.next', '**/public', 'cities', 'docs', 'bench', 'e2e'],
  tsconfigFile: 'none', // it would be rewritten with TypeScript's former interface
  tempDirName: join(tmpdir(), 'salama-mutants'),
  thresholds: { high: 100, low: NOTICED_PERCENT, break: null },
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}).runMutationTest()

const isNoticed = (/** @type {{ status: string }} */ { status }) => status === 'Killed' || status === 'Timeout'
const tried = results.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
const noticed = tried.filter(isNoticed).length
const percent = (noticed / tried.length) * 100
console.log(
  `${noticed} of ${tried.length} mutants of ${chosen.length} files noticed: ${percent.toFixed(1)} % (at least ${NOTICED_PERCENT})`,
)
process.exit(percent < NOTICED_PERCENT ? 1 : 0)
