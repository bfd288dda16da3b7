import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { neededCityFile } from '../../machinery/city-files.ts'
import { baseOf, ContentError, LANGUAGES, languagesOf, readMarkdown } from '../../machinery/markdown-file.ts'
import type { Rpc } from '../../machinery/server-rpc.ts'

/** The legal documents of the city: `<key>/<version>.<language>.md`, the version being a day. */
export const documentsFolder = () => neededCityFile('documents')

const VERSION = /^[a-z]+(-[a-z]+)*\/\d{4}-\d{2}-\d{2}$/

/** Every version of every document of a folder. @throws {ContentError} when a file is invalid */
export function readDocuments(folder: string, languages = LANGUAGES) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  const versions = new Set(names.map((name) => baseOf(name.replaceAll('\\', '/'), languages)))
  return [...versions].sort().map((name) => {
    if (!VERSION.test(name)) throw new ContentError(`${folder}/${name}: not <key>/<day>.<language>.md`)
    const [key = '', version = ''] = name.split('/')
    const base = `${folder}/${name}`
    return { key, version: z.iso.date().parse(version), ...readMarkdown(base, languagesOf(base, languages)) }
  })
}

const Loaded = z.object({ documentKey: z.string(), version: z.iso.date(), changed: z.boolean() })

/**
 * Adds the versions that are not loaded yet. Rejects a changed text under an existing version.
 *
 * @throws {ContentError} when a file is invalid
 * @throws {DomainError} `version_conflict`
 */
export async function loadDocuments({ rpc, folder = documentsFolder() }: { rpc: Rpc; folder?: string }) {
  const loaded: z.infer<typeof Loaded>[] = []
  for (const { key, version, title, text } of readDocuments(folder))
    loaded.push(
      Loaded.parse(await rpc('load_document', { p_key: key, p_version: version, p_title: title, p_text: text })),
    )
  return loaded
}
