import { parseArgs } from 'node:util'
import { CityLacks } from '@salama/domain/city-files'
import { loadDocuments } from '@salama/domain/documents/files'
import { ContentError, loadCourses } from '@salama/domain/learning/files'
import { loadAreas } from '@salama/domain/network/area-files'
import { loadSaccos } from '@salama/domain/saccos/files'
import { serverRpc } from '@salama/domain/server-rpc'
import { failed, Refused, readTyped, WrongUsage } from '../outcome.ts'
import { openProject } from '../project.ts'

const USAGE = `npm run courses:load [-- <folder>]
npm run documents:load [-- <folder>]
npm run saccos:load [-- <csv file>]
npm run areas:load [-- <GeoJSON file>]

  Without a path they load what is in the folder of the city (CITY, docs/another-city.md), and refuse where that has
  none. Courses and documents that are there already stay as they are. A course that differs becomes a new version; people who have begun it go on with theirs. A document's text
  never changes: write a new version.

  The third one loads a register of operators: who is new in it becomes an operator group, and what people said about groups since stays.

  The fourth one loads the named parts of a city in place of those before: by them stages of the same name are told apart.

Writes to SUPABASE_URL with OPERATOR_SERVER_TOKEN, or to the local Supabase.`

/**
 * `npm run courses:load`, `documents:load`, `saccos:load`, `areas:load`: loads the city's files into SUPABASE_URL or the local
 * Supabase.
 */
async function main(): Promise<void> {
  const { kind, path } = readTyped(readArguments)
  const project = await openProject()
  try {
    const rpc = serverRpc(project)
    if (kind === 'saccos') {
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

const KINDS = ['courses', 'documents', 'saccos', 'areas'] as const
type Kind = (typeof KINDS)[number]

function readArguments(): { kind: Kind; path: string | undefined } {
  const [kind, path, ...more] = parseArgs({ allowPositionals: true }).positionals
  const known = KINDS.find((each) => each === kind)
  if (known === undefined || more.length > 0) throw new WrongUsage('Give one folder, or one file.')
  return { kind: known, path }
}

main().catch((error: unknown) =>
  failed(error instanceof ContentError || error instanceof CityLacks ? new Refused(error.message) : error, USAGE),
)
