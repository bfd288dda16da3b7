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
