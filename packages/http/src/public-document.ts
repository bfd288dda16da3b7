import { matches, tagOf } from './answer.ts'
import { handlerOf, otherMethod, type RouteHandlers } from './endpoint.ts'
import { settings } from './env.ts'
import { reply } from './reply.ts'
import { replyTo } from './respond.ts'

const KEPT_S = 300

/**
 * Handlers of a path with one public document: readable cross-origin, cached for five minutes, and answered with 304 if
 * unchanged. The document is created at the first request.
 *
 * @param name the name in logs and traces
 * @param make gets the public URL of the API
 */
export function publicDocument(name: string, type: string, make: (apiUrl: string) => string): RouteHandlers {
  let made: { text: string; etag: string } | undefined
  const read = handlerOf((request) =>
    replyTo(request, name, async (_, always) => {
      always.set('access-control-allow-origin', '*')
      always.set('access-control-expose-headers', 'ETag, X-Request-Id')
      always.set('cross-origin-resource-policy', 'cross-origin')
      if (made === undefined) {
        const text = make(settings().SALAMA_API_URL ?? 'http://localhost:3000')
        made = { text, etag: tagOf(text) }
      }
      const headers = { 'cache-control': `public, max-age=${KEPT_S}`, etag: made.etag }
      if (matches(request.headers.get('if-none-match'), made.etag)) return reply(304, null, headers)
      return reply(200, made.text, { ...headers, 'content-type': type })
    }),
  )
  const other = (method: Exclude<keyof RouteHandlers, 'GET' | 'HEAD'>) =>
    otherMethod(method, 'GET, HEAD, OPTIONS', true)
  return {
    GET: read,
    HEAD: read,
    POST: other('POST'),
    PUT: other('PUT'),
    PATCH: other('PATCH'),
    DELETE: other('DELETE'),
    OPTIONS: other('OPTIONS'),
  }
}
