import { buildSmallCity, KOJA, ODEON, type TestDatabase } from '@salama/testing'

export const UMOINNER = '0b000000-0000-4000-8000-0000000000e1'
export const CAFE = '0b000000-0000-4000-8000-0000000000e2'
export const THIKA_ROAD = '00000000-0000-5000-8000-0000000000b2'
export const ROUTE_45 = '00000000-0000-5000-8000-0000000000f1'

/** The small city, with names of every kind in it. */
export async function buildNamedCity(db: TestDatabase): Promise<void> {
  await buildSmallCity(db)
  await db.sql(
    `insert into app.saccos (id, slug, name) values ($1, 'umoinner', 'Umoinner Sacco'), ($2, 'cafe', 'Café 100% Shuttle')`,
    [UMOINNER, CAFE],
  )
  await db.sql(`insert into app.sacco_aliases (alias_key, alias, sacco_id) values ('kbs', 'KBS', $1)`, [CAFE])
  await db.sql(
    `insert into app.corridors (id, feed, slug, name, geom, length_m)
     select $1, 'test', 'thika-road', 'Thika Road', extensions.st_multi(extensions.st_geomfromtext('LINESTRING(36.83 -1.27, 36.95 -1.18)', 4326)), 17000`,
    [THIKA_ROAD],
  )
  await db.sql(
    `insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type)
     values ($1, 'test', 'R45', '45', '45', 'Ngara-Githurai', 3)`,
    [ROUTE_45],
  )
  await db.sql(
    `insert into app.services (id, feed, gtfs_id, weekdays, starts_on, ends_on)
     values ('00000000-0000-5000-8000-0000000000f2', 'test', 'D', array_fill(true, array[7]), '2026-01-01', '2026-12-31')`,
  )
  await db.sql(
    `insert into app.trips (id, feed, gtfs_id, route_id, service_id, headsign)
     values ('00000000-0000-5000-8000-0000000000f3', 'test', 'T1', $1, '00000000-0000-5000-8000-0000000000f2', 'Kahawa West')`,
    [ROUTE_45],
  )
  const main = Array.from({ length: 12 }, (_, n) => String(n))
  await addStages(db, [
    { name: 'Kencom/Ambassadeur', lat: -1.2856, lng: 36.826, routes: [...main, '45'] },
    { name: 'Buruburu', lat: -1.28, lng: 36.9, routes: main },
    { name: 'Kwa Chief', lat: -1.29, lng: 36.83 },
    { name: 'Kwa Chief', lat: -1.281, lng: 36.9, routes: ['7'] },
    { name: 'Kwa Chief', lat: -1.2, lng: 36.93, corridor: THIKA_ROAD },
    { name: 'Ngara', lat: -1.27, lng: 36.83 },
    ...["Lang'ata", 'Langata Road', 'Lang\u2019ata Barracks', 'Kangemi', 'Ngong', 'Wanjir\u0169', "Kwa Ng'ang'a"].map(
      (name) => ({ name, lat: -1.33, lng: 36.78 }),
    ),
  ])
  await db.sql(
    `insert into app.saccos (id, slug, name)
     values (gen_random_uuid(), 'super-metro', 'SUPER METRO LIMITED'), (gen_random_uuid(), 'ngara', 'Ngara')`,
  )
  for (const [stop, name] of [
    [KOJA, 'Koja'],
    [ODEON, 'Umoja Market'],
  ] as const)
    await db.sql(
      `insert into app.points_of_interest (id, feed, name, name_key, kind, lat, lng, routes)
       values ($1, 'test', $2, lower($2), 'stop', $3, $4, '{45}')`,
      [stop.id, name, stop.lat, stop.lng],
    )
}

type Stage = { name: string; lat: number; lng: number; routes?: string[]; corridor?: string }

async function addStages(db: TestDatabase, stages: Stage[]): Promise<void> {
  for (const { name, lat, lng, routes = [], corridor = null } of stages)
    await db.sql(
      `with stop as (
         insert into app.stops (id, feed, gtfs_id, name, name_key, lat, lng, kind)
         values (gen_random_uuid(), 'test', gen_random_uuid()::text, $1, app.name_key($1), $2, $3, 'stop') returning id)
       insert into app.points_of_interest (id, feed, name, name_key, kind, lat, lng, routes, corridor_id)
       select stop.id, 'test', $1, app.name_key($1), 'stop', $2, $3, $4, $5 from stop`,
      [name, lat, lng, routes, corridor],
    )
}
