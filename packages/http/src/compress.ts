import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { HeaderWriter } from './reply.ts'

// Compression of responses that do not come from Next, which compresses its own.
//
// A body that clients may cache is usually sent again, so its compressed form is cached; others are compressed each
// time. Both happen outside of the main thread.

type Compressible = HeaderWriter & { get: (name: string) => string | null | undefined }

/** Smaller bodies fit into one packet anyway, and compressing them costs more than it saves. */
const MIN_BYTES = 1024

/** About the size of zlib's default level for JSON, in half the time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

type Body = string | Uint8Array<ArrayBuffer>

const CODINGS = {
  br: (body: Body) => brotliOf(body, brotliOptions),
  gzip: (body: Body) => gzipOf(body),
}
type Coding = keyof typeof CODINGS

const newCache = () =>
  new LRUCache<Body, Promise<Buffer>>({
    max: 2_000,
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: (_, body) => body.length,
  })
const remembered = { br: newCache(), gzip: newCache() } satisfies Record<Coding, unknown>

/**
 * The body as it is sent to a client with this Accept-Encoding (RFC 9110, section 12.5.3), brotli before gzip. Sets
 * Content-Encoding in `headers`, and a weak ETag, because other bytes are another representation.
 */
export async function compress(body: Body, accepted: string | null, headers: Compressible): Promise<Body | Buffer> {
  if (accepted === null || body.length < MIN_BYTES) return body
  const coding = codingOf(accepted)
  if (coding === undefined) return body
  headers.set('content-encoding', coding)
  const etag = headers.get('etag')
  if (etag?.startsWith('"')) headers.set('etag', `W/${etag}`)
  if (headers.get('cache-control')?.includes('no-store')) return CODINGS[coding](body)
  const known = remembered[coding].get(body) ?? CODINGS[coding](body)
  remembered[coding].set(body, known)
  known.catch(() => remembered[coding].delete(body))
  return known
}

function codingOf(accepted: string): Coding | undefined {
  const allowed = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(['br', 'gzip'])
  return (['br', 'gzip'] as const).find((coding) => allowed.includes(coding))
}
