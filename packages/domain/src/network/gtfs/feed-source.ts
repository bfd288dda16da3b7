import { createReadStream, type Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { GtfsFeedError, ofFile } from './problems.ts'

// Where a feed's files come from: a zip file or a folder, or either inside of one.
//
// A feed is an untrusted file. So only the requested names are opened, nothing is unpacked to disk, and sizes are
// limited: a zip bomb is rejected by its declared size, and yauzl ends a stream that exceeds its declared size. yauzl
// also rejects names that climb out (`../`) or are absolute.

const MAX_FILE_BYTES = 512 * 1024 * 1024
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024
const MAX_ENTRIES = 1_000
/** A zip inside of a zip is held in memory. */
const MAX_INNER_BYTES = 128 * 1024 * 1024

/** Timetables compress 20- to 60-fold, bombs far beyond 1,000. Small files are exempt. */
const MAX_RATIO = 300
const SMALL_BYTES = 1024 * 1024

export type FeedSource = {
  has(name: string): Promise<boolean>
  /** The bytes of one of the feed's files, or null when the feed lacks it. */
  open(name: string): Promise<Readable | null>
  close(): void
  /** Where the feed was found, if not where it should be. */
  note?: { file: string; reason: string; done: string } | undefined
}

const broken = (file: string, reason: string) => new GtfsFeedError([ofFile(file, reason)])

/**
 * Opens a zip file or a folder. `names` are the only files that can be read from it.
 * @throws {GtfsFeedError} neither of both, not a valid zip file, too large, a duplicate file, or several feeds
 */
export async function openFeed(path: string, names: readonly string[]): Promise<FeedSource> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return openFolder(path, names)
  if (found?.isFile()) return openZip(path, () => openPromise(path, ZIP_OPTIONS), names)
  throw broken(basename(path), 'is neither a zip file nor a folder')
}

const ZIP_OPTIONS = { lazyEntries: true, autoClose: false } as const

async function openFolder(root: string, names: readonly string[]): Promise<FeedSource> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true })
  const pathOf = (entry: Dirent) => join(entry.parentPath, entry.name)
  const files = entries.filter((entry) => entry.isFile())
  const contents = contentsOf(
    basename(root),
    files.map((entry) => ({ path: pathOf(entry).slice(join(root, '/').length).replaceAll('\\', '/'), entry })),
    names,
  )
  if (contents.inner) {
    const { path, entry } = contents.inner
    const feed = await openFeed(pathOf(entry), names)
    return { ...feed, note: feed.note ?? { file: path, reason: 'is in the folder', done: 'read' } }
  }
  return {
    note: contents.note,
    has: async (name) => contents.files.has(name),
    async open(name) {
      const entry = contents.files.get(name)
      if (!entry) return null
      if ((await stat(pathOf(entry))).size > MAX_FILE_BYTES) throw broken(name, 'is larger than 512 MiB')
      return createReadStream(pathOf(entry))
    },
    close() {},
  }
}

async function openZip(
  path: string,
  openIt: () => Promise<ZipFile>,
  names: readonly string[],
  isInner = false,
): Promise<FeedSource> {
  const refuse = (error: unknown) =>
    error instanceof GtfsFeedError
      ? error
      : broken(basename(path), `is not a sound zip file (${error instanceof Error ? error.message : String(error)})`)

  const zip = await openIt().catch((error) => {
    throw refuse(error)
  })
  try {
    if (zip.entryCount > MAX_ENTRIES) throw broken(basename(path), `holds more than ${MAX_ENTRIES} files`)
    const entries: { path: string; entry: Entry }[] = []
    for await (const entry of zip.eachEntry()) entries.push({ path: entry.fileName, entry })
    const { files, inner, note } = contentsOf(basename(path), entries, names)
    if (inner && !isInner) {
      checkEntry(inner.path, inner.entry)
      if (inner.entry.uncompressedSize > MAX_INNER_BYTES) throw broken(inner.path, 'is larger than 128 MiB')
      const bytes = await buffer(await zip.openReadStreamPromise(inner.entry))
      zip.close()
      const feed = await openZip(inner.path, () => fromBufferPromise(bytes, ZIP_OPTIONS), names, true)
      return { ...feed, note: { file: inner.path, reason: 'is inside of the zip file', done: 'read' } }
    }
    let total = 0
    for (const [name, entry] of files) {
      checkEntry(name, entry)
      total += entry.uncompressedSize
      if (total > MAX_TOTAL_BYTES) throw broken(basename(path), 'holds more than 1 GiB')
    }
    return {
      note,
      has: async (name) => files.has(name),
      async open(name) {
        const entry = files.get(name)
        if (!entry) return null
        return zip.openReadStreamPromise(entry).catch((error) => {
          throw refuse(error)
        })
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw refuse(error)
  }
}

type Found<E> = { path: string; entry: E }

/**
 * The files of the feed: of the one folder that has them, in any case, or the one zip there. macOS's shadows are none.
 */
function contentsOf<E>(container: string, found: readonly Found<E>[], names: readonly string[]) {
  const real = found.filter(({ path }) => !path.split('/').some((part) => part === '__MACOSX' || part.startsWith('._')))
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
  const nameOf = (path: string) => path.slice(folderOf(path).length).toLowerCase()
  const folders = Map.groupBy(
    real.filter(({ path }) => names.includes(nameOf(path))),
    ({ path }) => folderOf(path),
  )
  const whole = [...folders].filter(([, files]) => files.some(({ path }) => nameOf(path) === 'stops.txt'))
  const top = whole.filter(([name]) => name === '')
  const likely = top.length > 0 ? top : whole.length > 0 ? whole : [...folders]
  if (likely.length > 1)
    throw broken(container, `holds several feeds: ${likely.map(([name]) => name).join(', ')}. Load each by itself`)
  const [folder, chosen] = likely[0] ?? ['', []]

  const files = new Map<string, E>()
  for (const { path, entry } of chosen) {
    const name = nameOf(path)
    if (files.has(name)) throw broken(name, 'is there twice')
    files.set(name, entry)
  }
  const zips = files.size > 0 ? [] : real.filter(({ path }) => path.toLowerCase().endsWith('.zip'))
  if (zips.length > 1)
    throw broken(container, `holds several feeds: ${zips.map(({ path }) => path).join(', ')}. Load each by itself`)
  const note = folder === '' ? undefined : { file: folder, reason: `is a folder in ${container}`, done: 'read' }
  return { files, inner: zips[0], note }
}

function checkEntry(name: string, entry: Entry) {
  if (entry.isEncrypted()) throw broken(name, 'is encrypted')
  if (entry.uncompressedSize > MAX_FILE_BYTES) throw broken(name, 'is larger than 512 MiB')
  if (entry.uncompressedSize > SMALL_BYTES && entry.uncompressedSize > MAX_RATIO * entry.compressedSize)
    throw broken(name, 'grows more than 300-fold when it is unpacked')
}
