import { parseArgs } from 'node:util'
import { readCity } from '@salama/domain/city-files'
import { failed, Refused, readTyped } from '../outcome.ts'

const USAGE = `npm run city:load -- --check

  Reads the settings of the city in cities/<CITY>/city.json (docs/another-city.md), and says what is wrong in them.`

/** `npm run city:load`, which `npm start` runs too: a fault of the city's settings is shown before anything starts. */
function main(): void {
  readTyped(() => parseArgs({ options: { check: { type: 'boolean', default: false } } }))
  const { name, languages } = inWords(readCity)
  console.log(`${name[languages[0] ?? ''] ?? ''}: the settings are valid.`)
}

function inWords<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Error ? new Refused(error.message) : error
  }
}

try {
  main()
} catch (error) {
  failed(error, USAGE)
}
