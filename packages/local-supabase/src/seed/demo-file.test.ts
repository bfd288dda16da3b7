import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ROOT } from '../paths.ts'
import { readDemo } from './demo-file.ts'
import { registeredVehicles } from './fleet.ts'
import { textsIn } from './test/written.ts'

afterEach(() => vi.unstubAllEnvs())

function demoIn(city: string) {
  vi.stubEnv('CITY', city)
  return { demo: readDemo(), vehicles: registeredVehicles(readDemo()) }
}

function folderWith(demo?: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'city-'))
  copyFileSync(`${ROOT}cities/mexico-city/city.json`, join(folder, 'city.json'))
  if (demo) writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo))
  return folder
}

test('the demos of two cities share no text, name or plate', () => {
  const [nairobi, mexico] = [textsIn(demoIn('nairobi').demo), textsIn(demoIn('mexico-city').demo)]
  expect(Math.min(nairobi.length, mexico.length)).toBeGreaterThan(90)
  expect(mexico.filter((text) => nairobi.includes(text))).toEqual([])
})

test('a city without a file has its invented plates, and nothing that somebody wrote', () => {
  const { demo, vehicles } = demoIn(folderWith())
  const { plates } = JSON.parse(readFileSync(`${ROOT}cities/mexico-city/city.json`, 'utf8'))
  expect(textsIn(demo).toSorted()).toEqual(plates.invented.toSorted())
  expect(vehicles.map(({ fleetName, operator }) => [fleetName, operator.sacco])).toEqual(
    Array.from({ length: 5 }, () => [null, undefined]),
  )
})

test('a file is refused for a plate of another form, and for what no demo has', () => {
  const operators = [{ plates: ['KZZ 101D', 'Z101 QQA', 'Z102 QQA', 'Z103 QQA', 'Z104 QQA'] }]
  expect(() => demoIn(folderWith({ operators, note: 'x' }))).toThrow(
    /demo\.json is not valid:.*a usual plate.*operators\[0\]\.plates\[0\]/s,
  )
})
