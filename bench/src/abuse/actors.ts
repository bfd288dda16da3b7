import { seededRandom } from '../../../packages/local-supabase/src/demo-history/random.ts'

/** Somebody with a phone, and an account or none; `since`: the minute from which both exist. */
export type Actor = { phone: string; account: string | null; since: number; network: () => string }
/** Something that happened, or that somebody says happened. */
export type Happening = {
  isTrue: boolean
  at: number
  minutes: number
  category: string
  lat: number
  lng: number
  /** The number of the vehicle, for kinds that are about one. */
  vehicle: number | null
}

const DAY = 24 * 60
const CATEGORIES = ['crash', 'hazard', 'road_block', 'breakdown']
const ABOUT_VEHICLES = ['reckless_driving', 'overloading']

/** Seeded draws. */
export class Random {
  readonly next: () => number
  constructor(seed: number) {
    this.next = seededRandom(seed).next
  }
  below(count: number): number {
    return Math.floor(this.next() * count)
  }
  chance(share: number): boolean {
    return this.next() < share
  }
  of<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new Error('nothing to choose from')
    return value
  }
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next())
  }
  /** Knuth's method. */
  poisson(mean: number): number {
    let count = -1
    for (let product = 1; product > Math.exp(-mean); count++) product *= this.next()
    return count
  }
  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}

/** Something true, between five in the morning and ten at night, anywhere in the city, for half an hour to four hours. */
export function event(random: Random, days: number): Happening {
  const ofVehicle = random.chance(0.3)
  return {
    isTrue: true,
    at: random.below(days) * DAY + 5 * 60 + random.below(17 * 60),
    minutes: 30 + random.below(210),
    category: random.of(ofVehicle ? ABOUT_VEHICLES : CATEGORIES),
    ...somewhere(random),
    vehicle: ofVehicle ? random.below(200) : null,
  }
}

/** The same, but a lie of that minute. */
export const lie = (random: Random, at: number): Happening => ({
  ...event(random, 1),
  isTrue: false,
  at,
  category: random.of(CATEGORIES),
  vehicle: null,
})

const somewhere = (random: Random) => ({ lat: -1.42 + random.next() * 0.3, lng: 36.65 + random.next() * 0.4 })
