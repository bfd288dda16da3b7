import { randomUUID } from 'node:crypto'
import type { Queryable } from '../database/database.ts'

// What invented riders report at real stages, so that a new clone shows a living map. Told through the same function as
// any report, an hour back and minute by minute, so that it obeys every rule: it joins, corroborates and coarsens.

type Told = {
  minutesAgo: number
  /** Which invented rider, and with them which phone. */
  rider: number
  category: string
  stop: string
  vehicle?: string
  injury?: 'none'
}

const STORY: Told[] = [
  { minutesAgo: 118, rider: 1, category: 'theft', stop: 'Odeon' },
  { minutesAgo: 55, rider: 2, category: 'road_block', stop: 'Globe' },
  { minutesAgo: 48, rider: 3, category: 'road_block', stop: 'Globe' },
  { minutesAgo: 41, rider: 4, category: 'crash', stop: 'Allsops', injury: 'none' },
  { minutesAgo: 36, rider: 5, category: 'crash', stop: 'Allsops', injury: 'none' },
  { minutesAgo: 33, rider: 6, category: 'crash', stop: 'Allsops', injury: 'none' },
  { minutesAgo: 27, rider: 7, category: 'overloading', stop: 'Kencom/Ambassadeur', vehicle: 'KZZ 101D' },
  { minutesAgo: 22, rider: 8, category: 'reckless_driving', stop: 'Roysambu', vehicle: 'KZZ 202D' },
  { minutesAgo: 19, rider: 1, category: 'reckless_driving', stop: 'Roysambu', vehicle: 'KZZ 202D' },
  { minutesAgo: 14, rider: 2, category: 'breakdown', stop: 'Bellevue', vehicle: 'KZZ 301D' },
  { minutesAgo: 9, rider: 3, category: 'hazard', stop: 'Kenyatta Market Flyover' },
  { minutesAgo: 6, rider: 4, category: 'fare_dispute', stop: 'Railways', vehicle: 'KZZ 201D' },
]

const riderId = (n: number) => `0d000000-0000-4000-8000-00000000000${n}`

/** Tells the story again when nothing is live, so that a demo that was left alone for days is not an empty page. */
export async function tellStory(database: Pick<Queryable, 'query'>): Promise<number> {
  // Whoever stopped an earlier telling in the middle must not leave the clock where it was.
  await database.query('delete from app.clock')
  const [feed] = await database.query<{ live: boolean }>(
    'select exists (select from app.incident_feed f where f.visible_until > app.now()) as live',
  )
  if (feed?.live) return 0
  let told = 0
  try {
    for (const entry of STORY) told += await tell(database, entry)
  } finally {
    await database.query('delete from app.clock')
  }
  return told
}

/** One report, at its time. A stage that the network does not have is left out. */
async function tell(database: Pick<Queryable, 'query'>, entry: Told): Promise<number> {
  await database.query(
    `insert into app.clock (shift) values (make_interval(mins => -$1::int))
     on conflict (singleton) do update set shift = excluded.shift`,
    [entry.minutesAgo],
  )
  const rows = await database.query(
    `select app.receive_report(
              ($3, $4, null, null, null, s.id, null, $5, null, null, null)::app.report_content,
              $1::uuid, $2::uuid, sha256($2::text::bytea))
       from (select id from app.stops where name_key = app.name_key($6) and retired_at is null order by gtfs_id limit 1) s`,
    [randomUUID(), riderId(entry.rider), entry.category, entry.vehicle ?? null, entry.injury ?? null, entry.stop],
  )
  return rows.length
}
