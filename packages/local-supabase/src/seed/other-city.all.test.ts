import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { reportsAt, wordsOfCity } from './test/written.ts'

vi.stubEnv('CITY', 'mexico-city')
afterAll(() => vi.unstubAllEnvs())

test('the demo of another city is alive at its hours, and has no stage, plate, name or text of Nairobi', async () => {
  const { openPglite } = await import('../database/index.ts')
  const { demoSnapshot } = await import('./index.ts')
  const { seedRatings } = await import('./ratings.ts')
  const { seedStory } = await import('./story.ts')
  const { seedWaiting } = await import('./waiting.ts')
  const { startHistory } = await import('../demo-history/index.ts')
  const { database } = await openPglite({ dump: await demoSnapshot() })
  expect([await seedRatings(database), await seedStory(database), await seedWaiting(database)]).toEqual([18, 12, 6])
  const problems: string[] = []
  await startHistory(database, (line) => problems.push(line), 10).done
  expect(problems).toEqual([])
  expect(await reportsAt(database, [7, 17, 18])).toBeGreaterThan(5 * (await reportsAt(database, [2, 3, 4])))
  expect((await wordsOfCity(database, 'mexico-city')).length).toBeGreaterThan(30)
  expect(await wordsOfCity(database, 'nairobi')).toEqual([])
  const strange = await database.query('select from app.vehicles v where not app.is_usual_plate(v.plate_key)')
  const routeless = await database.query(`
    select from app.vehicles v where v.id::text like '0c%'
       and not exists (select from app.vehicle_routes r where r.vehicle_id = v.id)`)
  expect([strange, routeless]).toEqual([[], []])
  await database.close()
}, 300_000)

test('the history of a city without demo.json is whole', async () => {
  const { openPglite } = await import('../database/index.ts')
  const { demoSnapshot } = await import('./index.ts')
  const { startHistory } = await import('../demo-history/index.ts')
  const { cityFolder } = await import('@salama/domain/city-folder')
  const { database } = await openPglite({ dump: await demoSnapshot() })
  const folder = mkdtempSync(join(tmpdir(), 'salama-silent-city-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(cityFolder().path, 'city.json'), join(folder, 'city.json'))
  vi.stubEnv('CITY', folder)
  const problems: string[] = []
  const happened = await startHistory(database, (line) => problems.push(line), 10).done
  expect(problems).toEqual([])
  expect(happened).toBeGreaterThan(50)
  await database.close()
}, 300_000)
