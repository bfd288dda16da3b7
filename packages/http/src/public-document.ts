import { matches, tagOf } from './answer.ts'
import { settings } from './env.ts'
import { handlerOf, reply } from './reply.ts'
import { replyTo } from './respond.ts'
import { byMethod, otherMethod, type RouteHandlers } from './route.ts'

const KEPT_S = 300

/**
 * Handlers of a path with one public document: readable cross-origin, cached for five minutes, and answered with 304 if
 * unchanged. The document is created at the first request.
 * @param name the name in logs and traces
 * @param make gets the public URL of the API
 */
export function publicDocument(name: string, type: string, make: (apiUrl: string) => string): RouteHandlers {
  let made: { text: string; etag: string } | undefined
  const read = handlerOf((request) =>
    replyTo(request, name, async (_, headers) => {
      headers.set('access-control-allow-origin', '*')
      headers.set('access-control-expose-headers', 'ETag, X-Request-Id')
      headers.set('cross-origin-resource-policy', 'cross-origin')
      if (made === undefined) {
        const text = make(settings().SALAMA_API_URL ?? 'http://localhost:3000')
        made = { text, etag: tagOf(text) }
      }
      const cached = { 'cache-control': `public, max-age=${KEPT_S}`, etag: made.etag }
      if (matches(request.headers.get('if-none-match'), made.etag)) return reply(304, null, cached)
      return reply(200, made.text, { ...cached, 'content-type': type })
    }),
  )
  return byMethod((method) =>
    method === 'GET' || method === 'HEAD' ? read : otherMethod(method, 'GET, HEAD, OPTIONS', true),
  )
}
