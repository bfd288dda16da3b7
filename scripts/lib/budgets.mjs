/**
 * What the tests may cost, so that they stay fast. Core time is the processor time of all processes of a job, in seconds
 * of the machine on which the budgets were set; `machine-speed.mjs` says how much slower this one is now. Who exceeds a
 * budget makes tests cheaper, moves some to `npm run test:all`, or raises it here and says why in the commit.
 * Dependency-free.
 */
import { speedOf } from './machine-speed.mjs'

/** @typedef {import('./jobs.mjs').Ended} Ended */

/** `postgres` is the server that several steps share. @type {Record<'fast' | 'all', Record<string, number>>} */
const CORE_S = {
  fast: {
    build: 175,
    database: 50,
    routes: 135,
    postgres: 130,
    unit: 65,
    components: 38,
    embedded: 90,
    types: 45,
    lint: 22,
    migrations: 18,
    contract: 14,
    layers: 6,
    journeys: 185,
  },
  all: {
    build: 175,
    database: 120,
    routes: 200,
    postgres: 200,
    unit: 80,
    components: 38,
    embedded: 400,
    types: 45,
    lint: 22,
    migrations: 25,
    contract: 14,
    layers: 6,
    pglite: 270,
    journeys: 440,
  },
}

const MOST_JOURNEYS = 60
const TOLERANCE = 1.15

/** What is named when it takes longer, in seconds: a journey's share of the core time of all, by its duration. */
const SLOW = { journey: 12, file: 10, test: 1 }

/** @param {number} s */
export const minutes = (s) => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, '0')}`

/**
 * One line for a job, for example `journeys 47 of 60, 3:12 of 4:00`.
 * @param {Ended} ended
 * @param {'fast' | 'all'} tier
 * @returns {{ line: string, isOver: boolean }}
 */
export function budgetOf({ name, passed, failed, timed = [], coreS, startedAt, wallS }, tier) {
  const speed = speedOf(startedAt, startedAt + wallS * 1000)
  const [spent, most] = [coreS / speed, CORE_S[tier][name] ?? 0]
  const isCounted = name === 'journeys' && tier === 'fast'
  const count = isCounted ? timed.length : passed + failed
  const isOver = spent > most * TOLERANCE || (isCounted && count > MOST_JOURNEYS)
  const tests = isCounted ? `${count} of ${MOST_JOURNEYS}` : String(count)
  const line = `${name.padEnd(12)} ${tests.padStart(8)}  ${minutes(spent)} of ${minutes(most)}`
  return {
    line: `${line}  (core time here ${minutes(coreS)}, took ${minutes(wallS)})${isOver ? '  OVER' : ''}`,
    isOver,
  }
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
