/** Runs the end-to-end tests and counts their results. Dependency-free. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodePath, ROOT, start } from './processes.mjs'

/**
 * @returns {Promise<import('./vitest.mjs').Count>}
 */
export async function runJourneys() {
  const folder = mkdtempSync(join(tmpdir(), 'salama-journeys-'))
  const report = join(folder, 'report.json')
  try {
    const playwright = start({
      name: 'playwright',
      command: [nodePath(), join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'],
      cwd: join(ROOT, 'e2e'),
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      onLine: (line) => console.log(line),
    })
    const isGood = (await playwright.ended) === 'ended with exit code 0'
    const found = readReport(report)
    return (isGood && found.passed > 0) || found.failed > 0 ? found : { ...found, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} report
 * @returns {import('./vitest.mjs').Count}
 */
function readReport(report) {
  try {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8'))
    if (stats.flaky > 0) console.log(`   ${stats.flaky} passed only when tried again, named above as flaky`)
    const files = suites.map((/** @type {Suite} */ suite) => ({ name: `e2e/tests/${suite.file}`, ms: timeOf(suite) }))
    const failures = suites.flatMap(failuresOf)
    return { passed: Number(stats.expected) + Number(stats.flaky), failed: Number(stats.unexpected), files, failures }
  } catch {
    // No report: Playwright failed before it wrote one.
    return { passed: 0, failed: 0 }
  }
}

/** @typedef {{ title: string, tests: { projectName: string, status: string, results: { duration: number }[] }[] }} Spec */
/** @typedef {{ file: string, suites?: Suite[], specs: Spec[] }} Suite */

/**
 * @param {Suite} suite
 * @returns {number}
 */
function timeOf({ specs, suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results.map(({ duration }) => duration))
  return [...own, ...suites.map(timeOf)].reduce((sum, ms) => sum + ms, 0)
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
const failuresOf = ({ file, specs, suites = [] }) => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName }) => `e2e/tests/${file}: ${title} (${projectName})`),
  ),
  ...suites.flatMap(failuresOf),
]
