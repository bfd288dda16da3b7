import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:js|mjs|css|svg|json|txt|webmanifest)$/
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1024

/** Large files take nearly all of the time, and are libraries shared by apps and builds: kept by their content. */
const KEPT_BYTES = 100_000
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/salama/packed', import.meta.url))

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const FORMS = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gz: (body: Buffer) => gzipped(body, { level: 9 }),
}

/**
 * Writes each text file of a folder again beside it, compressed as well as it can be: `.br`, and `.gz` for clients that
 * have no brotli, as browsers over plain http.
 * @returns how many files were compressed; none without that folder
 */
export async function packFiles(folder: string, cache = CACHE): Promise<number> {
  await mkdir(cache, { recursive: true })
  const all = await readdir(folder, { recursive: true }).catch(() => [])
  const names = all.filter((name) => TEXT.test(name)).map((name) => join(folder, name))
  const packed = await Promise.all(names.map((file) => pack(file, cache)))
  return packed.filter(Boolean).length
}

async function pack(file: string, cache: string): Promise<boolean> {
  const body = await readFile(file)
  if (body.length < MIN_BYTES) return false
  const kept = join(cache, createHash('sha256').update(body).digest('hex'))
  for (const [ending, compress] of Object.entries(FORMS)) {
    const isKept = await copyFile(`${kept}.${ending}`, `${file}.${ending}`).then(
      () => true,
      () => false,
    )
    if (isKept) continue
    const bytes = await compress(body)
    await writeFile(`${file}.${ending}`, bytes)
    if (body.length >= KEPT_BYTES) await keep(`${kept}.${ending}`, bytes)
  }
  return true
}

/** Another build may read it meanwhile. */
async function keep(file: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${file}.${process.pid}`, bytes)
  await rename(`${file}.${process.pid}`, file)
}
