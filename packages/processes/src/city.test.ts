import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inBuild, parseCity } from '../../domain/src/shared/city-schema.ts'
import { ROOT } from './processes.mjs'

const settingsOf = (city: string) => readFileSync(join(ROOT, 'cities', city, 'city.json'), 'utf8')

test.each([
  ['nairobi', settingsOf('nairobi'), undefined],
  ['mexico-city', settingsOf('mexico-city'), undefined],
  ['mexico-city', settingsOf('nairobi'), /was built for Nairobi .*CITY=mexico-city: npm run build/],
  ['nairobi', settingsOf('nairobi').replace('1195', '1196'), /was built for Nairobi with other settings/],
])('a build is started only over the settings that it has: CITY=%s', async (city, built, why) => {
  const app = mkdtempSync(join(tmpdir(), 'salama-built-'))
  onTestFinished(() => rmSync(app, { recursive: true }))
  mkdirSync(join(app, '.next'))
  const config = { env: inBuild(parseCity(built, 'city.json')) }
  writeFileSync(join(app, '.next/required-server-files.json'), JSON.stringify({ config }))
  vi.stubEnv('CITY', city)
  vi.resetModules()
  const { whyOtherCity } = await import('./city.mjs')
  expect(whyOtherCity(app)).toEqual(why ? expect.stringMatching(why) : undefined)
})
