import fs from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { inParallel } from './in-parallel.ts'

type Stream = { nfd?: number; node: object }
type NodeFiles = { realPath: (node: object) => string; stream_ops: { fsync?: (stream: Stream) => number } }
type Amended = Awaited<ReturnType<NodeFS['init']>>

/**
 * PGlite's files on disk, with an fsync that reaches the disk. Emscripten's NODEFS has none, so PostgreSQL would report
 * a commit that is still in the OS cache and lost at a power failure.
 */
export class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): Promise<Amended> {
    const amended = await super.init(...args)
    const install = (module: object) => {
      const files = nodeFilesOf(module)
      files.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncPath(files.realPath(stream.node))
        else fs.fsyncSync(stream.nfd)
        return 0
      }
    }
    amended.emscriptenOpts.preRun = [...(amended.emscriptenOpts.preRun ?? []), install]
    return amended
  }
}

/**
 * PGlite turns fsync off (`-F`), which hides that it is not called. Emscripten passes fsync to the file system, but not
 * fdatasync. There is no checkpointer, so maintenance.ts bounds the WAL; these settings limit what is kept for reuse.
 */
export const DURABLE = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'min_wal_size=32MB', 'max_wal_size=128MB'].flatMap((setting) => ['-c', setting]),
]

/** Fails loudly with a version of PGlite that stores its files elsewhere, because a silent failure would lose data. */
function nodeFilesOf(module: object): NodeFiles {
  const found: unknown = Reflect.get(Object(Reflect.get(module, 'FS')), 'filesystems')?.NODEFS
  if (!isNodeFiles(found)) throw new Error('This version of PGlite keeps its files differently: see DurableFiles')
  return found
}

function isNodeFiles(value: unknown): value is NodeFiles {
  return typeof value === 'object' && value !== null && 'realPath' in value && 'stream_ops' in value
}

/** Flushes everything in a folder to disk. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  await inParallel([folder, ...entries.map((entry) => join(entry.parentPath, entry.name))], syncFile)
}

/** Flushes one file, or the entries of a folder, to disk. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function syncPath(path: string): void {
  const descriptor = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
