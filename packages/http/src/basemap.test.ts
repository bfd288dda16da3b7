import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { basemapFiles } from './basemap.ts'

const CONTENT = Array.from({ length: 200_000 }, (_, index) => String(index % 10)).join('')

let files: ReturnType<typeof basemapFiles>
const server = createServer(async (request, response) => {
  if (!(await files(request, response))) response.writeHead(599).end()
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/basemap/` // it listens on a port, not on a pipe
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${base}${name}`, { headers, method })
const archiveName = async () => (await (await ask('index.json')).json()).url?.replace('/basemap/', '')

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'salama-basemap-'))
  writeFileSync(join(folder, 'a.pmtiles'), CONTENT)
  files = basemapFiles(join(folder, 'a.pmtiles')) // the archive is opened once
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
  files = basemapFiles('/nowhere/basemap.pmtiles')
  expect(await (await ask('index.json')).json()).toEqual({ url: null })
  expect((await ask('0000000000000000.pmtiles')).status).toBe(404)
})

test('still serves the archive after a client disconnects during a download', async () => {
  const name = await archiveName()
  const left = (await ask(name)).body?.getReader()
  await left?.read()
  await left?.cancel()
  expect(await (await ask(name)).text()).toBe(CONTENT)
})

test('leaves everything else to what comes after', async () => {
  expect([(await ask('../en')).status, (await ask('index.json', {}, 'POST')).status]).toEqual([599, 599])
})
