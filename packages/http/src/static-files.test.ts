import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packFiles } from './pack-files.ts'
import { staticFiles } from './static-files.ts'

const dir = mkdtempSync(join(tmpdir(), 'static-files-'))
const chunks = join(dir, '.next/static/chunks')
const script = 'export const words = "Road hazard at Koja";\n'.repeat(200)
const server = createServer((request, response) => {
  files(request, response, () => response.writeHead(404).end(`next: ${request.url}`))
})
let files: ReturnType<typeof staticFiles>

beforeAll(async () => {
  await mkdir(chunks, { recursive: true })
  await writeFile(join(chunks, 'a.js'), script)
  await writeFile(join(chunks, 'short.css'), 'p{}')
  await writeFile(join(chunks, 'picture.png'), Buffer.alloc(4_000))
  expect(await packFiles(join(dir, '.next/static'), join(dir, 'cache'))).toBe(1)
  files = staticFiles(dir)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  rmSync(dir, { recursive: true })
})

type Received = { status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Received>((resolve, reject) => {
    const url = `http://127.0.0.1:${Object(server.address()).port}${path}`
    get(url, { headers, method }, async (reply) => {
      resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(await reply.toArray()) })
    }).on('error', reject)
  })

test('the build compresses text that is worth it, and nothing else', async () => {
  expect((await readdir(chunks)).sort()).toEqual(['a.js', 'a.js.br', 'a.js.gz', 'picture.png', 'short.css'])
})

test('a large file that an earlier build compressed is taken from there', async () => {
  const [again, cache] = [join(dir, 'again'), join(dir, 'cache')]
  await mkdir(again)
  await writeFile(join(again, 'large.js'), script.repeat(20))
  await packFiles(again, cache)
  const [kept = ''] = (await readdir(cache)).filter((name) => name.endsWith('.br'))
  await writeFile(join(cache, kept), 'compressed before')
  await packFiles(again, cache)
  expect(await readFile(join(again, 'large.js.br'), 'utf8')).toBe('compressed before')
})

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip;q=1.0, br;q=0.9', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
] as const)('sends a script to a client with %s as %s', async (accepted, coding, unpack) => {
  const { status, headers, body } = await ask('/_next/static/chunks/a.js?v=1', { 'accept-encoding': accepted })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-encoding': coding,
    'content-type': 'text/javascript; charset=UTF-8',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  })
  expect(unpack(body).toString()).toBe(script)
})

test('sends a script as it is to a client that has neither', async () => {
  const { headers, body } = await ask('/_next/static/chunks/a.js')
  expect([headers['content-encoding'], headers.vary, body.toString()]).toEqual([undefined, 'Accept-Encoding', script])
})

test('answers that nothing has changed', async () => {
  const { headers } = await ask('/_next/static/chunks/a.js', { 'accept-encoding': 'br' })
  const again = await ask('/_next/static/chunks/a.js', {
    'accept-encoding': 'br',
    'if-none-match': String(headers.etag),
  })
  expect([again.status, again.body.length]).toEqual([304, 0])
})

test.each([
  ['a missing file', '/_next/static/chunks/b.js', 'GET'],
  ['a path out of the folder', '/_next/static/..%2f..%2fsecret.js', 'GET'],
  ['a folder', '/_next/static/chunks', 'GET'],
  ['another method', '/_next/static/chunks/a.js', 'POST'],
  ['another path', '/en', 'GET'],
])('leaves %s to Next, with the URL as it came', async (_, path, method) => {
  const { status, headers, body } = await ask(path, { 'accept-encoding': 'br' }, method)
  expect([status, headers['content-encoding'], body.toString()]).toEqual([404, undefined, `next: ${path}`])
})
