import { type Actor, type Happening, lie, type Random } from './actors.ts'
import { type Action, carrier, DAY, DAYS, FLEET, times } from './month.ts'

/** The attacks of the month, in the words of the table. */
export const ATTACKS = {
  patient: 'pairs who let two accounts grow old, then tell the same lie, every fourth day',
  fresh: 'a new phone for each lie, one a day, from mobile addresses',
  flood: 'hundreds of new phones behind one mobile address, for an hour',
  four: 'four old accounts against a rider: they deny what is true, or say that it is over',
  rival: 'a sacco against its rival: lowest ratings, and false complaints',
  praise: 'a sacco praises itself',
} as const
export type Attack = keyof typeof ATTACKS

/** What 500 hostile people do in the month. */
export function attacks(random: Random, happenings: Happening[], scale: number): Action[] {
  const old = (name: string): Actor => ({
    phone: name,
    account: random.uuid(),
    since: -3 * DAY,
    network: () => `home ${name}`,
  })
  const fresh = (name: string, at: number, network: () => string): Actor => ({
    phone: name,
    account: null,
    since: at,
    network,
  })
  const report = (attack: Attack, who: Actor, at: number, about: Happening): Action => ({
    kind: 'report',
    attack,
    who,
    at,
    about,
  })

  const patient = times(50 / scale, (n) => [old(`patient ${n} a`), old(`patient ${n} b`)] as const).flatMap(([a, b]) =>
    times(DAYS / 4, (turn) => {
      const at = turn * 4 * DAY + random.below(4 * DAY - 10)
      const about = lie(random, at)
      return [report('patient', a, at, about), report('patient', b, at + 2, about)]
    }).flat(),
  )
  const lies = times(100 / scale, (n) =>
    times(DAYS, (day) => {
      const at = day * DAY + random.below(DAY)
      return report(
        'fresh',
        fresh(`fresh ${n} ${day}`, at, () => carrier(random, scale)),
        at,
        lie(random, at),
      )
    }),
  ).flat()
  const flood = [10, 20].flatMap((day) =>
    times(300 / scale, (n) => {
      const at = day * DAY + 8 * 60 + random.below(60)
      return report(
        'flood',
        fresh(`flood ${day} ${n}`, at, () => 'carrier 0'),
        at,
        lie(random, at),
      )
    }),
  )
  const four = times(40 / scale, (n) => times(4, (who) => old(`four ${n} ${who}`))).flatMap((group) =>
    times(DAYS / 3, () => {
      const about = random.of(happenings)
      const kind = random.chance(0.5) ? ('deny' as const) : ('over' as const)
      return group.map((who, n): Action => ({ kind, attack: 'four', who, at: about.at + 12 + 3 * n, about }))
    }).flat(),
  )
  return [...patient, ...lies, ...flood, ...four, ...campaigns(random, old, scale)]
}

/** Sixty of one sacco rate the vehicles of the next one and complain about them; thirty praise those of their own. */
function campaigns(random: Random, old: (name: string) => Actor, scale: number): Action[] {
  const ofDay = (who: Actor, at: number): Actor => (random.chance(0.5) ? who : { ...who, since: at - 60 })
  const rival = times(60 / scale, (n) => {
    const at = 5 * DAY + random.below(20 * DAY)
    const who = ofDay(old(`rival ${n}`), at)
    const vehicle = random.below(FLEET)
    const about = { ...lie(random, at), category: 'reckless_driving', vehicle }
    return [
      ...times(
        3,
        (turn): Action => ({
          kind: 'rate',
          attack: 'rival',
          who,
          at: at + turn * 180,
          vehicle: (vehicle + turn) % FLEET,
          stars: 1,
        }),
      ),
      { kind: 'report', attack: 'rival', who, at: at + 5, about } satisfies Action,
    ]
  }).flat()
  const praise = times(30 / scale, (n) => {
    const at = 5 * DAY + random.below(20 * DAY)
    const who = ofDay(old(`praise ${n}`), at)
    return times(
      10,
      (turn): Action => ({
        kind: 'rate',
        attack: 'praise',
        who,
        at: at + turn * 180,
        vehicle: FLEET + random.below(FLEET),
        stars: 5,
      }),
    )
  }).flat()
  return [...rival, ...praise]
}
