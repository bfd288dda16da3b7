import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendBrotliAssets } from './brotli-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'assets-'))
const script = 'export const words = "Road hazard at Koja";\n'.repeat(200)

/** Answers with the file as it is, as Next does for `identity`. */
const server = createServer(async (request, response) => {
  const body = await readFile(join(folder, String(request.url).replace('/_next/', ''))).catch(() => null)
  if (body === null) return void response.writeHead(404).end('no')
  response.setHeader('etag', '"one"')
  if (request.headers.range) return void response.writeHead(206).end(body.subarray(0, 10))
  response.setHeader('content-length', body.length)
  response.write(body.subarray(0, 100))
  response.end(body.subarray(100))
})
let url = ''
beforeAll(async () => {
  await mkdir(join(folder, 'static/chunks'), { recursive: true })
  await writeFile(join(folder, 'static/chunks/a.js'), script)
  sendBrotliAssets(folder)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${Object(server.address()).port}/_next/static/chunks`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const ask = (name: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, deflate, br' }) =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get(`${url}/${name}`, { headers }, async (reply) => {
      resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(await reply.toArray()) })
    }).on('error', reject)
  })

test('sends a script with brotli from its second request on', async () => {
  expect((await ask('a.js')).body.toString()).toBe(script)
  await expect.poll(async () => (await ask('a.js')).headers['content-encoding']).toBe('br')
  const { headers, body } = await ask('a.js')
  expect(headers).toMatchObject({ etag: 'W/"one"', vary: 'accept-encoding', 'content-length': String(body.length) })
  expect(brotliDecompressSync(body).toString()).toBe(script)
})

test.each<[string, Record<string, string>]>([
  ['without brotli', { 'accept-encoding': 'gzip' }],
  ['that refuses brotli', { 'accept-encoding': 'gzip, br;q=0' }],
])('leaves a client %s alone', async (_, headers) => {
  const reply = await ask('a.js', headers)
  expect([reply.headers['content-encoding'], reply.body.toString()]).toEqual([undefined, script])
})

test('leaves parts of a file and missing files alone', async () => {
  const part = await ask('a.js', { 'accept-encoding': 'br', range: 'bytes=0-9' })
  expect([part.status, part.headers['content-encoding'], part.body.length]).toEqual([206, undefined, 10])
  expect([(await ask('b.js')).status, (await ask('b.js')).status]).toEqual([404, 404])
})
