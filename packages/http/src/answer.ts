import { hash } from 'node:crypto'
import { type CachedReply, etagOf } from '@salama/domain/cached-reply'
import { DATA_LICENCE } from '@salama/domain/city-words'
import { FilePage, isLicensed, type Operation, toGeoJson } from '@salama/domain/shared'
import type { AnyUseCase } from '@salama/domain/use-case'
import { type HeaderWriter, type Reply, type RequestHead, reply } from './reply.ts'

/** A reply that may say that its id already existed, or carry its id. */
type Content = { id?: unknown; repeated?: unknown }

/** A use case as an app serves it. `isShared`: for shared caches, see `Operation`. */
export type Served = { useCase: AnyUseCase; op: Operation; crossOrigin: boolean; isShared: boolean }

export const GEO_JSON = 'application/geo+json'

/** The ETag of a content as it is sent: GeoJSON is another representation. */
const tagFor = (etag: string, type: string) => (type === GEO_JSON ? etag.replace(/"$/, '.geo"') : etag)

/** The HTTP response for a reply: status, cache headers, and for a read an ETag over the content. */
export function answer({ useCase, op, isShared }: Served, request: Request, found: unknown, type: string): Reply {
  const cache = cacheHeaders(op, isShared)
  if (op.status === 204) return reply(204, null, cache)
  if (op.file !== undefined) return file(cache, op.file, request, found)
  if (found instanceof ReadableStream) return reply(200, found, { 'content-type': type, ...cache, ...UNBUFFERED })
  const headers: Record<string, string> = { 'content-type': type, ...cache }
  const { id, repeated }: Content = Object(found)
  const created = op.status === 201 && repeated !== true
  // The apps' own routes serve the same operations, but have no URL for what was created.
  const addressed = op.location !== null && new URL(request.url).pathname.startsWith('/api/v1/')
  if (created && typeof id === 'string' && addressed)
    headers.location = op.location?.replace('{id}', id) ?? `${op.path}/${id}`
  if (op.method === 'get' && op.cache !== 'no-store') {
    const etag = tagFor(etagOf(found, useCase.hasStrongTags), type)
    if (matches(request.headers.get('if-none-match'), etag)) return notModified(cache, etag)
    headers.etag = etag
  }
  return reply(created ? 201 : 200, JSON.stringify(type === GEO_JSON ? toGeoJson(found) : found), headers)
}

/** Neither compression nor a proxy may hold events back. */
const UNBUFFERED = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' }

/** The same for a cached reply: the body is not serialized when the client has it (304). */
export function answerCached(
  { op, isShared }: Served,
  request: RequestHead,
  cached: CachedReply<string | Uint8Array<ArrayBuffer>>,
  type: string,
): Reply {
  const cache = cacheHeaders(op, isShared)
  const etag = tagFor(cached.etag, type)
  if (matches(request.headers.get('if-none-match'), etag)) return notModified(cache, etag)
  const body = type === GEO_JSON ? JSON.stringify(toGeoJson(JSON.parse(String(cached.json())))) : cached.json()
  return reply(200, body, { 'content-type': type, etag, ...cache })
}

/** RFC 9110, section 15.4.5: without content, so without its type. */
const notModified = (cache: Record<string, string>, etag: string) => reply(304, null, { etag, ...cache })

/** A file download. If there is more, the Link header has the next page: this URL with the next cursor (RFC 8288). */
function file(
  cache: Record<string, string>,
  { type, name }: NonNullable<Operation['file']>,
  request: Request,
  found: unknown,
) {
  const { text, page } = FilePage.parse(found)
  const headers: Record<string, string> = {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    ...cache,
  }
  if (page.nextCursor !== null) {
    const { pathname, searchParams } = new URL(request.url)
    searchParams.set('cursor', page.nextCursor)
    headers.link = `<${pathname}?${searchParams}>; rel="next"`
  }
  return reply(200, text, headers)
}

function cacheHeaders(op: Operation, isShared: boolean): Record<string, string> {
  const link = licensed(op)
  if (op.cache === 'no-store') return { 'cache-control': 'no-store', ...link }
  const { maxAgeS } = op.cache
  if (isShared)
    return {
      'cache-control': `public, max-age=${maxAgeS}, s-maxage=${maxAgeS}, stale-while-revalidate=${maxAgeS}`,
      ...link,
    }
  return {
    'cache-control': `private, max-age=${maxAgeS}`,
    vary: `authorization, x-api-key, cookie${op.geoJson ? ', accept' : ''}`,
    ...link,
  }
}

/** Data that other systems may read says under which licence (RFC 4946). */
const licensed = (op: Operation) => (isLicensed(op) ? { link: `<${DATA_LICENCE.url}>; rel="license"` } : undefined)

export const tagOf = (content: string) => `W/"${hash('sha1', content, 'base64url')}"`

/** RFC 9110, section 13.1.2: a list of tags or `*`, compared weakly. */
export const matches = (header: string | null, etag: string) =>
  header !== null && (header.trim() === '*' || header.split(',').some((tag) => opaque(tag.trim()) === opaque(etag)))

const opaque = (tag: string) => tag.replace(/^W\//, '')

/** The headers of a deprecated operation (RFC 9745, RFC 8594). */
export function announceEnd({ deprecated }: Operation, headers: HeaderWriter): void {
  if (deprecated === undefined) return
  headers.set('deprecation', `@${Date.parse(deprecated.since) / 1000}`)
  headers.set('sunset', new Date(deprecated.sunset).toUTCString())
  headers.append('link', `<${deprecated.link}>; rel="deprecation"; type="text/html"`)
}
