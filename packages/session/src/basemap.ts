import { createHash } from 'node:crypto'
import { createReadStream, openSync, read } from 'node:fs'
import { promisify } from 'node:util'
import { appEnv } from './env.ts'

// Serves the basemap, one PMTiles archive, to the maps of an app (RFC 9110, 14: range requests). A map requests the few
// kilobytes of each tile. The archive's URL has its hash, so that a browser caches every range forever; `index.json`
// names it. No session is read, so the proxy does not match these paths.

type Archive = { fd: number; bytes: number; name: string; etag: string }
type Context = { params: Promise<{ file: string }> }

let opened: Promise<Archive | null> | undefined

/** Stays open, so that a rebuilt archive is not served under the old hash. */
async function openArchive(): Promise<Archive | null> {
  const { BASEMAP_FILE: path } = appEnv()
  const fd = path === undefined ? null : openOrNull(path)
  if (fd === null) return null
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream('', { fd, autoClose: false, start: 0 })) {
    hash.update(chunk)
    bytes += chunk.length
  }
  const version = hash.digest('hex').slice(0, 16)
  const name = `${version}.pmtiles`
  return { fd, bytes, name, etag: `"${version}"` }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch {
    return null
  }
}

/** For `app/basemap/[file]/route.ts`; HEAD too, whose body Next leaves out. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  opened ??= openArchive()
  const [archive, { file: name }] = await Promise.all([opened, params])
  if (name === 'index.json')
    return Response.json({ url: archive && `/basemap/${archive.name}` }, { headers: { 'cache-control': 'no-cache' } })
  if (archive?.name !== name) return new Response(null, { status: 404 })
  return serveRange(request, archive)
}
export { GET as HEAD }

function serveRange(request: Request, { fd, bytes, etag }: Archive): Response {
  const headers = {
    'content-type': 'application/vnd.pmtiles',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    etag,
  }
  const known = request.headers.get('if-none-match')
  if (known === '*' || known?.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers })
  const condition = request.headers.get('if-range')
  const range = condition === null || condition === etag ? rangeOf(request.headers.get('range'), bytes) : 'all'
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes}` } })
  const [start, end] = range === 'all' ? [0, bytes - 1] : range
  const part = { ...headers, 'content-length': String(end - start + 1) }
  const body = request.method === 'HEAD' ? null : bytesOf(fd, start, end)
  return range === 'all'
    ? new Response(body, { headers: part })
    : new Response(body, { status: 206, headers: { ...part, 'content-range': `bytes ${start}-${end}/${bytes}` } })
}

const CHUNK_BYTES = 64 * 1024
const readAt = promisify(read)

/** Not a ReadStream: a client that leaves would destroy it, and with it the file of all other requests. */
function bytesOf(fd: number, start: number, end: number): ReadableStream<Uint8Array> {
  let at = start
  return new ReadableStream({
    async pull(controller) {
      const length = Math.min(CHUNK_BYTES, end + 1 - at)
      const { bytesRead, buffer } = await readAt(fd, Buffer.alloc(length), 0, length, at)
      if (bytesRead === 0) throw new Error('The basemap is shorter than when it was opened')
      at += bytesRead
      controller.enqueue(buffer.subarray(0, bytesRead))
      if (at > end) controller.close()
    },
  })
}

/** The first and last byte. A range that is malformed, or several at once, count as none, as the standard allows. */
function rangeOf(header: string | null, bytes: number): [number, number] | 'all' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'all'
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (first !== '' && last !== '' && Number(last) < start) return 'all'
  return start < bytes ? [start, end] : 'unsatisfiable'
}
