import type { PersonName } from '@salama/testing'
import { expect, test } from 'vitest'
import { useField } from './test/field.ts'

const field = useField()

type Known = {
  saccos: { id: string; name: string }[]
  routes: { id: string; shortName: string }[]
  vehicles: Record<string, string>
}
const known = async (): Promise<Known> => (await field.rpc('chebet', 'get_known_vehicles')) as Known

const addVehicle = async (plateKey: string, more: { capacity?: number; sacco?: string; into?: string } = {}) => {
  const [row] = await field.db.sql<{ id: string }>(
    `insert into app.vehicles (plate, plate_key, public_code, capacity, sacco_id, merged_into)
     values (app.plate_text($1), $1, app.new_public_code(), $2, $3, $4) returning id`,
    [plateKey, more.capacity ?? null, more.sacco ?? null, more.into ?? null],
  )
  return row?.id ?? ''
}
const lines = ({ vehicles }: Known, beginning: string) => (vehicles[beginning] ?? '').split('\n')

test('returns each vehicle with its group, seats and live routes, and no code of a sticker', async () => {
  const [sacco] = await field.db.sql<{ id: string }>(
    `insert into app.saccos (slug, name) values ('kifaru', 'Kifaru Demo Sacco') returning id`,
  )
  const whole = await addVehicle('KZA124B', { capacity: 33, sacco: sacco?.id ?? '' })
  await addVehicle('KZA100A')
  await field.db.sql(
    `with made as (
       insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type)
       select gen_random_uuid(), 'test', n, 'known-' || n, n, 'Route ' || n, 3 from unnest('{23,44}'::text[]) n returning id)
     insert into app.vehicle_routes (vehicle_id, route_id) select $1, id from made`,
    [whole],
  )
  const reply = await known()
  const [bare, full = ''] = lines(reply, 'KZA')
  expect(bare).toBe('100A;;;')
  const [plate, group, seats, routes = ''] = full.split(';')
  expect([plate, seats, reply.saccos[Number(group)]]).toEqual([
    '124B',
    '33',
    { id: sacco?.id, name: 'Kifaru Demo Sacco' },
  ])
  expect(routes.split(',').map((n) => reply.routes[Number(n)]?.shortName)).toEqual(['23', '44'])
  expect(JSON.stringify(reply)).not.toMatch(/V-[0-9A-Z]{8}/)
  await field.db.sql('update app.routes set retired_at = app.now()')
  expect(lines(await known(), 'KZA')[1]).toBe(`124B;${group};33;`)
})

test('gives the plate of a merged vehicle the facts of the one that it was merged into', async () => {
  const into = await addVehicle('KZB200B', { capacity: 14 })
  await addVehicle('KZB100A', { capacity: 51, into })
  expect(lines(await known(), 'KZB')).toEqual(['100A;;14;', '200B;;14;'])
})

test('is limited to 60,000 vehicles, the last checked first', async () => {
  await field.db.sql(
    `insert into app.vehicles (plate, plate_key, public_code, checked_at)
     select k, k, 'V-' || translate(upper(lpad(to_hex(n), 8, '0')), 'ILOU', '1100'), case when n = 60001 then app.now() end
       from generate_series(1, 60001) n, lateral (select 'Z' || n || 'Z' as k) as key`,
  )
  const reply = await known()
  const plates = Object.values(reply.vehicles).flatMap((text) => text.split('\n'))
  expect(plates).toHaveLength(60_000)
  expect(lines(reply, 'Z60')).toContain('001Z;;;')
})

test.each(['amina', 'eve', 'dalmas'] satisfies PersonName[])('refuses %s, who is no surveyor', async (who) => {
  await expect(field.rpc(who, 'get_known_vehicles')).rejects.toMatchObject({ slug: 'role_required' })
})
