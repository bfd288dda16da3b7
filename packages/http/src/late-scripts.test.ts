import { createServer, get, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lateScripts, sendScriptsLate } from './late-scripts.ts'

const script = (name: string) => `<script src="/_next/static/chunks/${name}.js" async=""></script>`
const late = (name: string) => `<script type="late" src="/_next/static/chunks/${name}.js"></script>`
const hint = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/b.js"/>'
const words = 'Road hazard at Koja. '.repeat(100)
const page = `<!DOCTYPE html><head>${hint}${script('a')}</head><body><p>${words} é</p>${script('b')}</body>`

/** The page without the inline script that starts the others. */
const withoutStarter = (html: string) => html.replace(/<script>\(function startScripts[\s\S]*?<\/script>/, '')
const changed = page.replace(hint, '').replace(script('a'), late('a')).replace(script('b'), late('b'))

test('defers the scripts of a page, however its chunks are split', () => {
  for (const length of [1, 7, 50, page.length]) {
    const change = lateScripts()
    const pieces = page.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? []
    const html = pieces.map((piece) => change(piece, false)).join('') + change('', true)
    expect(withoutStarter(html)).toBe(changed)
    expect(html.match(/startScripts\(\)/g)).toHaveLength(1)
  }
})

test.each([
  ['scripts with a nonce', '<script src="/_next/static/chunks/a.js" async="" nonce="x"></script>'],
  ['scripts of other paths', '<script src="/vendor/a.js" async=""></script>'],
  ['text about scripts', '<p>&lt;script src="/_next/static/chunks/a.js" async=""></p>'],
])('leaves %s alone', (_, html) => {
  expect(lateScripts()(html, true)).toBe(html)
})

const answers: Record<string, RequestListener> = {
  '/page': (_, response) => {
    const body = Buffer.from(page)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-length', body.length)
    response.end(body)
  },
  '/stream': (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const body = Buffer.from(page)
    for (let at = 0; at < body.length; at += 999) response.write(body.subarray(at, at + 999))
    response.end()
  },
  '/flushed': (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.flushHeaders()
    response.write(page.slice(0, 999))
    response.end(page.slice(999))
  },
  '/compressed': (_, response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-encoding', 'br')
    response.end(brotliCompressSync(page))
  },
  '/compressed/flushed': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' })
    response.flushHeaders()
    response.end(brotliCompressSync(page))
  },
  '/data.json': (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ page }))
  },
  '/api/v1/page': (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page),
}
const server = createServer((request, response) => answers[request.url ?? '']?.(request, response))
let url = ''
beforeAll(async () => {
  sendScriptsLate()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${Object(server.address()).port}`
})
afterAll(() => server.close())

const ask = (path: string, encoding = 'identity', method = 'GET') =>
  new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const headers = { 'accept-encoding': encoding }
    get(url + path, { headers, method }, async (reply) => {
      resolve({ headers: reply.headers, body: Buffer.concat(await reply.toArray()) })
    }).on('error', reject)
  })

test.each(['/page', '/stream', '/flushed'])('changes %s before it is compressed', async (path) => {
  const plain = await ask(path)
  expect(withoutStarter(plain.body.toString())).toBe(changed)
  const [br, gz] = [await ask(path, 'br, gzip'), await ask(path, 'gzip')]
  expect([br.headers['content-encoding'], gz.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(br.body).toString()).toBe(plain.body.toString())
  expect(gunzipSync(gz.body).toString()).toBe(plain.body.toString())
})

test.each(['/compressed', '/compressed/flushed'])(
  'leaves a page alone that is compressed already: %s',
  async (path) => {
    expect(brotliDecompressSync((await ask(path, 'br')).body).toString()).toBe(page)
  },
)

test('compresses other responses as they are, and leaves the API alone', async () => {
  expect(JSON.parse(brotliDecompressSync((await ask('/data.json', 'br')).body).toString())).toEqual({ page })
  const { headers, body } = await ask('/api/v1/page', 'br')
  expect([headers['content-encoding'], body.toString()]).toEqual([undefined, page])
})

test('sends no body in response to HEAD', async () => {
  expect((await ask('/page', 'identity', 'HEAD')).body).toHaveLength(0)
})
