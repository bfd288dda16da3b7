/**
 * What the tests may cost, in processor time of all processes of a job. The same work costs more on another machine,
 * and then in all jobs: each is compared with the others of its run. Time depends on what else a machine does, so it is
 * said and fails nothing; too many journeys are counted, and fail. Who exceeds a budget makes tests cheaper, moves some
 * to `npm run test:all`, or raises it here and says why in the commit. Dependency-free.
 */

/** @typedef {import('./jobs.mjs').Ended} Ended */

/** `postgres` is the server that several steps share. @type {Record<'fast' | 'all', Record<string, number>>} */
const CORE_S = {
  fast: {
    build: 175,
    database: 60,
    routes: 140,
    postgres: 160,
    unit: 82,
    components: 38,
    embedded: 138,
    types: 45,
    lint: 22,
    migrations: 18,
    contract: 14,
    layers: 6,
    journeys: 185,
  },
  all: {
    build: 175,
    database: 195,
    routes: 200,
    postgres: 200,
    unit: 103,
    components: 38,
    embedded: 400,
    types: 45,
    lint: 22,
    migrations: 25,
    contract: 14,
    layers: 6,
    pglite: 270,
    journeys: 440,
    crawl: 330,
  },
}

const MOST_JOURNEYS = 60
const TOLERANCE = 1.15
/** With fewer jobs a dear one cannot be told from a slow machine. */
const FEWEST_JOBS = 6

/** What is named when it takes longer, in seconds: a journey's share of the core time of all, by its duration. */
const SLOW = { journey: 12, file: 10, test: 1 }

/** @param {number} s */
export const minutes = (s) => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, '0')}`

/**
 * A line for each job, for example `types  1  0:44 of 0:45, 0.98`, marked `DEAR` where its share of its budget is 15 %
 * above the median share of all; and what is over a limit that is counted.
 * @param {Ended[]} all
 * @param {'fast' | 'all'} tier
 * @returns {{ lines: string[], over: string[] }}
 */
export function compareWithBudgets(all, tier) {
  const shareOf = (/** @type {Ended} */ { name, coreS }) => coreS / (CORE_S[tier][name] ?? 0)
  const shares = all.map(shareOf).sort((a, b) => a - b)
  const usual = shares[Math.floor(shares.length / 2)] ?? 1
  const isTold = all.length >= FEWEST_JOBS
  /** @type {string[]} */
  const over = []
  const lines = all.map((ended) => {
    const { name, passed, failed, timed = [], coreS, wallS } = ended
    const isCounted = name === 'journeys' && tier === 'fast'
    const count = isCounted ? timed.length : passed + failed
    const isDear = isTold && shareOf(ended) > usual * TOLERANCE
    if (isCounted && count > MOST_JOURNEYS) over.push(`${name}: ${count} of ${MOST_JOURNEYS}`)
    const tests = isCounted ? `${count} of ${MOST_JOURNEYS}` : String(count)
    const spent = `${minutes(coreS)} of ${minutes(CORE_S[tier][name] ?? 0)}, ${shareOf(ended).toFixed(2)}`
    return `${name.padEnd(12)} ${tests.padStart(8)}  ${spent}  (took ${minutes(wallS)})${isDear ? '  DEAR' : ''}`
  })
  const ends = isTold ? `the limit of each is ${(usual * TOLERANCE).toFixed(2)} here` : 'too few to be compared'
  return { lines: [...lines, `${'median'.padEnd(36)}${usual.toFixed(2)}: ${ends}`], over }
}

/**
 * What took too long in a job.
 * @param {Ended} ended
 * @returns {string[]}
 */
export function slowIn({ name, coreS, timed = [] }) {
  const total = timed.reduce((sum, { kind, ms }) => sum + (kind === 'journey' ? ms : 0), 0)
  return timed
    .map(({ kind, ms, name: what }) => ({ kind, what, s: kind === 'journey' ? (coreS * ms) / total : ms / 1000 }))
    .filter(({ kind, s }) => s > SLOW[kind] && (kind === 'test') === (name === 'unit' || name === 'components'))
    .toSorted((a, b) => b.s - a.s)
    .map(({ kind, what, s }) => `${s.toFixed(1).padStart(7)} ${kind === 'journey' ? 'core-s' : 's     '} ${what}`)
}
