import { createHash } from 'node:crypto'
import { fromCityTime, toCityDay } from '@salama/domain/shared'
import type { Demo } from '../seed/demo-file.ts'
import { fleetOf, seen } from '../seed/fleet.ts'
import type { Stage } from '../seed/stages.ts'
import { type Random, seededRandom } from './random.ts'

// The demo's last three months, as a list of what happened when. Pure: the same days, places, city and seed give the same.

const HISTORY_DAYS = 91
const SEED = 20

type Base = { at: Date }
export type Happening =
  | (Base & {
      kind: 'report'
      id: string
      rider: number
      category: string
      stop: string
      injury?: string
      vehicle?: string
      note?: string
    })
  | (Base & { kind: 'vote'; report: string; rider: number; vote: 'confirm' | 'deny' | 'over' })
  | (Base & {
      kind: 'rating'
      id: string
      rider: number
      vehicle: string
      stars: number
      tags: string[]
      comment?: string
    })
  | (Base & { kind: 'session' | 'end'; id: string; surveyor: string; stop: string })
  | (Base & {
      kind: 'entry'
      id: string
      surveyor: string
      session: string
      stop: string
      facts: object
      note?: string
    })
  | (Base & { kind: 'day' })

/** Share of all events, and how likely further riders report the same one. */
const CATEGORIES: readonly (readonly [category: string, share: number, again: number])[] = [
  ['overloading', 22, 0.3],
  ['reckless_driving', 21, 0.35],
  ['fare_dispute', 13, 0.2],
  ['hazard', 9, 0.35],
  ['breakdown', 9, 0.25],
  ['road_block', 8, 0.55],
  ['crash', 7, 0.6],
  ['theft', 5, 0.1],
  ['harassment', 3.5, 0],
  ['robbery', 1.5, 0],
  ['assault', 0.7, 0],
]

/** How busy each hour of a day is: two peaks, and quiet nights. */
const HOURS = [1, 0, 0, 0, 1, 5, 18, 26, 22, 11, 8, 8, 10, 9, 8, 10, 17, 26, 27, 19, 11, 7, 4, 2]
const NIGHT_HOURS = [7, 4, 2, 1, 2, 4, 5, 4, 2, 1, 1, 1, 2, 2, 2, 3, 4, 6, 9, 14, 16, 15, 12, 9]
const AFTER_DARK = ['theft', 'robbery', 'assault', 'harassment']
/** Sunday first. */
const WEEKDAYS = [0.55, 1.05, 1, 1, 1.05, 1.3, 0.85]
const ON_THE_ROAD = ['crash', 'hazard', 'road_block', 'breakdown', 'reckless_driving', 'overloading']
const NAMES_VEHICLE = ['overloading', 'reckless_driving', 'fare_dispute', 'harassment', 'breakdown']

const RIDERS = 170
/** The invented fleet; a few have most complaints. */
const complainedOf = (demo: Demo) =>
  fleetOf(demo).map((vehicle, index) => ({ ...vehicle, complaints: 12 / (index + 4) }))

/** The week of the history in which each surveyor began. */
const SINCE_WEEK = [0, 4, 7]

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * What happened over so many days. Ends some hours before `now`: the last two hours belong to the demo's live story.
 */
