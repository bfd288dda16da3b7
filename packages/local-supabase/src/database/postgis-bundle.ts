import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { postgis as whole } from '@electric-sql/pglite-postgis'
import { packTar, unpackTar } from 'modern-tar'
import { CACHE } from '../paths.ts'

// PGlite unpacks an extension's bundle whenever it opens a database, and compiles each library in it. The bundle of
// PostGIS is 95 MB, two thirds of it for extensions that no migration creates (raster, topology, geocoder) and for
// upgrades from older versions. A copy without them is made once.

/** PostGIS itself, its first installation, and the coordinate systems. */
const IN_USE =
  /^(lib\/postgresql\/postgis-3\.so|share\/proj\/.*|share\/postgresql\/extension\/postgis(--[\d.]+\.sql|\.control))$/

export const postgis: typeof whole = {
  ...whole,
  setup: async (...args) => {
    const extension = await whole.setup(...args)
    return { ...extension, bundlePath: await trimmed(extension.bundlePath) }
  },
}

/** The bundle with only what is used; the whole one where nothing can be written. */
async function trimmed(bundle: URL): Promise<URL> {
  const file = await fileName(bundle)
  const copy = pathToFileURL(file)
  if (existsSync(file)) return copy
  const unfinished = `${file}.${randomUUID()}`
  try {
    await mkdir(CACHE, { recursive: true })
    await writeFile(unfinished, '') // where that fails, nothing is unpacked in vain
    const entries = await unpackTar(await promisify(gunzip)(await readFile(bundle)))
    const tar = await packTar(entries.filter(({ header }) => IN_USE.test(header.name)))
    // Flushed: a host that stops right after the renaming must not leave an empty bundle.
    await writeFile(unfinished, await promisify(gzip)(tar, { level: 1 }), { flush: true })
    await rename(unfinished, file)
    return copy
  } catch {
    await rm(unfinished, { force: true }).catch(() => {})
    return bundle
  }
}

/** Named after the version of the package and after what is kept of it. */
async function fileName(bundle: URL): Promise<string> {
  const description = await readFile(new URL('../package.json', bundle))
  const hash = createHash('sha256').update(description).update(IN_USE.source).digest('hex').slice(0, 16)
  return `${CACHE}/postgis-${hash}.tgz`
}
