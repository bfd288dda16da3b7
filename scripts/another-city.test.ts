import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** What only Nairobi has: names, words, numbers, credits, plates. */
const OF_NAIROBI = /Nairobi|Kenya|Africa\/|matatu\b|\bsteji|\bsaccos?\b(?!:)|1195|Digital Matatus|Thika|Koja|\bKDA/gi
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf)

test('the texts of another city name nothing of Nairobi', async () => {
  vi.stubEnv('CITY', 'mexico-city')
  vi.resetModules()
  const { CITY } = await import('@salama/domain/shared')
  const { inCityWords } = await import('@salama/domain/city-words')
  expect(CITY.timeZone).toBe('America/Mexico_City')
  const files = globSync(`{apps,packages}/*/messages/{${CITY.languages.join()}}.json`, { cwd: ROOT })
  expect(files).toHaveLength(16)
  for (const file of files) {
    const texts = inCityWords(JSON.parse(readFileSync(join(ROOT, file), 'utf8')), basename(file, '.json'))
    expect(
      textsOf(texts).filter((text) => text.match(OF_NAIROBI) || /%\w+%/.test(text)),
      file,
    ).toEqual([])
  }
  const { xlsForm } = await import('@salama/domain/field-exports/xls-form')
  const [questions] = await xlsForm({ saccos: [], routes: [], version: '1' })
  expect(questions?.rows[0]).toContain('label::Español (es)')
  expect(textsOf(questions?.rows.map(([, , ...texts]) => texts)).filter((text) => text.match(OF_NAIROBI))).toEqual([])
  const { buildDocument } = await import('@salama/domain/openapi')
  const sentences = textsOf(
    JSON.parse(
      JSON.stringify(buildDocument('http://x.test'), (name, value) => (name === 'x-codeSamples' ? [] : value)),
    ),
  ).filter((text) => text.includes(' '))
  expect(sentences.length).toBeGreaterThan(1000)
  expect(
    sentences.filter(
      (text) => text.replaceAll(/`[^`]*`/g, '').match(OF_NAIROBI) || /\b(stages?|minibus)\b/i.test(text),
    ),
  ).toEqual([])
})

test('the mails of a Supabase project are in the languages of the city that is usual', () => {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  const { languages } = JSON.parse(read(`cities/${JSON.parse(read('cities/default.json')).city}/city.json`))
  const mails = [...read('supabase/config.toml').matchAll(/^content_path = "\.\/(.+)"$/gm)].map(([, file = '']) => file)
  expect(mails).toHaveLength(3)
  const texts = languages.map((each: string) => read(`supabase/templates/code.${each}.html`))
  for (const mail of mails) expect(read(mail)).toBe(texts.join(''))
})

test('no image is of a city that was not named', () => {
  const files = ['Containerfile', 'compose.yaml'].map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  expect(files.match(/\bCITY\b[^\n]*nairobi|ARG CITY=|\$\{CITY:-/g)).toBeNull()
  expect(files.match(/\$\{CITY:\?/g)).toHaveLength(2)
})
