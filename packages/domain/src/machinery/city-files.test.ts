import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CityFile, parseCity } from '../shared/city-schema.ts'
import { missingTexts, readCity, readTexts } from './city-files.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const nairobi = readFileSync(`${ROOT}cities/nairobi/city.json`, 'utf8')
/** The same settings with one change. */
const changed = (change: (city: CityFile) => void) => {
  const city = CityFile.parse(JSON.parse(nairobi))
  change(city)
  return () => parseCity(JSON.stringify(city), 'city.json')
}

test('the settings of every city are valid, and documented field by field', () => {
  const files = globSync('cities/*/city.json', { cwd: ROOT })
  expect(files).toContain('cities/nairobi/city.json')
  for (const file of files) parseCity(readFileSync(`${ROOT}${file}`, 'utf8'), file)
  expect(readCity().timeZone).toBe('Africa/Nairobi')
  const rows =
    readFileSync(`${ROOT}docs/another-city.md`, 'utf8')
      .match(/^\| `[^|]*/gm)
      ?.join() ?? ''
  for (const field of Object.keys(CityFile.shape)) expect(rows).toContain(`\`${field}\``)
})

test('what is wrong is named with its field', () => {
  expect(() => parseCity('{', 'cities/a/city.json')).toThrow('cities/a/city.json is not JSON')
  expect(changed((city) => (city.timeZone = 'Nairobi'))).toThrow('timeZone: an IANA time zone')
  expect(changed((city) => city.languages.push('fr'))).toThrow(
    /name: the language fr is missing[\s\S]*words: the language/,
  )
  expect(changed((city) => city.plates.examples.push('12'))).toThrow('plates: 12 is not a usual plate')
  expect(changed((city) => (city.plates.usual = '^(A'))).toThrow('plates.usual: a regular expression')
  expect(changed((city) => city.helplines[0]?.categories.push(Object('harrassment')))).toThrow('helplines.0.categories')
  expect(changed((city) => (city.plates.usual = '^[A-Z]{3}[0-9]{3}$'))).toThrow('plates.usual: a pattern of two groups')
  expect(changed((city) => (city.formats.en = 'en_KE'))).toThrow('formats.en: a locale like en-KE')
  expect(changed((city) => (city.currency = 'KSH'))).toThrow('currency: a currency of ISO 4217')
  expect(changed((city) => city.languages.push('en'))).toThrow('languages: each language once')
  expect(changed((city) => (city.helplines = city.helplines.slice(0, 2)))).toThrow('none is for emergencies')
})

test('what is missing of a language is known, also where the city has some of it in its folder', async () => {
  const of = (languages: [string, ...string[]]) => missingTexts({ ...readCity(), languages })
  expect(of(['en', 'sw']).map(({ missing }) => missing)).toEqual([[], []])
  const [klingon] = of(['tlh'])
  expect(klingon?.missing).toHaveLength(klingon?.all ?? 0)
  vi.stubEnv('CITY', `${ROOT}packages/testing/third-city`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const [arabic] = of(['ar'])
  expect(arabic?.missing).not.toContain('apps/rider rider report')
  expect(arabic?.missing).toContain('apps/worker first title')
  expect(readTexts('apps/rider', 'ar')).toMatchObject({ rider: { report: 'أبلِغ' } })
})
