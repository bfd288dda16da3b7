/** Runs vitest and counts its results. Dependency-free. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { nodePath, ROOT, start } from './processes.mjs'

/** @typedef {{ name: string, ms: number }} FileTime */
/** @typedef {{ passed: number, failed: number, files?: FileTime[], failures?: string[] }} Count */

/**
 * @param {string[]} args projects, files and other arguments of vitest
 * @param {Record<string, string>} [env]
 * @returns {Promise<Count>}
 */
export async function runVitest(args, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'salama-vitest-'))
  const report = join(folder, 'report.json')
  try {
    const vitest = start({
      name: 'vitest',
      command: [
        nodePath(),
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ],
      env: { FORCE_COLOR: process.stdout.isTTY ? '1' : undefined, ...env },
      onLine: (line) => console.log(line),
    })
    const end = await vitest.ended
    return countOf(report, end === 'ended with exit code 0')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The results of a report. A run that failed as a whole, for example because a file could not be loaded, or found no
 * tests counts as one failure.
 * @param {string} report
 * @param {boolean} isGood
 * @returns {Count}
 */
function countOf(report, isGood) {
  /** @type {Count} */
  let found = { passed: 0, failed: 0 }
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const [passed, failed] = [Number(numPassedTests), Number(numFailedTests)]
    found = { passed, failed, files: filesOf(testResults), failures: failuresOf(testResults) }
  } catch {
    // No report: vitest failed before it wrote one.
  }
  return (isGood && found.passed > 0) || found.failed > 0 ? found : { ...found, failed: 1 }
}

/**
 * @param {{ name: string, startTime: number, endTime: number }[]} results
 * @returns {FileTime[]}
 */
const filesOf = (results) =>
  results.map(({ name, startTime, endTime }) => ({ name: relative(ROOT, name), ms: endTime - startTime }))

/** How many lines of an error the list at the end repeats. */
const ERROR_LINES = 15

/**
 * @param {{ name: string, status: string, message: string,
 *   assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }[]} results
 * @returns {string[]} the failed tests, and the files that failed as a whole, with their errors
 */
const failuresOf = (results) =>
  results.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => [`: ${fullName}`, ...failureMessages])
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
