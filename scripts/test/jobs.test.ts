import { expect, it } from 'vitest'
import { type Ended, type Job, runJobs } from './jobs.mjs'

async function results(jobs: Job[], cores = 2) {
  const ended: Ended[] = []
  await runJobs(jobs, cores, (each) => ended.push(each))
  return ended
}

it('runs as many at once as there are cores, in order, and what needs more when there is room', async () => {
  let busy = 0
  const seen: [string, number][] = []
  const job = (name: string, weight = 1): Job => ({
    name,
    weight,
    work: async () => {
      busy += weight
      seen.push([name, busy])
      await new Promise((resolve) => setImmediate(resolve))
      busy -= weight
    },
  })
  await results([job('one'), job('both', 2), job('two'), job('three'), job('many', 8)])
  expect(seen.map(([name]) => name)).toEqual(['one', 'two', 'three', 'both', 'many'])
  expect(seen.filter(([name, all]) => all > (name === 'many' ? 8 : 2))).toEqual([])
})

it('does not run what needs a job that failed, and counts it as failed', async () => {
  const ran: string[] = []
  const job = (name: string, after: string[], passes = true): Job => ({
    name,
    after,
    work: async () => {
      ran.push(name)
      if (!passes) throw new Error('It is broken')
    },
  })
  const ended = await results([job('journeys', ['build']), job('build', [], false), job('lint', ['not chosen'])])
  expect(ran.toSorted()).toEqual(['build', 'lint'])
  expect(ended.map(({ name, passed, failed }) => [name, passed, failed]).toSorted()).toEqual([
    ['build', 0, 1],
    ['journeys', 0, 1],
    ['lint', 1, 0],
  ])
  expect(ended.find(({ name }) => name === 'journeys')?.output).toEqual(['Not run, because build failed'])
})

it('counts the processor time of a command and of its children', async () => {
  const busy = `const until = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < until);`
  const spawned = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`
  const work: Job['work'] = async (run) => {
    expect(await run([process.execPath, '-e', spawned])).toBe(true)
    expect(await run([process.execPath, '-e', 'console.log("bad"); process.exit(3)'])).toBe(false)
  }
  const [ended] = await results([{ name: 'work', work }])
  expect(ended?.coreS).toBeGreaterThanOrEqual(0.3)
  expect(ended?.output).toContain('bad')
})
