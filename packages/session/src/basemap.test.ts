import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'

const CONTENT = Array.from({ length: 200_000 }, (_, index) => String(index % 10)).join('')

/** The response of an app whose archive has these contents. */
async function ask(name: string, headers: Record<string, string> = {}, method = 'GET') {
  const { GET } = await import('./basemap.ts')
  return GET(new Request(`http://localhost:3001/basemap/${name}`, { headers, method }), {
    params: Promise.resolve({ file: name }),
  })
}
const archiveName = async () => (await (await ask('index.json')).json()).url?.replace('/basemap/', '')

beforeEach(() => {
  vi.resetModules() // the archive is opened once
  const folder = mkdtempSync(join(tmpdir(), 'salama-basemap-'))
  writeFileSync(join(folder, 'a.pmtiles'), CONTENT)
  vi.stubEnv('BASEMAP_FILE', join(folder, 'a.pmtiles'))
  return () => rmSync(folder, { recursive: true })
})

test('serves the range that a map requests, cached for ever under the hash of the archive', async () => {
  const name = await archiveName()
  expect(name).toMatch(/^[0-9a-f]{16}\.pmtiles$/)
  const reply = await ask(name, { range: 'bytes=100001-100004' })
  expect([reply.status, await reply.text()]).toEqual([206, '1234'])
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-range': 'bytes 100001-100004/200000',
    'content-length': '4',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test.each([
  ['bytes=199998-', 206, '89'],
  ['bytes=-3', 206, '789'],
  ['bytes=199999-999999', 206, '9'],
  ['bytes=-999999', 206, CONTENT],
  ['bytes=200000-', 416, ''],
  ['bytes=-0', 416, ''],
  ['bytes=5-2', 200, CONTENT],
  ['bytes=0-1,4-5', 200, CONTENT],
  ['tiles=1-2', 200, CONTENT],
])('%s answers %i', async (range, status, text) => {
  const reply = await ask(await archiveName(), { range })
  expect([reply.status, await reply.text()]).toEqual([status, text])
  if (status === 416) expect(reply.headers.get('content-range')).toBe('bytes */200000')
})

test('returns 304 for a matching ETag, and no body for HEAD', async () => {
  const name = await archiveName()
  const head = await ask(name, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '200000', ''])
  const etag = head.headers.get('etag') ?? ''
  expect((await ask(name, { 'if-none-match': `"other", ${etag}`, range: 'bytes=0-1' })).status).toBe(304)
  expect((await ask(name, { 'if-range': '"other"', range: 'bytes=0-1' })).status).toBe(200)
  expect((await ask(name, { 'if-range': etag, range: 'bytes=0-1' })).status).toBe(206)
})

test('an archive of another hash, or any other path, is not found', async () => {
  for (const name of ['0000000000000000.pmtiles', '..%2fsecrets.json']) expect((await ask(name)).status).toBe(404)
})

test('returns a null URL when there is no archive', async () => {
  vi.stubEnv('BASEMAP_FILE', '/nowhere/basemap.pmtiles')
  expect(await (await ask('index.json')).json()).toEqual({ url: null })
  expect((await ask('0000000000000000.pmtiles')).status).toBe(404)
})

test('still serves the archive after a client disconnects during a download', async () => {
  const name = await archiveName()
  const left = (await ask(name)).body?.getReader()
  await left?.read()
  await left?.cancel()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await (await ask(name)).text()).toBe(CONTENT)
})
