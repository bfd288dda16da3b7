import { parseArgs } from 'node:util'
import { loadCity, missingMessages, readCity } from '@salama/domain/city-files'
import { serverRpc } from '@salama/domain/server-rpc'
import { ROOT } from '../../../processes/src/processes.mjs'
import { failed, Refused, readTyped } from '../outcome.ts'
import { openProject } from '../project.ts'

const USAGE = `npm run city:load [-- --check]

  Gives the database the settings in cities/<CITY>/city.json (docs/another-city.md), in place of those before. With
  --check it only says what is wrong in them.

Writes to SUPABASE_URL with OPERATOR_SERVER_TOKEN, or to the local Supabase.`

/** `npm run city:load`; `npm start` checks the settings before anything starts, and loads them. */
async function main(): Promise<void> {
  const { values } = readTyped(() => parseArgs({ options: { check: { type: 'boolean', default: false } } }))
  const city = inWords(readCity)
  const { name, languages } = city
  const missing = missingMessages(city, ROOT)
  if (missing.length > 0) throw new Refused(`There are no texts in a language of the city:\n${missing.join('\n')}`)
  const title = name[languages[0] ?? ''] ?? ''
  if (values.check) return console.log(`${title}: the settings are valid.`)
  const project = await openProject()
  try {
    await loadCity(serverRpc(project))
    console.log(`${title}: the settings are loaded.`)
  } finally {
    await project.close()
  }
}

function inWords<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Error ? new Refused(error.message) : error
  }
}

main().catch((error: unknown) => failed(error, USAGE))
