import type { TestDatabase } from './database.ts'

/** Ids and locations of the small city; all inside the area, the road runs west to east through Koja. */
export const KOJA = { id: '00000000-0000-5000-8000-0000000000a1', name: 'Koja', lat: -1.2812, lng: 36.8226 } as const
export const ODEON = { id: '00000000-0000-5000-8000-0000000000a2', name: 'Odeon', lat: -1.2828, lng: 36.825 } as const
export const TEST_ROAD = { id: '00000000-0000-5000-8000-0000000000b1', slug: 'test-road', name: 'Test Road' } as const
/** A location outside the area: Machakos town. */
export const MACHAKOS = { lat: -1.5177, lng: 37.2634 } as const
/** A vehicle of an invented sacco. */
export const SIMBA = {
  id: '00000000-0000-5000-8000-0000000000c1',
  plate: 'KDA 123A',
  publicCode: 'V-7K3M9QXR',
  fleetName: 'Simba 7',
} as const

const AREA = '00000000-0000-5000-8000-0000000000d1'

/**
 * A city for tests that need locations but not a whole feed: an area of half a degree, two stops, a road, a vehicle.
 */
export async function buildSmallCity(db: TestDatabase): Promise<void> {
  await db.sql(
    `insert into app.service_areas (id, feed, slug, name, outline, area)
     select $1, 'test', 'nairobi', 'Nairobi', g, g
       from (select extensions.st_multi(extensions.st_makeenvelope(36.6, -1.45, 37.1, -1.1, 4326)) as g) box`,
    [AREA],
  )
  for (const stop of [KOJA, ODEON])
    await db.sql(
      `insert into app.stops (id, feed, gtfs_id, name, name_key, kind, lat, lng) values ($1, 'test', $2, $2, lower($2), 'stop', $3, $4)`,
      [stop.id, stop.name, stop.lat, stop.lng],
    )
  await db.sql(
    `insert into app.corridors (id, feed, slug, name, geom, length_m)
     select $1, 'test', $2, $3, extensions.st_multi(extensions.st_setsrid(extensions.st_makeline(
              extensions.st_makepoint(36.8, -1.2812), extensions.st_makepoint(36.85, -1.2812)), 4326)), 5560`,
    [TEST_ROAD.id, TEST_ROAD.slug, TEST_ROAD.name],
  )
  await db.sql('select app.refresh_corridor_segments()')
  await db.sql(
    `insert into app.vehicles (id, plate, plate_key, public_code, fleet_name) values ($1, $2, 'KDA123A', $3, $4)`,
    [SIMBA.id, SIMBA.plate, SIMBA.publicCode, SIMBA.fleetName],
  )
}
