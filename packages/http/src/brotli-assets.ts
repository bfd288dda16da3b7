import { subscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

// Sends scripts and styles with brotli at its highest quality, a tenth to a sixth smaller than with gzip.
//
// A file is compressed at its first request, outside of the main thread, which Next answers meanwhile; its name contains
// its hash, so it is compressed once. Without access to the connection (serverless hosting) the platform compresses.

const ASSET = /^\/_next\/(static\/[\w./~-]+\.(?:js|css))$/
const brotli = promisify(brotliCompress)

const KEY = Symbol.for('salama.http.brotli-assets')
const shared: typeof globalThis & { [KEY]?: true } = globalThis

/** `folder`: the build, with the folder `static` in it. */
export function sendBrotliAssets(folder = join(process.cwd(), '.next')): void {
  if (shared[KEY]) return
  shared[KEY] = true
  /** Null while a file is compressed, and where it cannot be. */
  const packed = new Map<string, Buffer | null>()

  async function pack(name: string): Promise<void> {
    packed.set(name, null)
    const body = await readFile(join(folder, name)).catch(() => null)
    if (body === null) return void packed.delete(name) // no such file: any name may be requested
    const { BROTLI_PARAM_SIZE_HINT } = constants
    packed.set(name, await brotli(body, { params: { [BROTLI_PARAM_SIZE_HINT]: body.length } }))
  }

  subscribe('http.server.request.start', (message) => {
    // As Node's diagnostics_channel documents it.
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const name = ASSET.exec(request.url?.split('?')[0] ?? '')?.[1]
    if (name === undefined || name.includes('..') || request.method !== 'GET') return
    if (!/\bbr\b(?!;\s*q=0(\.0*)?(,|$))/.test(String(request.headers['accept-encoding'] ?? ''))) return
    const body = packed.get(name)
    if (body) replaceBody(request, response, body)
    else if (body === undefined) pack(name).catch(() => null) // it stays with gzip
  })
}

/** Lets the server answer as usual, and sends these bytes in place of its own. */
function replaceBody(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  request.headers['accept-encoding'] = 'identity'
  const { writeHead, write, end } = response
  let isReplaced = false
  response.writeHead = (...args: unknown[]) => {
    isReplaced = args[0] === 200 // and not 206 or 304
    if (isReplaced) {
      const etag = String(response.getHeader('etag') ?? '')
      if (etag.startsWith('"')) response.setHeader('etag', `W/${etag}`)
      response.setHeader('content-encoding', 'br')
      response.setHeader('content-length', body.length)
      response.setHeader('vary', 'accept-encoding')
    }
    return Reflect.apply(writeHead, response, args)
  }
  response.write = (...args: unknown[]) => {
    if (!response.headersSent) response.writeHead(response.statusCode)
    return isReplaced || Reflect.apply(write, response, args)
  }
  response.end = (...args: unknown[]) => {
    if (!response.headersSent) response.writeHead(response.statusCode)
    return Reflect.apply(end, response, isReplaced ? [body] : args)
  }
}
