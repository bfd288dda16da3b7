import type { Queryable } from '@salama/local-supabase/database'

/** Claims of an admin and of a surveyor, to whom `fillSkewed` gives the roles. */
export const ADMIN = { role: 'authenticated', sub: '00000000-0000-4000-8000-00000000ad01' }
export const SURVEYOR = { role: 'authenticated', sub: '00000000-0000-4000-8000-00000000ad02' }
export const RIDER = { role: 'authenticated', sub: '00000000-0000-4000-8000-00000000ad03' }

/** The plate of the vehicle that most incidents of `fillSkewed` name, and the slug of their corridor. */
export const BUSY_PLATE = 'KXA000A'

/** A category that no live incident of `fillSkewed` has, and one that every thousandth has. */
export const ABSENT_CATEGORY = 'robbery'
export const RARE_CATEGORY = 'overloading'

/** How much `fillSkewed` makes. `over`: incidents that are over, for each live one. */
export type Counts = { rows: number; vehicles: number; over: number; ratings: number }

/**
 * Replaces the incidents, and adds what a city with so many has, for reads at scale: hot spots along the corridors of
 * the network that is loaded, of which the densest has a fifth of all, and empty land everywhere else. For each live
 * incident one closed review; 200 open reviews and 2,000 assignments.
 *
 * Few statements a table, none of which takes longer than one may, and indexes are built afterwards: a million take about
 * four minutes.
 */
