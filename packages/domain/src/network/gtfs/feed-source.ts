import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Entry, openPromise } from 'yauzl'
import { GtfsFeedError } from './problems.ts'

// Where a feed's files come from: a zip file or a folder.
//
// A feed is an untrusted file. So only the requested names are opened, nothing is unpacked to disk, and sizes are
// limited: a zip bomb is rejected by its declared size, and yauzl ends a stream that exceeds its declared size. yauzl
// also rejects names that climb out (`../`) or are absolute.

const MAX_FILE_BYTES = 512 * 1024 * 1024
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024
const MAX_ENTRIES = 1_000

/**
 * Timetables are repetitive and compress 20- to 60-fold; bombs are far beyond 1,000. Small files are exempt.
 */
const MAX_RATIO = 300
const SMALL_BYTES = 1024 * 1024

export type FeedSource = {
  has(name: string): Promise<boolean>
  /** The bytes of one of the feed's files, or null when the feed lacks it. */
  open(name: string): Promise<Readable | null>
  close(): void
}

const broken = (file: string, reason: string) => new GtfsFeedError([{ file, line: null, column: null, reason }])

/**
 * Opens a zip file or a folder. `names` are the only files that can be read from it.
 *
 * @throws {GtfsFeedError} neither of both, not a valid zip file, too large, or a duplicate file
 */
export async function openFeed(path: string, names: readonly string[]): Promise<FeedSource> {
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) return openFolder(path)
  if (found?.isFile()) return openZip(path, names)
  throw broken(basename(path), 'is neither a zip file nor a folder')
}

function openFolder(folder: string): FeedSource {
  const find = async (name: string) => {
    const found = await stat(join(folder, name)).catch(() => null)
    return found?.isFile() ? found : null
  }
  return {
    has: async (name) => (await find(name)) !== null,
    async open(name) {
      const found = await find(name)
      if (!found) return null
      if (found.size > MAX_FILE_BYTES) throw broken(name, 'is larger than 512 MiB')
      return createReadStream(join(folder, name))
    },
    close() {},
  }
}

async function openZip(path: string, names: readonly string[]): Promise<FeedSource> {
  const refuse = (error: unknown) =>
    error instanceof GtfsFeedError
      ? error
      : broken(basename(path), `is not a sound zip file (${error instanceof Error ? error.message : String(error)})`)

  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error) => {
    throw refuse(error)
  })
  const entries = new Map<string, Entry>()
  let total = 0
  try {
    if (zip.entryCount > MAX_ENTRIES) throw broken(basename(path), `holds more than ${MAX_ENTRIES} files`)
    for await (const entry of zip.eachEntry()) {
      const name = feedFileName(entry.fileName)
      if (name === null || !names.includes(name)) continue
      if (entries.has(name)) throw broken(name, 'is in the zip file twice')
      checkEntry(name, entry)
      entries.set(name, entry)
      total += entry.uncompressedSize
      if (total > MAX_TOTAL_BYTES) throw broken(basename(path), 'holds more than 1 GiB')
    }
  } catch (error) {
    zip.close()
    throw refuse(error)
  }

  return {
    has: async (name) => entries.has(name),
    async open(name) {
      const entry = entries.get(name)
      if (!entry) return null
      return zip.openReadStreamPromise(entry).catch((error) => {
        throw refuse(error)
      })
    },
    close: () => zip.close(),
  }
}

/**
 * `stops.txt` of `stops.txt` or `feed/stops.txt`; null for anything deeper, and for the shadow files that macOS adds.
 */
function feedFileName(path: string): string | null {
  const parts = path.split('/')
  if (parts.length > 2 || parts[0] === '__MACOSX') return null
  return parts.at(-1) ?? null
}

function checkEntry(name: string, entry: Entry) {
  if (entry.isEncrypted()) throw broken(name, 'is encrypted')
  if (entry.uncompressedSize > MAX_FILE_BYTES) throw broken(name, 'is larger than 512 MiB')
  if (entry.uncompressedSize > SMALL_BYTES && entry.uncompressedSize > MAX_RATIO * entry.compressedSize)
    throw broken(name, 'grows more than 300-fold when it is unpacked')
}
