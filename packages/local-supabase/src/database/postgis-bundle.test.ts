import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { PGliteInterface } from '@electric-sql/pglite'
import { postgis as whole } from '@electric-sql/pglite-postgis'
import { unpackTar } from 'modern-tar'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let folder = ''
beforeEach(() => {
  vi.resetModules()
  folder = mkdtempSync(join(tmpdir(), 'salama-postgis-'))
  return () => rmSync(folder, { recursive: true })
})
afterEach(() => vi.doUnmock('../paths.ts'))

/** A database, which the setup does not touch, and its settings. */
const unused = () => [{} as PGliteInterface, { PGLITE_ENV: {} }] as const

/** Where the bundle is that a database would unpack. */
async function bundle(cache: string): Promise<string> {
  vi.doMock('../paths.ts', () => ({ CACHE: cache }))
  const { postgis } = await import('./postgis-bundle.ts')
  const { bundlePath } = await postgis.setup(...unused())
  return fileURLToPath(bundlePath)
}

it('leaves out the other extensions and the upgrades; one copy stays when two are made at once', async () => {
  const [file, other] = await Promise.all([bundle(folder), bundle(folder)])
  const entries = await unpackTar(gunzipSync(readFileSync(file)))
  const names = entries.map(({ header }) => header.name)
  expect(names).toContain('share/proj/proj.db')
  expect(names.filter((name) => name.endsWith('.so'))).toEqual(['lib/postgresql/postgis-3.so'])
  expect(names.filter((name) => name.includes('/extension/')).toSorted()).toEqual([
    expect.stringMatching(/postgis--[\d.]+\.sql$/),
    'share/postgresql/extension/postgis.control',
  ])
  const { mtimeMs } = statSync(file)
  expect([other, await bundle(folder)]).toEqual([file, file])
  expect(statSync(file).mtimeMs).toBe(mtimeMs)
  expect(readdirSync(folder)).toHaveLength(1)
})

it('is the whole one where nothing can be written', async () => {
  const { bundlePath } = await whole.setup(...unused())
  expect(await bundle('/dev/null/cache')).toBe(fileURLToPath(bundlePath))
})
