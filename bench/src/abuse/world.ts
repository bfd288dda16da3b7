import { type Actor, event, type Happening, Random } from './actors.ts'
import { attacks } from './attacks.ts'
import { type Action, carrier, DAY, DAYS, times, VEHICLES } from './month.ts'

// A month of a city: who lives there, what happens, what of it is told, voted on and rated, and by whom it is abused.

const HONEST = 10_000
const EVENTS_A_DAY = 24
const RATINGS = 6_000

export type World = { actors: Actor[]; actions: Action[]; praise: number[] }

/** The same world for the same seed; `scale` makes it so many times smaller. */
export function worldOf(seed: number, scale: number): World {
  const random = new Random(seed)
  const people = Array.from({ length: HONEST / scale }, (_, n) => honest(random, n, scale))
  const happenings = Array.from({ length: (DAYS * EVENTS_A_DAY) / scale }, () => event(random, DAYS))
  const praise = Array.from({ length: VEHICLES }, () => 0.3 + 0.6 * random.next())
  const hostile = attacks(random, happenings, scale)
  const actions = [
    ...happenings.flatMap((about) => toldOf(random, people, about)),
    ...ratings(random, people, praise, RATINGS / scale),
    ...hostile,
    ...doubts(random, people, hostile),
  ]
  return {
    actors: [...new Set(actions.map(({ who }) => who))],
    actions: actions.filter(({ at }) => at >= 0 && at < DAYS * DAY).sort((a, b) => a.at - b.at),
    praise,
  }
}

/** Three of ten have an account, nine of ten of these for long; six of ten share the addresses of mobile networks. */
function honest(random: Random, n: number, scale: number): Actor {
  const isMobile = random.chance(0.6)
  return {
    phone: `honest ${n}`,
    account: random.chance(0.3) ? random.uuid() : null,
    since: random.chance(0.9) ? -60 * DAY : random.below(DAYS * DAY),
    network: () => (isMobile ? carrier(random, scale) : `home ${n}`),
  }
}

/** Reports of those who saw it, about three and a half, votes of those who pass, and of those who see that it is over. */
function toldOf(random: Random, people: Actor[], about: Happening): Action[] {
  const told = (kind: 'report' | 'confirm' | 'over', at: number): Action => ({
    kind,
    at: Math.round(at),
    who: random.of(people),
    attack: null,
    about,
  })
  const { at, minutes } = about
  return [
    ...times(1 + random.poisson(2.5), () => told('report', at + random.exponential(12))),
    ...times(random.poisson(2), () => told('confirm', at + 5 + random.next() * minutes)),
    ...times(random.poisson(1.5), () => told('over', at + minutes + random.next() * 60)),
  ]
}

/** Some who pass where nothing happened say so. */
function doubts(random: Random, people: Actor[], hostile: Action[]): Action[] {
  const first = new Map(
    hostile.flatMap((each) => (each.kind === 'report' ? [[each.about, each] as const] : [])).reverse(),
  )
  return [...first.values()].flatMap(({ at, about }) =>
    times(random.poisson(1), () => ({
      kind: 'deny' as const,
      at: Math.round(at + 10 + random.next() * 90),
      who: random.of(people),
      attack: null,
      about,
    })),
  )
}

/** Ratings of riders with an account, by what each vehicle deserves. */
function ratings(random: Random, people: Actor[], praise: number[], count: number): Action[] {
  const riders = people.filter(({ account }) => account)
  return times(count, () => {
    const vehicle = random.below(VEHICLES)
    const stars = random.chance(praise[vehicle] ?? 0) ? 4 + random.below(2) : 1 + random.below(3)
    return { kind: 'rate' as const, at: random.below(DAYS * DAY), who: random.of(riders), attack: null, vehicle, stars }
  })
}
