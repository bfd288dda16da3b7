import { buildSmallCity, openDatabase, SIMBA, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
  await buildSmallCity(db)
  await db.sql(
    `insert into app.vehicles (plate, plate_key, public_code, fleet_name)
     select 'KZZ 1' || i || 'A', 'KZZ1' || i || 'A', 'V-000000' || i, 'Tausi ' || i from generate_series(10, 34) i`,
  )
})
afterAll(() => db.close())

type Page = { data: { id: string; plate: string }[]; next: object | null }
const find = async (args: Record<string, unknown>) => (await db.as('eve').rpc('search_vehicle_profiles', args)) as Page

test.each(['kda 123a', 'V7K3M9QXR', 'simba', 'kda 1'])('"%s" finds the profile', async (p_q) => {
  expect(await find({ p_q })).toMatchObject({
    data: [{ id: SIMBA.id, plate: SIMBA.plate, fleetName: 'Simba 7' }],
    next: null,
  })
})

test('lists every vehicle once over all pages, in one order', async () => {
  const plates: string[] = []
  for (let after: object | null | undefined; after !== null; ) {
    const page = await find({ p_q: 'tausi', p_limit: 10, ...(after && { p_after: after }) })
    plates.push(...page.data.map((vehicle) => vehicle.plate))
    after = page.next
  }
  expect(plates).toHaveLength(25)
  expect(new Set(plates).size).toBe(25)
  expect((await find({ p_q: 'tausi', p_limit: 100 })).data.map((vehicle) => vehicle.plate)).toEqual(plates)
})

test('lists no vehicles for a few letters of a plate, and treats wildcards as text', async () => {
  for (const p_q of ['k', 'kz', 'kzz', '%', 'KZZ%', 'KZZ_1__A']) expect((await find({ p_q })).data).toEqual([])
})

test('rejects a query that is too long, and requires sign-in', async () => {
  await expect(find({ p_q: 'x'.repeat(101) })).rejects.toMatchObject({ slug: 'invalid_request', detail: { path: 'q' } })
  await expect(db.as('anon').rpc('search_vehicle_profiles', { p_q: 'simba' })).rejects.toMatchObject({ code: '42501' })
})
