import { createHash, randomUUID } from 'node:crypto'
import type { Queryable } from '../database/database.ts'
import { readDemo } from './demo-file.ts'
import { registeredVehicles } from './fleet.ts'
import { PEOPLE, type PersonName } from './people.ts'
import { demoStages } from './stages.ts'

// Seeds the demo through the same functions as real requests, each at its own time, so that it follows every rule.

export type SeedData = {
  minutesAgo: number
  /** A demo person with an account one month old, an invented rider with earlier ratings, or a new one. */
  rider: PersonName | number | 'stranger'
  category: string
  /** Which of the stages of the demo. */
  stop: number
  /** Which of the registered vehicles. */
  vehicle?: number
  injury?: 'none' | 'some'
  note?: string | undefined
}

export type Database = Pick<Queryable, 'query'>

/** Resets the clock. Also before seeding, because an interrupted run may have left it shifted. */
export const resetClock = (database: Database) => database.query('delete from app.clock')

/** Runs work that shifts the clock back, and always resets the clock afterwards. */
export async function inThePast<T>(database: Database, seedPast: () => Promise<T>): Promise<T> {
  try {
    return await seedPast()
  } finally {
    await resetClock(database)
  }
}

export const riderId = (rider: SeedData['rider']) => {
  if (typeof rider === 'number') return `0d000000-0000-4000-8000-00000000000${rider}`
  return rider === 'stranger' ? randomUUID() : PEOPLE[rider].id
}

/** Sets the clock back by this many minutes. */
export const turnBack = (database: Database, minutes: number) =>
  database.query(
    `insert into app.clock (shift) values (make_interval(mins => -$1::int))
     on conflict (singleton) do update set shift = excluded.shift`,
    [minutes],
  )

/** What the story of the city is made of. */
export async function openDemo(database: Database) {
  const demo = readDemo()
  return { demo, stages: await demoStages(database, demo), vehicles: registeredVehicles(demo) }
}

type Opened = Awaited<ReturnType<typeof openDemo>>

/** Creates one report, at its time, from its rider's own phone. Null if the network has no such stage. */
export async function seed(database: Database, { stages, vehicles }: Opened, entry: SeedData): Promise<string | null> {
  const stop = stages[entry.stop]?.id
  if (stop === undefined) return null
  const [id, rider] = [randomUUID(), riderId(entry.rider)]
  const { category, injury, note } = entry
  const report = { id, reporter_id: rider, category, injury, note, stop_id: stop }
  const device = createHash('sha256').update(rider).digest('base64url')
  await turnBack(database, entry.minutesAgo)
  await database.query('select api.register_device($1)', [device])
  await database.query(
    `select app.receive_report(
              jsonb_populate_record(null::app.reports, $1::jsonb || jsonb_build_object('device_hash', app.known_device($2))),
              p_vehicle => $3)`,
    [JSON.stringify(report), device, vehicles[entry.vehicle ?? -1]?.plate ?? null],
  )
  return id
}

/**
 * Runs a statement as a demo person; its from list must contain `caller`, so that the claims are set before it runs.
 */
export const as = (database: Database, person: PersonName, statement: string, params: unknown[]) =>
  database.query(
    `with caller as materialized (select set_config('request.jwt.claims', $1, true) as claims) ${statement}`,
    [JSON.stringify({ sub: PEOPLE[person].id, role: 'authenticated' }), ...params],
  )
