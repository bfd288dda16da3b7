import { createHash } from 'node:crypto'
import { createReadStream, openSync, read } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { matches } from './answer.ts'

// Serves the basemap, one PMTiles archive (RFC 9110, 14: range requests): a map requests the few kilobytes of each
// tile. Its URL has its hash, so that browsers cache ranges forever; `index.json` names it.

type Archive = { fd: number; bytes: number; name: string; etag: string }

const PATH = '/basemap/'

/** Answers requests for the archive in this file, if there is one; others are left to what comes after. */
export function basemapFiles(path: string | undefined) {
  let opened: Promise<Archive | null> | undefined
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { url = '', method } = request
    if (!url.startsWith(PATH) || (method !== 'GET' && method !== 'HEAD')) return false
    opened ??= openArchive(path).catch((error: unknown) => {
      opened = undefined // the next request tries again
      throw error
    })
    const archive = await opened
    const [name = ''] = url.slice(PATH.length).split('?')
    if (name === 'index.json') {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache' })
      response.end(JSON.stringify({ url: archive && PATH + archive.name }))
    } else if (archive?.name === name) await serveRange(request, response, archive)
    else response.writeHead(404).end()
    return true
  }
}

/** Stays open, so that a rebuilt archive is not served under the old hash. */
async function openArchive(path: string | undefined): Promise<Archive | null> {
  const fd = path === undefined ? null : openOrNull(path)
  if (fd === null) return null
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream('', { fd, autoClose: false, start: 0 })) {
    hash.update(chunk)
    bytes += chunk.length
  }
  const version = hash.digest('hex').slice(0, 16)
  return { fd, bytes, name: `${version}.pmtiles`, etag: `"${version}"` }
}

function openOrNull(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch {
    return null
  }
}

async function serveRange(
  { headers: sent, method }: IncomingMessage,
  response: ServerResponse,
  { fd, bytes, etag }: Archive,
): Promise<void> {
  const headers = {
    'content-type': 'application/vnd.pmtiles',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag,
  }
  if (matches(sent['if-none-match'] ?? null, etag)) return void response.writeHead(304, headers).end()
  const condition = sent['if-range']
  const range = condition === undefined || condition === etag ? rangeOf(sent.range, bytes) : 'all'
  if (range === 'unsatisfiable')
    return void response.writeHead(416, { ...headers, 'content-range': `bytes */${bytes}` }).end()
  const [start, end] = range === 'all' ? [0, bytes - 1] : range
  const part = range === 'all' ? {} : { 'content-range': `bytes ${start}-${end}/${bytes}` }
  response.writeHead(range === 'all' ? 200 : 206, { ...headers, ...part, 'content-length': end - start + 1 })
  if (method === 'HEAD') return void response.end()
  await pipeline(bytesOf(fd, start, end), response).catch(() => {}) // the client left
}

const CHUNK_BYTES = 64 * 1024
const readAt = promisify(read)

/** Not a ReadStream: a client that leaves would destroy it, and with it the file of all other requests. */
async function* bytesOf(fd: number, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at <= end; ) {
    const length = Math.min(CHUNK_BYTES, end + 1 - at)
    const { bytesRead, buffer } = await readAt(fd, Buffer.alloc(length), 0, length, at)
    if (bytesRead === 0) throw new Error('The basemap is shorter than when it was opened')
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** The first and last byte. A range that is malformed, or several at once, count as none, as the standard allows. */
function rangeOf(header: string | undefined, bytes: number): [number, number] | 'all' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'all'
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (first !== '' && last !== '' && Number(last) < start) return 'all'
  return start < bytes ? [start, end] : 'unsatisfiable'
}
