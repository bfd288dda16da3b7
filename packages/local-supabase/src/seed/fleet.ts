import type { Queryable } from '../database/database.ts'
import { type Demo, readDemo } from './demo-file.ts'
import { demoStages } from './stages.ts'

// Operators and vehicles are invented: a demo must show no real business or vehicle with an invented report.

type Vehicle = { plate: string; operator: Demo['operators'][number]; fleetName: string | null }

/** All vehicles of the demo, the first of each operator, then the second of each. */
export function fleetOf({ operators }: Demo): Vehicle[] {
  const most = Math.max(...operators.map(({ plates }) => plates.length))
  return Array.from({ length: most }, (_, nth) =>
    operators.flatMap((operator) => {
      const plate = operator.plates[nth]
      return plate ? [{ plate, operator, fleetName: operator.fleet ? `${operator.fleet} ${nth + 1}` : null }] : []
    }),
  ).flat()
}

/** Those that are registered: of three operators two, two and one. `at`: the stage where the story meets them. */
const REGISTERED = [
  { id: '0c000000-0000-4000-8000-000000000001', nth: 0, code: 'V-7K3M9QXR', at: 2 },
  { id: '0c000000-0000-4000-8000-000000000002', nth: 3, code: 'V-2HT8WBN4', at: 5 },
  { id: '0c000000-0000-4000-8000-000000000003', nth: 1, code: 'V-9PZ5CJ6E', at: 1 },
  { id: '0c000000-0000-4000-8000-000000000004', nth: 4, code: 'V-4RG7VSY1', at: 3 },
  { id: '0c000000-0000-4000-8000-000000000005', nth: 2, code: 'V-6MXKD3F8', at: 6 },
] as const

export function registeredVehicles(demo: Demo) {
  const fleet = fleetOf(demo)
  return REGISTERED.flatMap((known) => {
    const vehicle = fleet[known.nth]
    return vehicle ? [{ ...known, ...vehicle }] : []
  })
}

/** A vehicle as a surveyor records it. */
export const seen = ({ plate, fleetName, operator: { sacco, capacity } }: Vehicle) => ({
  plate,
  ...(fleetName && { fleetName }),
  ...(sacco && { sacco: { name: sacco.name } }),
  ...(capacity && { capacity }),
})

const saccoId = (nth: number) => `0b000000-0000-4000-8000-00000000000${nth + 1}`

/** Creates the invented fleet, on routes of the network; existing rows are unchanged. */
export async function seedFleet(database: Queryable): Promise<void> {
  const demo = readDemo()
  for (const [nth, { sacco }] of demo.operators.entries()) {
    if (!sacco) continue
    await database.query('insert into app.saccos (id, slug, name) values ($1, $2, $3) on conflict do nothing', [
      saccoId(nth),
      sacco.slug,
      sacco.name,
    ])
    for (const alias of sacco.aliases)
      await database.query(
        `insert into app.sacco_aliases (alias_key, alias, sacco_id)
         values (app.search_key($1), $1, $2) on conflict do nothing`,
        [alias, saccoId(nth)],
      )
  }
  const stages = await demoStages(database, demo)
  for (const { id, plate, code, fleetName, operator, at } of registeredVehicles(demo)) {
    const sacco = operator.sacco ? saccoId(demo.operators.indexOf(operator)) : null
    await database.query(
      `insert into app.vehicles (id, plate, plate_key, public_code, fleet_name, sacco_id)
       values ($1, $2, app.plate_key($2), $3, $4, $5) on conflict do nothing`,
      [id, plate, code, fleetName, sacco],
    )
    await database.query(ROUTE_OF_STAGE, [id, stages[at]?.id ?? null])
  }
}

/** The route with most trips at a stage, rather one that no other vehicle has; nothing for a vehicle that has routes. */
const ROUTE_OF_STAGE = `
  insert into app.vehicle_routes (vehicle_id, route_id)
  select $1, t.route_id
    from app.stops here join app.stops s on s.name_key = here.name_key
    join app.stop_times st on st.stop_id = s.id join app.trips t on t.id = st.trip_id
   where here.id = $2 and not exists (select from app.vehicle_routes o where o.vehicle_id = $1)
   group by t.route_id
   order by exists (select from app.vehicle_routes o where o.route_id = t.route_id), count(*) desc, t.route_id limit 1`