export function generateHistory(
  now: Date,
  demo: Demo,
  places: readonly Pick<Stage, 'id' | 'departures' | 'onCorridor'>[],
  surveyors: readonly string[],
  days = HISTORY_DAYS,
): Happening[] {
  const random = seededRandom(SEED)
  const fleet = complainedOf(demo)
  const dayAfter = (nth: number) =>
    new Date(Date.parse(toCityDay(now)) + (nth + 1 - days) * DAY).toISOString().slice(0, 10)
  const midnightOf = (nth: number) => +fromCityTime(`${dayAfter(nth)}T00:00`)
  const stops = places.map(({ id, departures }) => [id, departures] as const)
  // What happens while driving happens on the trunk roads, the rest where people board.
  const roads = places.map(({ id, departures, onCorridor }) => [id, onCorridor ? departures * 6 : departures] as const)
  const happenings = Array.from({ length: days }, (_, nth) => {
    const index = HISTORY_DAYS - days + nth
    const day = {
      random,
      demo,
      fleet,
      stops,
      roads,
      surveyors,
      midnight: midnightOf(nth),
      index,
      weekday: new Date(dayAfter(nth)).getUTCDay(),
    }
    return [
      ...reportsOf(day),
      ...ratingsOf(day),
      ...fieldWorkOf(day),
      { kind: 'day', at: new Date(midnightOf(nth + 1)) } as const,
    ]
  })
  const until = now.getTime() - 5 * 60 * MINUTE
  return happenings
    .flat()
    .filter(({ at }) => at.getTime() < until)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

type Weighted = readonly (readonly [string, number])[]

type DayOf = {
  random: Random
  demo: Demo
  fleet: ReturnType<typeof complainedOf>
  stops: Weighted
  roads: Weighted
  surveyors: readonly string[]
  midnight: number
  index: number
  weekday: number
}

function reportsOf(day: DayOf): Happening[] {
  const { random, index, weekday } = day
  // The service becomes known: twice as many reports after three months. Rain brings more.
  const rain = random.chance(0.18) ? 1.5 : 1
  const expected = (5 + (5 * index) / HISTORY_DAYS) * (WEEKDAYS[weekday] ?? 1) * rain
  const count = Math.max(1, Math.round(expected * (0.75 + random.next() / 2)))
  return Array.from({ length: count }, () => eventOf(day)).flat()
}

/** One event: the first report, riders who report the same, and votes. */
function eventOf(day: DayOf): Happening[] {
  const { random, demo, fleet, stops, roads } = day
  const notes: Partial<Record<string, readonly string[]>> = demo.notes
  const category = random.pick(CATEGORIES.map((each) => [each[0], each[1]]))
  const own = notes[category]
  const again = CATEGORIES.find(([code]) => code === category)?.[2] ?? 0
  const first = timeOf(day, AFTER_DARK.includes(category) ? NIGHT_HOURS : HOURS)
  const stop = random.pick(ON_THE_ROAD.includes(category) ? roads : stops)
  const plate = random.pick(fleet.map((each) => [each.plate, each.complaints]))
  const isVehicleNamed = NAMES_VEHICLE.includes(category) && random.chance(0.85)
  const injury =
    category === 'crash'
      ? random.pick([
          ['none', 7],
          ['some', 2],
          ['unknown', 1],
        ])
      : undefined
  const report = (at: number): Extract<Happening, { kind: 'report' }> => ({
    kind: 'report',
    id: idOf(random),
    at: new Date(at),
    rider: random.between(1, RIDERS),
    category,
    stop,
    ...(injury && { injury }),
    ...(isVehicleNamed && { vehicle: plate }),
    ...(random.chance(0.45) && own && { note: random.of(own) }),
  })
  const found: Happening[] = [report(first)]
  let last = first
  while (found.length < 8 && random.chance(again)) {
    last += random.between(2, 22) * MINUTE
    found.push(report(last))
  }
  return [...found, ...votesOf(random, found, first)]
}

/** Confirms mostly; sometimes several say that it is over, or that it is not so. */
function votesOf(random: Random, reports: readonly Happening[], from: number): Happening[] {
  const [first] = reports
  if (first?.kind !== 'report' || !random.chance(0.35)) return []
  const vote = random.pick([['confirm', 8] as const, ['over', 2] as const, ['deny', 0.5] as const])
  const count = vote === 'confirm' ? random.between(1, 4) : 3
  return Array.from({ length: count }, (_, n) => ({
    kind: 'vote',
    report: first.id,
    at: new Date(from + random.between(6 + n * 5, 25 + n * 5) * MINUTE),
    rider: random.between(1, RIDERS),
    vote,
  }))
}

const GOOD_TAGS = ['safe_driving', 'courteous', 'clean', 'on_time', 'fair_fare']
const BAD_TAGS = ['reckless', 'overloaded', 'rude', 'dirty', 'late', 'overcharged', 'loud']

function ratingsOf(day: DayOf): Happening[] {
  const { random, demo, fleet } = day
  return Array.from({ length: random.between(1, 4) }, () => {
    const [vehicle, complaints] = random.pick(fleet.map((each) => [[each.plate, each.complaints] as const, 1]))
    const stars = Math.min(5, Math.max(1, Math.round(4.4 - complaints + (random.next() - 0.5) * 3)))
    const tags = stars >= 4 ? GOOD_TAGS : stars <= 2 ? BAD_TAGS : [...GOOD_TAGS, ...BAD_TAGS]
    return {
      kind: 'rating',
      id: idOf(random),
      at: new Date(timeOf(day, HOURS)),
      rider: random.between(1, RIDERS),
      vehicle,
      stars,
      tags: [...new Set([random.of(tags), random.of(tags)])].sort(),
      ...(demo.comments.length > 0 && random.chance(0.3) && { comment: random.of(demo.comments) }),
    }
  })
}

/** Two mornings or afternoons a week each, at a busy stage. */
function fieldWorkOf(day: DayOf): Happening[] {
  const { random, index, weekday, midnight } = day
  return day.surveyors.flatMap((surveyor, n): Happening[] => {
    const isWorking = weekday === 1 + n || weekday === (4 + n) % 6
    if (!isWorking || index / 7 < (SINCE_WEEK[n] ?? 0) || random.chance(0.12)) return []
    const start = midnight + (random.chance(0.6) ? 7 : 15) * 60 * MINUTE + random.between(0, 40) * MINUTE
    const [session, stop] = [idOf(random), random.pick(day.stops)]
    let at = start
    const entries = Array.from({ length: random.between(2, 5) }, (): Happening => {
      at += random.between(9, 38) * MINUTE
      return { kind: 'entry', id: idOf(random), at: new Date(at), surveyor, session, stop, ...sightingOf(day) }
    })
    return [
      { kind: 'session', id: session, at: new Date(start), surveyor, stop },
      ...entries,
      { kind: 'end', id: session, at: new Date(at + random.between(5, 30) * MINUTE), surveyor, stop },
    ]
  })
}

function sightingOf({ random, demo, fleet }: DayOf) {
  const vehicle = random.of(fleet)
  const check = () =>
    random.pick([
      ['ok', 8],
      ['faulty', 1],
      ['missing', 1],
    ])
  return {
    facts: {
      ...seen(vehicle),
      checks: { tyres: check(), seatBelts: check(), fireExtinguisher: check(), speedGovernor: check() },
    },
    ...(random.chance(0.1) && demo.field.hurried && { note: demo.field.hurried }),
  }
}

function timeOf({ random, midnight }: DayOf, hours: readonly number[]): number {
  const hour = random.pick(hours.map((weight, at) => [at, weight]))
  return midnight + (hour * 60 + random.between(0, 59)) * MINUTE + random.between(0, 59) * 1000
}

/** A version 4 UUID from the generator. */
function idOf(random: Random): string {
  const hex = createHash('md5').update(String(random.next())).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
