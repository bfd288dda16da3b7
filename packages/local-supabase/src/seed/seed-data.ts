import { createHash, randomUUID } from 'node:crypto'
import type { Queryable } from '../database/database.ts'
import { PEOPLE, type PersonName } from './people.ts'

// Seeds the demo through the same functions as real requests, each at its own time, so that it follows every rule.

export type SeedData = {
  minutesAgo: number
  /** A demo person with an account one month old, an invented rider with earlier ratings, or a new one. */
  rider: PersonName | number | 'stranger'
  category: string
  stop: string
  vehicle?: string
  injury?: 'none' | 'some'
  note?: string
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

/** Creates one report, at its time, from its rider's own phone. Null if the network has no such stage. */
export async function seed(database: Database, entry: SeedData): Promise<string | null> {
  const stop = await stopId(database, entry.stop)
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
    [JSON.stringify(report), device, entry.vehicle ?? null],
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

export async function stopId(database: Database, name: string): Promise<string | undefined> {
  const [stop] = await database.query<{ id: string }>(
    'select id from app.stops where name_key = app.name_key($1) and retired_at is null order by gtfs_id limit 1',
    [name],
  )
  return stop?.id
}