export async function fillSkewed(
  database: Queryable,
  rows: number,
  { vehicles = rows / 20, over = 1, ratings = 0 }: Partial<Counts> = {},
): Promise<void> {
  const counts = { rows, vehicles, over, ratings, waiting: 200 }
  await database.exec(`
    select setseed(0.5);
    insert into app.user_roles (user_id, role) values ('${ADMIN.sub}', 'admin'), ('${SURVEYOR.sub}', 'surveyor')
      on conflict do nothing;
    truncate app.incident_feed, app.incident_history, app.review_snapshots, app.review_events, app.review_entries cascade;
    truncate app.feedback, app.feedback_events, app.vehicle_feedback_summaries;
    delete from app.vehicles where plate_key like 'KX%' or plate_key like 'KY%';
    delete from app.assignment_slots s using app.assignments a where a.id = s.assignment_id and a.title like 'Skewed %';
    delete from app.assignments where title like 'Skewed %'`)
  await database.exec(`
    insert into app.vehicles (plate, plate_key, public_code, fleet_name)
    select left(k, 3) || ' ' || substr(k, 4), k, 'V-' || translate(lpad(to_hex(i), 8, '0'), 'abcdef', 'ABCDEF'), 'Kifaru ' || i % 4200
      from (select i, 'K' || chr(88 + i / 26000) || chr(65 + (i / 1000) % 26) || lpad((i % 1000)::text, 3, '0') || 'A' as k
              from generate_series(0, ${counts.vehicles - 1}) i) x`)
  const indexes = await database.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('app.incident_feed'::regclass, 'app.incident_history'::regclass) and not indisprimary`,
  )
  for (const { name } of indexes) await database.exec(`drop index ${name}`)
  await database.exec(SPOTS)
  for (let first = 1; first <= counts.rows; first += AT_ONCE)
    await database.exec(FEED(first, Math.min(counts.rows, first + AT_ONCE - 1), counts.vehicles))
  await database.exec('drop table spots, named')
  await database.exec(HISTORY(over))
  for (const { definition } of indexes) await database.exec(definition)
  await database.exec(RATINGS(ratings))
  await database.exec(`
    insert into app.review_entries (kind, subject_id, reason, state, created_at, due_at, decided_at)
    select 'feedback', gen_random_uuid(), 'burst', case when i <= ${counts.waiting} then 'pending' else 'approved' end,
           now() - i * interval '1 minute', now() - i * interval '1 minute' + interval '1 day',
           case when i > ${counts.waiting} then now() - i * interval '1 minute' end
      from generate_series(1, ${counts.waiting + counts.rows}) i`)
  await database.exec(`
    with made as (
      insert into app.assignments (kind, title, instructions, place, created_at, due_at)
      select 'stage_count', 'Skewed ' || i, 'Count', (-1.3 + random() * 0.1, 36.8 + random() * 0.1, null, null)::app.field_place,
             now() - i * interval '1 hour', now() + (20 - i) * interval '1 day'
        from generate_series(1, 2000) i
      returning id)
    insert into app.assignment_slots (assignment_id, n) select m.id, n from made m, generate_series(1, 5) n`)
  for (const table of [
    'incident_feed',
    'incident_history',
    'review_entries',
    'vehicles',
    'feedback',
    'search_documents',
  ])
    await database.query(`vacuum analyze app.${table}`)
  await database.exec('analyze')
}

const AT_ONCE = 500_000

/** Twenty hot spots a corridor, and the vehicles that incidents may name. */
const SPOTS = `
  create temp table spots as
  select row_number() over (order by md5(c.id::text || k)) as n, c.id, c.slug, c.name, extensions.st_y(p) as lat, extensions.st_x(p) as lng
    from app.corridors c, generate_series(0, 19) k,
         lateral (select extensions.st_lineinterpolatepoint(extensions.st_geometryn(c.geom, 1), (k + 0.5) / 20) as p) l
   where c.retired_at is null and not extensions.st_isempty(c.geom);
  create temp table named as
  select row_number() over (order by v.plate_key) - 1 as n, v.id from app.vehicles v where v.plate_key like 'KX%' or v.plate_key like 'KY%';
  create index on named (n);
  analyze spots, named`

/** The first hot spot of them all has the cube root of its share. One incident in ten names a vehicle. */
const FEED = (first: number, last: number, vehicles: number) => `
  insert into app.incident_feed
    (incident_id, visible_from, visible_until, category, lat, lng, corridor_id, vehicle_id, last_seen_at, body)
  select i.incident, now() - interval '1 day', now() + interval '300 days', i.category, round(i.lat::numeric, 5), round(i.lng::numeric, 5),
         i.id, (select v.id from named v where i.i % 10 = 0 and v.n = i.vehicle), i.seen,
         ('{"id":"' || i.incident || '","category":"' || i.category || '","lifecycle":"active","corroboration":"corroborated","reports":5,'
          '"confirms":0,"firstSeenAt":"' || i.at || '","lastSeenAt":"' || i.at || '","expiresAt":"' || i.at || '","place":{"lat":' || i.lat
          || ',"lng":' || i.lng || '},"placeName":"Stage","precision":"point","corridor":{"id":"' || i.id || '","slug":"' || i.slug
          || '","name":"' || i.name || '"},"vehicle":null}')::json
    from (
      select x.*, s.id, s.slug, s.name, s.lat + r * sin(a) as lat, s.lng + r * cos(a) as lng,
             to_char(seen at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
             case when i % 1000 = 0 then '${RARE_CATEGORY}'
                  else (array['crash', 'hazard', 'road_block', 'breakdown', 'hazard', 'fare_dispute', 'theft'])[1 + i % 7] end as category
        from (select i, gen_random_uuid() as incident, date_trunc('second', now() - random() * interval '6 hours') as seen,
                     1 + floor((select count(*) from spots) * power(random(), 3)) as spot,
                     floor(${vehicles} * power(random(), 3)) as vehicle,
                     sqrt(-2 * ln(1 - random())) * 0.003 as r, random() * 2 * pi() as a
                from generate_series(${first}, ${last}) i) x
        join spots s on s.n = x.spot) i`

/** The incidents of a month before, at the same places. */
const HISTORY = (over: number) => `
  insert into app.incident_history (incident_id, visible_from, category, lat, lng, corridor_id, vehicle_id, last_seen_at, body)
  select gen_random_uuid(), f.last_seen_at - interval '1 day' * (1 + n % 30), f.category, f.lat, f.lng, f.corridor_id, f.vehicle_id,
         f.last_seen_at - interval '1 day' * (1 + n % 30), f.body
    from (select f.*, row_number() over () as n from app.incident_feed f, generate_series(1, ${over})) f`

/** Ratings that count, a few vehicles having most. Nothing of a rating's own rules runs; its figures are counted by the first reader. */
const RATINGS = (ratings: number) => `
  set session_replication_role = replica;
  insert into app.feedback (id, rider_id, voice, content_hash, vehicle_id, stars, rode_at, received_at, new_account, counts_from, state)
  select gen_random_uuid(), r.rider, r.rider, '\\x00', v.id, 1 + (r.i % 5), r.at, r.at, false, r.at, 'counted'
    from (select i, gen_random_uuid() as rider, now() - random() * interval '80 days' as at,
                 floor((select count(*) from app.vehicles) * power(random(), 2)) as vehicle
            from generate_series(1, ${ratings}) i) r
    join (select id, row_number() over (order by plate_key) - 1 as n from app.vehicles) v on v.n = r.vehicle;
  insert into app.vehicle_feedback_summaries (vehicle_id, valid_until)
  select distinct vehicle_id, now() from app.feedback;
  reset session_replication_role`

/** The middle of the densest cell of 0.01 degrees, of the median one, and a place on empty land. */
export async function placesOf(database: Queryable): Promise<Record<'dense' | 'median' | 'empty', [number, number]>> {
  const rows = await database.query<{ lat: number; lng: number }>(
    `with cells as (
       select avg(lat) as lat, avg(lng) as lng, row_number() over (order by count(*) desc) as n, count(*) over () as cells
         from app.incident_feed group by round(lat::numeric, 2), round(lng::numeric, 2))
     select lat, lng from cells where n in (1, cells / 2) order by n`,
  )
  const [dense, median] = rows.map(({ lat, lng }): [number, number] => [lat, lng])
  if (dense === undefined || median === undefined) throw new Error('There are no live incidents')
  return { dense, median, empty: [dense[0] - 0.9, dense[1] + 1.7] }
}
