import type { Queryable } from '../database/database.ts'
import type { Demo } from './demo-file.ts'

/** A stage of the feed, how many vehicles leave it on a day, and whether it is on one of the corridors. */
export type Stage = { id: string; name: string; lat: number; lng: number; departures: number; onCorridor: boolean }

/**
 * The stages where the story happens: those that the city's demo names, undefined where the network has none of the
 * name; otherwise the busiest, each in another part of the city.
 */
export async function demoStages(
  database: Pick<Queryable, 'query'>,
  { stops }: Demo,
): Promise<({ id: string; name: string } | undefined)[]> {
  if (stops) return Promise.all(stops.map(async (name) => stageNamed(database, name)))
  const [found, taken]: [Stage[], Set<string>] = [[], new Set()]
  for (const stage of await busyStages(database)) {
    const cell = `${Math.round(stage.lat * 50)} ${Math.round(stage.lng * 50)}`
    if (!taken.has(cell) && !taken.has(stage.name)) found.push(stage)
    taken.add(cell).add(stage.name)
  }
  return found
}

async function stageNamed(database: Pick<Queryable, 'query'>, name: string) {
  const [stop] = await database.query<{ id: string; name: string }>(
    'select id, name from app.stops where name_key = app.name_key($1) and retired_at is null order by gtfs_id limit 1',
    [name],
  )
  return stop
}

/** The stages of the feed inside the service area, with the departures of a day: the busiest three hundred. */
export const busyStages = (database: Pick<Queryable, 'query'>) =>
  database.query<Stage>(`
  with runs as (
    select t.id, coalesce((select sum((f.ends_s - f.starts_s) / f.headway_s) from app.frequencies f where f.trip_id = t.id), 1) as n
      from app.trips t
  ), busy as (
    select s.name_key, sum(r.n)::int as departures
      from app.stop_times st join runs r on r.id = st.trip_id join app.stops s on s.id = st.stop_id
     group by s.name_key
  )
  select p.id, p.name, p.lat, p.lng, b.departures, p.corridor_id is not null as "onCorridor"
    from app.points_of_interest p join busy b on b.name_key = p.name_key
   where app.service_area_at(p.lat, p.lng) is not null
   order by b.departures desc, p.id limit 300`)
