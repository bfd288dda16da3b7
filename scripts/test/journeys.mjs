/** Runs the end-to-end tests as a job and counts their results. Dependency-free. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodePath, ROOT } from '../../packages/processes/src/processes.mjs'

/**
 * @param {import('./jobs.mjs').Run} run
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<import('./jobs.mjs').Count>}
 */
export async function runJourneys(run, env) {
  const folder = mkdtempSync(join(tmpdir(), 'salama-journeys-'))
  const report = join(folder, 'report.json')
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js')
  try {
    const isGood = await run([nodePath(), playwright, 'test', '--reporter=list,json'], {
      cwd: join(ROOT, 'e2e'),
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
      onLine: (line) => console.log(line),
    })
    const found = readReport(report)
    return (isGood && found.passed > 0) || found.failed > 0 ? found : { ...found, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @typedef {{ title: string, tests: { projectName: string, status: string, results: { duration: number }[] }[] }} Spec */
/** @typedef {{ file: string, suites?: Suite[], specs: Spec[] }} Suite */

/**
 * A journey that passed when it was tried again, or did not run, has failed.
 * @param {string} report
 * @returns {import('./jobs.mjs').Count}
 */
function readReport(report) {
  try {
    const { suites } = JSON.parse(readFileSync(report, 'utf8'))
    /** @type {ReturnType<typeof journeysOf>} */
    const all = suites.flatMap(journeysOf)
    const failed = all.filter(({ status }) => status !== 'expected')
    return {
      passed: all.length - failed.length,
      failed: failed.length,
      failures: failed.map(({ name, status }) => `${name}: ${status}`),
      timed: all.filter(({ isInBrowser }) => isInBrowser).map(({ name, ms }) => ({ kind: 'journey', name, ms })),
    }
  } catch {
    // No report: Playwright failed before it wrote one.
    return { passed: 0, failed: 0 }
  }
}

/**
 * @param {Suite} suite
 * @returns {{ name: string, status: string, ms: number, isInBrowser: boolean }[]}
 */
const journeysOf = ({ file, specs, suites = [] }) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `e2e/tests/${file}: ${title} (${projectName})`,
      status,
      isInBrowser: projectName !== 'http',
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  ),
  ...suites.flatMap(journeysOf),
]
