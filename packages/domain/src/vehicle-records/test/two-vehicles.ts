import { randomUUID } from 'node:crypto'
import { CAST, KOJA, SIMBA, type Who } from '@salama/testing'
import { PHONES } from '../../reports/test/city.ts'
import { useField } from '../../surveyor/test/field.ts'

/** The same vehicle, entered a second time with a plate that was misread. */
export const OTHER = {
  id: '00000000-0000-5000-8000-0000000000c2',
  plate: 'KDA 123O',
  publicCode: 'V-8N4P0RYS',
} as const
export const ROUTE = '00000000-0000-5000-8000-0000000000e7'
export const KIFARU = '00000000-0000-5000-8000-0000000000e8'
export const RETIRED = 'V-00000000'

type Moved = Record<
  'reports' | 'incidents' | 'ratings' | 'ridersOfBoth' | 'entries' | 'followers' | 'retiredCodes' | 'versions',
  number
>
type VehicleRecord = {
  id: string
  plate: string
  fleetName: string
  capacity: number
  merges: { id: string; moved: Moved }[]
}
/** Field work with a second vehicle to be added and merged. */
export function useTwoVehicles() {
  const field = useField()
  const { rpc } = field
  const merge = (args: Record<string, unknown> = {}, who: Who = 'dalmas') =>
    rpc(who, 'merge_vehicles', {
      p_id: OTHER.id,
      p_into: SIMBA.id,
      p_reason: 'The A was read as an O.',
      ...args,
    }) as Promise<VehicleRecord>
  const preview = (args: Record<string, unknown> = {}, who: Who = 'dalmas') =>
    rpc(who, 'preview_vehicle_merge', { p_id: OTHER.id, p_into: SIMBA.id, ...args }) as Promise<{
      moved: Moved
      filled: string[]
    }>
  const report = (who: Who, p_vehicle: string, args: Record<string, unknown> = {}) =>
    rpc(who, 'submit_incident_report', {
      p_id: randomUUID(),
      p_category: 'reckless_driving',
      p_lat: KOJA.lat,
      p_lng: KOJA.lng,
      p_vehicle,
      ...args,
    }) as Promise<{ id: string }>
  const rate = (who: Who, p_vehicle: string, p_stars = 4) =>
    rpc(who, 'submit_ride_feedback', { p_id: randomUUID(), p_vehicle, p_stars })
  const addOther = () =>
    field.db.sql(
      `insert into app.vehicles (id, plate, plate_key, public_code, capacity) values ($1, $2, 'KDA123O', $3, 33)`,
      [OTHER.id, OTHER.plate, OTHER.publicCode],
    )
  /** Accounts that are not new: what they say counts at once. */
  const makeKnown = async (...ids: string[]) => {
    for (const p_device of Object.values(PHONES)) await rpc('rider_server', 'register_device', { p_device })
    for (const id of ids)
      await field.db.sql(
        `insert into auth.users (id, email, created_at) values ($1, $2, '2020-01-01')
       on conflict (id) do update set created_at = excluded.created_at`,
        [id, `${id}@salama.test`],
      )
  }
  /** Everything that can refer to a vehicle refers to the one that will be merged. */
  const useOther = async () => {
    await addOther()
    await field.db.sql(`insert into app.saccos (id, slug, name) values ($1, 'kifaru', 'Kifaru Demo Sacco')`, [KIFARU])
    await field.db.sql(
      `insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type) values ($1, 'test', '1', 'one', '1', 'One', 3)`,
      [ROUTE],
    )
    await field.db.sql(`insert into app.retired_codes (public_code, vehicle_id, retired_at) values ($1, $2, now())`, [
      RETIRED,
      OTHER.id,
    ])
    await rate('amina', OTHER.plate, 2)
    await rate('baraka', OTHER.plate)
    await rate('amina', SIMBA.plate)
    const { id } = await report('amina', OTHER.plate)
    await field.db.sql(
      `insert into app.report_additions (id, report_id, at, vehicle_id, vehicle_plate) values ($1, $2, now(), $3, 'KDA123O')`,
      [randomUUID(), id, OTHER.id],
    )
    const session = await field.start('chebet')
    const entry = await field.submit('chebet', session.id, {
      p_vehicle: { plate: OTHER.plate, capacity: 33, sacco: { id: KIFARU }, routeIds: [ROUTE] },
    })
    await field.decide(entry.id, 'approved')
    for (const who of ['amina', 'baraka'] as const) await rpc(who, 'follow', { p_kind: 'vehicle', p_id: OTHER.id })
    await rpc('amina', 'follow', { p_kind: 'vehicle', p_id: SIMBA.id })
    await field.db.sql(
      `insert into app.alerts (follower_id, report_id, vehicle_id, created_at)
     select f.id, $1, $2, now() from app.followers f where f.user_id = $3`,
      [id, OTHER.id, CAST.amina.id],
    )
    // A third one that was merged into it before.
    await field.db.sql(
      `insert into app.vehicles (id, plate, plate_key, public_code) values ($1, 'KDA 1Z', 'KDA001Z', 'V-9N4P0RYS')`,
      [randomUUID()],
    )
    const third = (await field.db.sql<{ id: string }>(`select id from app.vehicles where plate_key = 'KDA001Z'`))[0]?.id
    await merge({ p_id: third, p_into: OTHER.id })
    return { report: id, entry: entry.id, third: String(third) }
  }

  return { field, merge, preview, report, rate, addOther, makeKnown, useOther }
}
