import { expect, it } from 'vitest'
import { compareWithBudgets, minutes, slowIn } from './budgets.mjs'
import type { Ended, Timed } from './jobs.mjs'

const ended = (more: Partial<Ended>): Ended => ({
  name: 'lint',
  passed: 1,
  failed: 0,
  wallS: 10,
  coreS: 10,
  output: [],
  ...more,
})
const journeys = (count: number) =>
  ended({
    name: 'journeys',
    timed: Array.from({ length: count }, (_, n): Timed => ({ kind: 'journey', name: `${n}`, ms: 1000 })),
  })

/** What a whole run cost on one machine, by `npm test`. */
const RUN = {
  database: 70,
  build: 202,
  unit: 82,
  routes: 155,
  components: 41,
  embedded: 147,
  lint: 23,
  migrations: 19,
  types: 49,
  layers: 4,
  contract: 12,
  journeys: 182,
  postgres: 171,
}
const runOf = (times: number, dearer: Partial<Record<keyof typeof RUN, number>> = {}) =>
  Object.entries(RUN).map(([name, coreS]) => ended({ name, coreS: coreS * times * ({ ...dearer }[name] ?? 1) }))
const dearOf = (lines: string[]) => lines.filter((line) => line.endsWith('DEAR')).map((line) => line.split(' ')[0])
const dearIn = (run: Ended[]) => dearOf(compareWithBudgets(run, 'fast').lines)

it.each([
  ['of that machine', 1],
  ['of one twice as fast', 0.5],
  ['beside work that takes the caches', 1.8],
])('marks the job that became dearer, on the processors %s', (_, times) => {
  expect(dearIn(runOf(times))).toEqual([])
  expect(dearIn(runOf(times, { types: 1.3 }))).toEqual(['types'])
  expect(dearIn(runOf(times, { database: 1.3, journeys: 1.3 }))).toEqual(['database', 'journeys'])
})

it('takes a build from the cache for what it is', () => {
  expect(dearIn(runOf(1, { build: 0.01 }))).toEqual([])
})

it('writes each job with its share of the budget, and the limit', () => {
  const { lines } = compareWithBudgets(runOf(1, { lint: 2 }), 'fast')
  expect(lines).toContain('lint                1  0:46 of 0:22, 2.09  (took 0:10)  DEAR')
  expect(lines.at(-1)).toMatch(/^median +1\.0\d: the limit of each is 1\.2\d here$/)
})

it('says that a few jobs cannot be compared', () => {
  const { lines } = compareWithBudgets([ended({ name: 'types', coreS: 400 }), ended({})], 'fast')
  expect(dearOf(lines)).toEqual([])
  expect(lines.at(-1)).toMatch(/: too few to be compared$/)
})

it('has a budget of its own for each tier, and none for a job that it does not know', () => {
  const embedded = runOf(1, { embedded: 1.3 })
  expect(dearOf(compareWithBudgets(embedded, 'fast').lines)).toEqual(['embedded'])
  expect(dearOf(compareWithBudgets(embedded, 'all').lines)).not.toContain('embedded')
  expect(dearIn([...runOf(1), ended({ name: 'unknown', coreS: 1 })])).toEqual(['unknown'])
})

it('fails by no time', () => {
  expect(compareWithBudgets(runOf(1, { types: 3 }), 'fast').over).toEqual([])
})

it('allows 60 journeys in npm test, and any number in npm run test:all', () => {
  expect(compareWithBudgets([journeys(60)], 'fast').over).toEqual([])
  expect(compareWithBudgets([journeys(61)], 'fast').over).toEqual(['journeys: 61 of 60'])
  expect(compareWithBudgets([journeys(61)], 'all').over).toEqual([])
})

it('names a journey by its share of the core time, the dearest first', () => {
  const timed: Timed[] = [
    { kind: 'journey', name: 'short', ms: 1000 },
    { kind: 'journey', name: 'long', ms: 2000 },
    { kind: 'journey', name: 'longest', ms: 3000 },
  ]
  expect(slowIn(ended({ name: 'journeys', coreS: 40, timed }))).toEqual([
    '   20.0 core-s longest',
    '   13.3 core-s long',
  ])
  expect(slowIn(ended({ name: 'journeys', coreS: 36, timed }))).toEqual(['   18.0 core-s longest'])
})

it('names tests over a second where they need nothing, and else files over ten', () => {
  const timed: Timed[] = [
    { kind: 'file', name: 'file', ms: 10_001 },
    { kind: 'file', name: 'quick file', ms: 10_000 },
    { kind: 'test', name: 'test', ms: 1001 },
    { kind: 'test', name: 'quick test', ms: 1000 },
  ]
  for (const name of ['unit', 'components']) expect(slowIn(ended({ name, timed }))).toEqual(['    1.0 s      test'])
  for (const name of ['database', 'routes']) expect(slowIn(ended({ name, timed }))).toEqual(['   10.0 s      file'])
})

it('writes minutes and seconds', () => {
  expect([0, 59.9, 60, 605].map(minutes)).toEqual(['0:00', '0:59', '1:00', '10:05'])
})
