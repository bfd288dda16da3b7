import { join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { type Job, type Run, runJobs } from './jobs.mjs'
import { runJourneys } from './journeys.mjs'
import { runVitest } from './vitest.mjs'

// The reports of real runs: of Playwright and of vitest, on tests that pass, fail, and do not run.

const FOLDER = join(import.meta.dirname, 'reports')
const EXAMPLES = 'scripts/test/reports'

vi.setConfig({ testTimeout: 180_000 })

beforeAll(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {}) // Playwright's lines
})

async function counted(work: (run: Run) => ReturnType<Job['work']>, ...more: string[]) {
  const counts: Awaited<ReturnType<Job['work']>>[] = []
  const inFolder = async (run: Run) => {
    counts.push(await work((command, options) => run([...command, ...more], { ...options, cwd: FOLDER })))
  }
  await runJobs([{ name: 'examples', work: inFolder }], 1, () => {})
  return counts[0]
}

it('a journey that passed only when tried again, or did not run, has failed', async () => {
  const { passed, failed, failures, timed } = (await counted((run) => runJourneys(run, {}))) ?? {}
  expect([passed, failed]).toEqual([2, 6])
  expect(failures?.filter((line) => line.includes('phone')).toSorted()).toEqual([
    'e2e/tests/journeys.ts: does not run (phone): skipped',
    'e2e/tests/journeys.ts: fails (phone): unexpected',
    'e2e/tests/journeys.ts: passes when it is tried again (phone): flaky',
  ])
  expect(timed?.map(({ name }) => name)).toHaveLength(4)
  expect(timed?.every(({ kind, name }) => kind === 'journey' && name.endsWith('(phone)'))).toBe(true)
})

it('journeys none of which ran have failed', async () => {
  expect(await counted((run) => runJourneys(run, {}), '--grep=nothing')).toMatchObject({ passed: 0, failed: 1 })
})

it('a test that fails, or did not run, has failed, with its error', async () => {
  const { passed, failed, failures, timed } =
    (await counted((run) => runVitest(run, ['unit']), 'results.vitest.ts')) ?? {}
  expect([passed, failed]).toEqual([1, 2])
  expect(failures).toEqual([
    expect.stringMatching(
      `^${EXAMPLES}/results.vitest.ts: more fails \\(failed\\)\n +AssertionError: expected 1 to be 2`,
    ),
    `${EXAMPLES}/results.vitest.ts: is only planned (todo)`,
  ])
  expect(timed?.filter(({ kind }) => kind === 'file').map(({ name }) => name)).toEqual([
    `${EXAMPLES}/results.vitest.ts`,
  ])
})

it('a file that cannot be loaded has failed, and so have no tests at all', async () => {
  const broken = await counted((run) => runVitest(run, ['unit']), 'broken.vitest.ts')
  expect(broken).toMatchObject({ passed: 0, failed: 1 })
  expect(broken?.failures).toEqual([expect.stringMatching(`^${EXAMPLES}/broken.vitest.ts\n +.*It cannot be loaded`)])
  expect(await counted((run) => runVitest(run, ['unit']), 'nothing.vitest.ts')).toMatchObject({ passed: 0, failed: 1 })
})
