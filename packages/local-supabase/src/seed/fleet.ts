import type { Queryable } from '../database/database.ts'

/**
 * Invented operators and vehicles. None of the names is in the public register, and the plates are of a series (KZZ)
 * that is decades from being issued, so no real business or vehicle is shown with an invented report.
 */
const SACCOS = [
  { id: '0b000000-0000-4000-8000-000000000001', slug: 'kifaru-demo', name: 'Kifaru Demo Sacco', aliases: ['KDS'] },
  {
    id: '0b000000-0000-4000-8000-000000000002',
    slug: 'tausi-demo',
    name: 'Tausi Demo Shuttle',
    aliases: ['TDS', 'Peacock'],
  },
  {
    id: '0b000000-0000-4000-8000-000000000003',
    slug: 'pundamilia-demo',
    name: 'Pundamilia Demo Line',
    aliases: ['Zebra', 'Punda'],
  },
] as const

const VEHICLES = [
  { id: '0c000000-0000-4000-8000-000000000001', plate: 'KZZ 101D', code: 'V-7K3M9QXR', fleet: 'Kifaru 1', sacco: 0 },
  { id: '0c000000-0000-4000-8000-000000000002', plate: 'KZZ 102D', code: 'V-2HT8WBN4', fleet: 'Kifaru 2', sacco: 0 },
  { id: '0c000000-0000-4000-8000-000000000003', plate: 'KZZ 201D', code: 'V-9PZ5CJ6E', fleet: 'Tausi 1', sacco: 1 },
  { id: '0c000000-0000-4000-8000-000000000004', plate: 'KZZ 202D', code: 'V-4RG7VSY1', fleet: 'Tausi 2', sacco: 1 },
  { id: '0c000000-0000-4000-8000-000000000005', plate: 'KZZ 301D', code: 'V-6MXKD3F8', fleet: 'Punda 1', sacco: 2 },
] as const

/** Creates the invented fleet; existing rows are unchanged. */
export async function seedFleet(database: Queryable): Promise<void> {
  for (const sacco of SACCOS) {
    await database.query('insert into app.saccos (id, slug, name) values ($1, $2, $3) on conflict do nothing', [
      sacco.id,
      sacco.slug,
      sacco.name,
    ])
    for (const alias of sacco.aliases)
      await database.query(
        `insert into app.sacco_aliases (alias_key, alias, sacco_id)
         values (app.search_key($1), $1, $2) on conflict do nothing`,
        [alias, sacco.id],
      )
  }
  for (const vehicle of VEHICLES)
    await database.query(
      `insert into app.vehicles (id, plate, plate_key, public_code, fleet_name, sacco_id)
       values ($1, $2, app.plate_key($2), $3, $4, $5) on conflict do nothing`,
      [vehicle.id, vehicle.plate, vehicle.code, vehicle.fleet, SACCOS[vehicle.sacco].id],
    )
}
