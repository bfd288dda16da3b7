import { exampleIncident } from '@salama/domain/incidents/contract'
import type { Direction } from '@salama/domain/network/contract'
import { expect, test } from 'vitest'
import { aheadOf, directionOf, measure } from './ahead.ts'

/** A road to the east with a stage every 1.1 km, and the same road back. */
const stages = ['A', 'B', 'C', 'D'].map((name, n) => ({
  id: name,
  name,
  isMain: true,
  place: { lat: 0, lng: 36.8 + n / 100 },
}))
const live = (after: number, lng: number, id: string, lat = 0) => ({
  after,
  incident: { ...exampleIncident, id, areaName: null, place: { lat, lng } },
})
const there: Direction = { stages, live: [live(3, 36.825, 'far'), live(1, 36.803, 'near'), live(1, 36.807, 'nearer')] }
const back: Direction = { stages: stages.toReversed(), live: [] }
const at = (lng: number, lat = 0) => ({ lat, lng })
const idsAt = (place: { lat: number; lng: number } | null) =>
  aheadOf(there, place).live.map(({ after, incident }) => [incident.id, after])

test('knows how far along the stages a place is, and how many are behind it', () => {
  expect(measure(stages, at(36.815))).toMatchObject({ behind: 2, alongM: expect.closeTo(1670, -1) })
  expect(measure(stages, at(36.79))).toMatchObject({ behind: 0, alongM: 0 })
  expect(measure(stages, at(36.81, 0.001)).offM).toBeCloseTo(111, 0)
  expect(measure([], at(36.81)).offM).toBe(Number.POSITIVE_INFINITY)
})

test('lists what lies ahead in order, with the stages before it, and leaves out what is behind', () => {
  expect(idsAt(at(36.801))).toEqual([
    ['near', 0],
    ['nearer', 0],
    ['far', 2],
  ])
  expect(idsAt(at(36.805))).toEqual([
    ['nearer', 0],
    ['far', 2],
  ])
  expect(idsAt(at(36.829))).toEqual([])
  const { isPlaced, stages, live } = aheadOf(there, at(36.805))
  expect([isPlaced, stages.map(({ name }) => name)]).toEqual([true, ['B', 'C', 'D']])
  expect(live.map(({ incident }) => incident.distanceM)).toEqual([222, 2224].map((m) => expect.closeTo(m, -1)))
})

test('lists all of the route where the phone does not know where it is, or is off the route', () => {
  const all = [
    ['near', 1],
    ['nearer', 1],
    ['far', 3],
  ]
  expect(idsAt(null)).toEqual(all)
  expect(idsAt(at(36.81, 0.1))).toEqual(all)
  expect(aheadOf(there, null)).toMatchObject({ isPlaced: false, stages })
})

test('takes the direction from a movement of some hundred metres along the route', () => {
  const directions = [there, back]
  expect(directionOf(directions, at(36.801), at(36.806))).toBe(0)
  expect(directionOf(directions, at(36.806), at(36.801))).toBe(1)
  expect(directionOf(directions, at(36.801), at(36.802))).toBeNull()
  expect(directionOf(directions, at(36.801, 1), at(36.806, 1))).toBeNull()
})
