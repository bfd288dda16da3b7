import { parseArgs } from 'node:util'
import { CityLacks, loadCity, missingTexts, readCity } from '@salama/domain/city-files'
import { languagesFor } from '@salama/domain/city-words'
import { loadDocuments } from '@salama/domain/documents/files'
import { ContentError, loadCourses } from '@salama/domain/learning/files'
import { loadAreas } from '@salama/domain/network/area-files'
import { loadSaccos } from '@salama/domain/saccos/files'
import { serverRpc } from '@salama/domain/server-rpc'
import { failed, Refused, readTyped, WrongUsage } from '../outcome.ts'
import { openProject } from '../project.ts'

const USAGE = `npx salama load courses [<folder>]
npx salama load documents [<folder>]
npx salama load operators [<csv file>]
npx salama load areas [<GeoJSON file>]
npx salama load city [--check]

  Without a path they load what is in the folder of the city (CITY, docs/another-city.md), and refuse where that has
  none. Courses and documents that are there already stay as they are. A course that differs becomes a new version; people who have begun it go on with theirs. A document's text
  never changes: write a new version.

  The third one loads a register of operators: who is new in it becomes an operator group, and what people said about groups since stays.

  The fourth one loads the named parts of a city in place of those before: by them stages of the same name are told apart.

  The fifth one gives the database the settings in cities/<CITY>/city.json (docs/another-city.md), in place of those before;
  each start does so, too. With --check it only says what is wrong in them.

Writes to SUPABASE_URL with OPERATOR_SERVER_TOKEN, or to the local Supabase.`

/** `salama load`: loads the city's files into SUPABASE_URL or the local Supabase. */
async function main(): Promise<void> {
  const { kind, path, check } = readTyped(readArguments)
  const title = kind === 'city' ? checkCity() : ''
  if (check) return console.log(`${title}: the settings are valid.`)
  const project = await openProject()
  try {
    const rpc = serverRpc(project)
    if (kind === 'city') {
      await loadCity(rpc)
      return console.log(`${title}: the settings are loaded.`)
    }
    if (kind === 'operators') {
      const { added, matched, renamed, unchanged } = await loadSaccos({ rpc, ...(path && { file: path }) })
      console.log(`${added} added, ${matched} known by name, ${renamed} renamed, ${unchanged} were there already`)
      return
    }
    if (kind === 'areas') {
      const { loaded } = await loadAreas({ rpc, ...(path && { file: path }) })
      console.log(`${loaded} areas loaded`)
      return
    }
    const source = { rpc, ...(path && { folder: path }) }
    const loaded =
      kind === 'courses'
        ? (await loadCourses(source)).map((each) => ({ ...each, name: each.slug }))
        : (await loadDocuments(source)).map((each) => ({ ...each, name: each.documentKey }))
    for (const { name, version, changed } of loaded)
      console.log(`${name} ${version} ${changed ? 'loaded' : 'was there already'}`)
  } finally {
    await project.close()
  }
}

/** Refuses settings with which the apps would not work. Returns the name of the city. */
function checkCity(): string {
  const city = inWords(readCity)
  for (const { language, all, missing } of inWords(() => missingTexts(city))) {
    if (missing.length === all) throw new Refused(`There are no texts in ${language}, which is a language of the city.`)
    const others = languagesFor(language).slice(1).join(' or ')
    if (missing.length > 0)
      console.error(
        `WARNING: ${missing.length} of ${all} texts are not there in ${language}, and are in ${others}, from ${missing[0]} on`,
      )
  }
  for (const what of city.unchecked) console.error(`WARNING: not checked on the spot: ${what}`)
  return city.name[city.languages[0] ?? ''] ?? ''
}

function inWords<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Error ? new Refused(error.message) : error
  }
}

const KINDS = ['courses', 'documents', 'operators', 'areas', 'city'] as const
type Kind = (typeof KINDS)[number]

function readArguments(): { kind: Kind; path: string | undefined; check: boolean } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  })
  const [kind, path, ...more] = positionals
  const known = KINDS.find((each) => each === kind)
  if (known === undefined) throw new WrongUsage(`Say what to load: ${KINDS.join(', ')}.`)
  if (more.length > 0) throw new WrongUsage('Give one folder, or one file.')
  if (known === 'city' ? path !== undefined : values.check)
    throw new WrongUsage('--check is for the city alone, which CITY names.')
  return { kind: known, path, check: values.check }
}

main().catch((error: unknown) =>
  failed(error instanceof ContentError || error instanceof CityLacks ? new Refused(error.message) : error, USAGE),
)
