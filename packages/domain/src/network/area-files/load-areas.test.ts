import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadAreas } from './index.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(() => db.reset())
afterAll(() => db.close())

const rpc = (name: string, args: Record<string, unknown>) => db.as('operator_server').rpc(name, args)
const load = (areas: unknown) => rpc('load_areas', { p_areas: areas })
const names = async () =>
  (await db.sql<{ name: string }>('select name from app.areas order by name')).map((a) => a.name)

test('loads the parts of Nairobi, without the city itself, and the same when loaded again', async () => {
  const { loaded } = await loadAreas({ rpc })
  expect(loaded).toBeGreaterThan(250)
  expect(await names()).toEqual(expect.arrayContaining(['Kayole', 'Zimmerman']))
  expect(await names()).not.toContain('Nairobi')
  expect(await loadAreas({ rpc })).toEqual({ loaded })
  expect(await names()).toHaveLength(loaded)
})

test('replaces those of another file, as plain GeoJSON', async () => {
  await loadAreas({ rpc })
  const file = join(tmpdir(), `areas-${process.pid}.geojson`)
  const feature = {
    properties: { name: 'Nyali', class: 'suburb' },
    geometry: { type: 'Point', coordinates: [39.7, -4] },
  }
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
  expect(await loadAreas({ rpc, file })).toEqual({ loaded: 1 })
  expect(await names()).toEqual(['Nyali'])
})

test('keeps the stored areas when the input is invalid, and rejects everybody but the operator', async () => {
  await load([{ name: 'Kayole', lat: -1.27, lng: 36.91 }])
  for (const wrong of ['Kayole', [{ name: '', lat: 0, lng: 0 }], [{ name: 'Kayole', lat: 91, lng: 0 }], [{ lat: 1 }]])
    await expect(load(wrong)).rejects.toMatchObject({ slug: 'invalid_request' })
  for (const who of ['eve', 'dalmas'] as const)
    await expect(db.as(who).rpc('load_areas', { p_areas: [] })).rejects.toMatchObject({ code: '42501' })
  expect(await names()).toEqual(['Kayole'])
})
