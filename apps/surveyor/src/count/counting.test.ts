import { MAX_TAPS } from '@salama/domain/shared'
import { StageCountBody } from '@salama/domain/stage-counts/contract'
import { expect, test } from 'vitest'
import type { Assignment } from '@/field-state/field-cache.ts'
import type { Counting } from '@/field-state/saved-count.ts'
import { countedS, countOf, isFull, paused, reopened, resumed, routesAt, seen, tapped, undone } from './counting.ts'

const START = Date.parse('2026-11-20T05:00:00Z')
const ROUTE = '00000000-0000-5000-8000-0000000000a2'
const SESSION = '2c1f7a90-6a53-4c3e-8f0d-6b1d5a7e9c44'
const at = (seconds: number) => START + seconds * 1000
const begun: Counting = {
  id: '3d9f6b1e-2c4a-4f8e-9b7d-5a6c8e0f1d23',
  token: 412,
  startedAt: new Date(START).toISOString(),
  startedMs: START,
  routes: [{ id: ROUTE, name: '44' }],
  taps: [],
  pauses: [],
  pausedS: null,
  seenS: 0,
  place: null,
}

test('counts taps with their seconds, and undoes the last one', () => {
  const two = tapped(tapped(begun, ROUTE, at(5)), null, at(9))
  expect(two.taps).toEqual([
    { routeId: ROUTE, atS: 5 },
    { routeId: null, atS: 9 },
  ])
  expect(undone(two).taps).toEqual([{ routeId: ROUTE, atS: 5 }])
  expect(undone(begun).taps).toEqual([])
})

test('a pause is not counted time, and takes no taps', () => {
  const stopped = paused(begun, at(60))
  expect(tapped(stopped, ROUTE, at(70)).taps).toEqual([])
  expect(countedS(stopped, at(600))).toBe(60)
  expect(countedS(resumed(stopped, at(600)), at(660))).toBe(120)
  expect(paused(stopped, at(90))).toEqual(stopped)
  expect(resumed(begun, at(90))).toEqual(begun)
})

test('the time in which the app was closed becomes a pause', () => {
  const open = seen(begun, at(100))
  expect(reopened(open, at(190))).toEqual(open)
  expect(reopened(open, at(191))).toEqual({ ...open, pausedS: 100 })
  expect(reopened(paused(begun, at(60)), at(1000)).pausedS).toBe(60)
  const again = reopened(open, at(1000))
  expect(again.pausedS).toBe(100)
  expect(countedS(resumed(again, at(1000)), at(1020))).toBe(120)
})

test('a clock that is set back does not turn the seconds back', () => {
  const open = seen(begun, at(100))
  expect(tapped(open, ROUTE, at(-5000)).taps).toEqual([{ routeId: ROUTE, atS: 100 }])
})

test('sends a valid body that ends where the pause began', () => {
  const content = countOf(paused(tapped(begun, ROUTE, at(5)), at(90)), SESSION, at(4000))
  expect(content).toMatchObject({ vehicles: 1, minutes: 1, claimToken: 412 })
  expect(content.body?.endedAt).toBe(new Date(at(90)).toISOString())
  expect(StageCountBody.safeParse({ ...content.body, id: begun.id, sessionId: SESSION }).error).toBeUndefined()
})

test('offers the route of the assignment, else those of its stage', () => {
  const names = {
    saccos: [],
    routes: [{ id: ROUTE, slug: '44', shortName: '44', longName: 'Kahawa', name: '44 Kahawa' }],
  }
  // Of stage and assignment only what is read.
  const stages = [{ id: 's', name: 'Odeon', routes: ['44', '99'] }] as unknown as Parameters<typeof routesAt>[1]
  const of = (more: object) => ({ route: null, place: null, placeName: null, ...more }) as unknown as Assignment
  const routes = (assignment: Assignment | null) => routesAt(assignment, stages, names)
  expect(routes(of({ route: { id: 'r', shortName: '23' } }))).toEqual([{ id: 'r', name: '23' }])
  expect(routes(of({ place: { stopId: 's' } }))).toEqual([{ id: ROUTE, name: '44' }])
  expect(routes(of({ placeName: 'Odeon' }))).toEqual([{ id: ROUTE, name: '44' }])
  expect(routes(of({ placeName: 'Koja' }))).toEqual([])
  expect(routes(null)).toEqual([])
  expect(routesAt(of({ placeName: 'Odeon' }), stages, null)).toEqual([])
  const busy = [{ id: 's', name: 'Odeon', routes: Array(9).fill('44') }] as unknown as typeof stages
  expect(routesAt(of({ placeName: 'Odeon' }), busy, names)).toHaveLength(6)
})

test('is full with the most taps that the server takes, and takes no more', () => {
  const taps = Array.from({ length: MAX_TAPS }, () => ({ routeId: null, atS: 1 }))
  const [almost, full] = [
    { ...begun, taps: taps.slice(1) },
    { ...begun, taps },
  ]
  expect([isFull(almost), isFull(full)]).toEqual([false, true])
  expect([tapped(almost, null, at(5)).taps, tapped(full, null, at(5)).taps].map(({ length }) => length)).toEqual([
    MAX_TAPS,
    MAX_TAPS,
  ])
})

test('is over after fourteen hours', () => {
  expect(countedS(begun, at(50_400))).toBe(50_400)
  expect(countedS(begun, at(50_401))).toBe(50_400)
})

test('says its claim and its place where it has them', () => {
  const bodyOf = (more: Partial<Counting>) => countOf({ ...begun, ...more }, SESSION, at(120)).body
  expect(bodyOf({ token: null })).toEqual({
    startedAt: begun.startedAt,
    endedAt: new Date(at(120)).toISOString(),
    taps: [],
    pauses: [],
  })
  expect(bodyOf({})).toMatchObject({ claimToken: 412 })
  expect(bodyOf({ place: { lat: -1.28, lng: 36.82, accuracyM: 12 } })).toMatchObject({
    place: { lat: -1.28, lng: 36.82 },
  })
})
