import { expect, it } from 'vitest'
import { budgetOf, minutes, slowIn } from './budgets.mjs'
import type { Ended, Timed } from './jobs.mjs'

/** Nothing was measured of this machine, which counts as that of the budgets then. `lint` may take 22 seconds of a core. */
const ended = (more: Partial<Ended>): Ended => ({
  name: 'lint',
  passed: 1,
  failed: 0,
  startedAt: 0,
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

it('is over a budget from 15 % above it', () => {
  expect(budgetOf(ended({ coreS: 25.29 }), 'fast')).toEqual({
    line: 'lint                1  0:25 of 0:22  (core time here 0:25, took 0:10)',
    isOver: false,
  })
  expect(budgetOf(ended({ coreS: 25.31 }), 'fast')).toMatchObject({
    line: expect.stringMatching(/OVER$/),
    isOver: true,
  })
})

it('has a budget of its own for each tier, and none for a step that it does not know', () => {
  const database = ended({ name: 'database', coreS: 110 })
  expect([budgetOf(database, 'fast').isOver, budgetOf(database, 'all').isOver]).toEqual([true, false])
  expect(budgetOf(ended({ name: 'unknown', coreS: 1 }), 'all').isOver).toBe(true)
})

it('allows 60 journeys in npm test, and any number in npm run test:all', () => {
  expect(budgetOf(journeys(60), 'fast')).toMatchObject({ line: expect.stringContaining('60 of 60'), isOver: false })
  expect(budgetOf(journeys(61), 'fast').isOver).toBe(true)
  expect(budgetOf(journeys(61), 'all').isOver).toBe(false)
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
