import { settings } from './env.ts'
import type { HeaderWriter } from './reply.ts'

// Which other sites' pages may read the API's responses (CORS).
//
// An API key reads for another system, whose page may be on any origin. A user's access token is only accepted from
// known origins. Credentials are never allowed, so a response to any origin never depends on a cookie.

/** How long a browser caches a preflight response; Chromium's maximum. */
const PREFLIGHT_S = 7_200

const ALLOWED = ['content-type', 'idempotency-key', 'if-none-match', 'traceparent', 'tracestate', 'x-request-id']

const EXPOSED = [
  'Deprecation',
  'ETag',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
].join(', ')

function isKnown(origin: string): boolean {
  const { SALAMA_API_URL, SALAMA_RIDER_URL, SALAMA_SURVEYOR_URL, SALAMA_LEARNING_URL, SALAMA_ADMIN_URL, CORS_ORIGINS } =
    settings()
  const apps = [SALAMA_API_URL, SALAMA_RIDER_URL, SALAMA_SURVEYOR_URL, SALAMA_LEARNING_URL, SALAMA_ADMIN_URL]
  return CORS_ORIGINS.includes(origin) || apps.some((url) => url !== undefined && new URL(url).origin === origin)
}

/** Allows the requesting page to read this response, if permitted. */
export function allowReading(request: { headers: Pick<Headers, 'get' | 'has'> }, headers: HeaderWriter): void {
  headers.append('vary', 'origin')
  const origin = request.headers.get('origin')
  if (origin === null) return
  const known = isKnown(origin)
  if (request.headers.has('authorization') && !known) return
  headers.set('access-control-allow-origin', known ? origin : '*')
  headers.set('access-control-expose-headers', EXPOSED)
}

/** The response to a preflight request, with the allowed methods and headers; `allow` as in the header Allow. */
export function answerPreflight(request: Request, allow: string, headers: HeaderWriter): void {
  headers.append('vary', 'origin, access-control-request-method, access-control-request-headers')
  const origin = request.headers.get('origin')
  if (origin === null || !request.headers.has('access-control-request-method')) return
  const asked = (request.headers.get('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
  const withToken = asked.includes('authorization')
  if (withToken && !isKnown(origin)) return
  const methods = withToken
    ? allow
    : allow
        .split(', ')
        .filter((method) => ['GET', 'HEAD', 'OPTIONS'].includes(method))
        .join(', ')
  headers.set('access-control-allow-origin', isKnown(origin) ? origin : '*')
  headers.set('access-control-allow-methods', methods)
  headers.set('access-control-allow-headers', [...ALLOWED, withToken ? 'authorization' : 'x-api-key'].join(', '))
  headers.set('access-control-max-age', String(PREFLIGHT_S))
}
