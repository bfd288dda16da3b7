/** Runs vitest as a job and counts its results. Dependency-free. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { nodePath, ROOT } from '../../packages/processes/src/processes.mjs'

/** @typedef {import('./jobs.mjs').Count} Count */

/**
 * @param {import('./jobs.mjs').Run} run
 * @param {string[]} projects
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<Count>}
 */
export async function runVitest(run, projects, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'salama-vitest-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = [...reporters, ...projects.map((name) => `--project=${name}`)]
  try {
    const isGood = await run([nodePath(), join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
      // The queue runs jobs beside each other, so each has one worker.
      env: { VITEST_MAX_WORKERS: '1', ...env },
    })
    return countOf(report, isGood)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The results of a report. A run that failed as a whole, for example because a file could not be loaded, or found no
 * tests counts as one failure; so does a test that did not run.
 * @param {string} report
 * @param {boolean} isGood
 * @returns {Count}
 */
function countOf(report, isGood) {
  /** @type {Count} */
  let found = { passed: 0, failed: 0 }
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    const failed = Number(numFailedTests) + Number(numPendingTests) + Number(numTodoTests)
    found = { passed: Number(numPassedTests), failed, failures: failuresOf(testResults), timed: timesOf(testResults) }
  } catch {
    // No report: vitest failed before it wrote one.
  }
  return (isGood && found.passed > 0) || found.failed > 0 ? found : { ...found, failed: 1 }
}

/**
 * @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number,
 *   assertionResults: { fullName: string, status: string, duration?: number, failureMessages: string[] }[] }} File
 */

/**
 * @param {File[]} files
 * @returns {import('./jobs.mjs').Timed[]}
 */
const timesOf = (files) =>
  files.flatMap(({ name, startTime, endTime, assertionResults }) => {
    const file = relative(ROOT, name)
    const tests = assertionResults.map(({ fullName, duration: ms = 0 }) => ({ name: `${file}: ${fullName}`, ms }))
    return [
      { kind: 'file', name: file, ms: endTime - startTime },
      ...tests.map((test) => ({ kind: /** @type {const} */ ('test'), ...test })),
    ]
  })

/** How many lines of an error the list at the end repeats. */
const ERROR_LINES = 15

/**
 * @param {File[]} files
 * @returns {string[]} the failed tests, and the files that failed as a whole, with their errors
 */
const failuresOf = (files) =>
  files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status !== 'passed')
      .map((test) => [`: ${test.fullName} (${test.status})`, ...test.failureMessages])
    return (failed.length === 0 && status === 'failed' ? [['', message]] : failed).map(([test, ...errors]) =>
      [relative(ROOT, name) + test, ...errors.flatMap(linesOf)].join('\n      '),
    )
  })

/**
 * @param {string} error with its stack
 * @returns {string[]} without the calls of libraries
 */
const linesOf = (error) =>
  error
    .split('\n')
    .filter((line) => !/^ +at .*(node_modules|<anonymous>)/.test(line))
    .slice(0, ERROR_LINES)
