/**
 * The queue of `npm test`: jobs run beside each other, as many at once as there are cores, each as soon as those before
 * it have passed. The processor time of a job is that of all its processes. Dependency-free.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '../../packages/processes/src/processes.mjs'

/** @typedef {{ kind: 'journey' | 'file' | 'test', name: string, ms: number }} Timed */
/** @typedef {{ passed: number, failed: number, failures?: string[], timed?: Timed[] }} Count */

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {number} [weight] how many cores it keeps busy; one if it is not said
 * @property {string[]} [after] jobs that must have passed before; those that do not run do not count
 * @property {(run: Run) => Promise<Count | void>} work a job without tests of its own counts as one
 */

/**
 * Runs a command to its end.
 * @callback Run
 * @param {string[]} command
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, onLine?: (line: string) => void }} [options]
 * @returns {Promise<boolean>} whether it ended with exit code 0
 */

/** @typedef {Count & { name: string, wallS: number, coreS: number, output: string[] }} Ended */

/**
 * @param {Job[]} jobs in the order in which they are started where there is room
 * @param {number} cores
 * @param {(ended: Ended) => void} onEnd
 */
export async function runJobs(jobs, cores, onEnd) {
  const waiting = new Set(jobs)
  /** @type {Map<Job, Promise<void>>} */
  const running = new Map()
  /** @type {Map<string, boolean>} */
  const passed = new Map()
  const weight = (/** @type {Job} */ { weight = 1 }) => Math.min(weight, cores)
  /** @param {Job} job */
  const begin = async (job) => {
    const failedBefore = job.after?.find((name) => passed.get(name) === false)
    const ended = await runJob(failedBefore ? { ...job, work: notRun(failedBefore) } : job)
    running.delete(job)
    passed.set(job.name, ended.failed === 0)
    onEnd(ended)
  }
  while (waiting.size + running.size > 0) {
    const free = cores - [...running.keys()].reduce((sum, job) => sum + weight(job), 0)
    const blocking = [...waiting, ...running.keys()].map(({ name }) => name)
    const next = [...waiting].find((job) => weight(job) <= free && !job.after?.some((name) => blocking.includes(name)))
    if (next) {
      waiting.delete(next)
      running.set(next, begin(next))
    } else if (running.size > 0) await Promise.race(running.values())
    else throw new Error(`These wait for each other: ${blocking.join(', ')}`)
  }
}

/** @param {string} name */
const notRun = (name) => async () => {
  throw new Error(`Not run, because ${name} failed`)
}

/** How much of the output of a failed job is shown. */
const LINES = 1000

/**
 * @param {Job} job
 * @returns {Promise<Ended>}
 */
async function runJob({ name, work }) {
  const startedAt = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'salama-job-'))
  /** @type {string[]} */
  const output = []
  let coreS = 0
  /** @type {Run} */
  const run = async (command, { onLine, ...options } = {}) => {
    const times = join(folder, 'times')
    const timed = ['sh', '-c', '"$@"; code=$?; times > "$0"; exit $code', times, ...command]
    const keep = (/** @type {string} */ line) => {
      output.push(line)
      if (output.length > LINES) output.shift()
      onLine?.(line)
    }
    const end = await start({ name, command: timed, ...options, onLine: keep, isHeld: true }).ended
    coreS += secondsIn(times)
    const isGood = end === 'ended with exit code 0'
    if (!isGood) output.push(`${command.slice(0, 3).join(' ')} ${end}`)
    return isGood
  }
  /** @type {Count} */
  let count = { passed: 0, failed: 1 }
  try {
    count = (await work(run)) ?? { passed: 1, failed: 0 }
  } catch (error) {
    output.push(String(error instanceof Error ? error.message : error))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...count, name, wallS: (Date.now() - startedAt) / 1000, coreS, output }
}

/**
 * The sum of what the shell's `times` printed: its own and its children's, each as user and system.
 * @param {string} file
 */
function secondsIn(file) {
  try {
    const all = [...readFileSync(file, 'utf8').matchAll(/(\d+)m([\d.]+)s/g)]
    return all.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
  } catch {
    return 0 // It was killed.
  }
}
