import { isLicensed, type Operation } from './shared/operation.ts'

// The response headers of the published contract. Each is described once and referenced by name.

const text = (description: string, example: string) => ({ description, schema: { type: 'string' as const }, example })
const number = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const, minimum: 0 },
  example,
})

const HEADERS = {
  Allow: text('The methods that the path supports.', 'GET, HEAD, OPTIONS'),
  'Cache-Control': text('How long the client may cache the response.', 'private, max-age=5'),
  'Content-Disposition': text('The suggested file name.', 'attachment; filename="audit-log.csv"'),
  Deprecation: text('RFC 9745: since when this operation is deprecated.', '@1798761600'),
  ETag: text('A weak entity tag. Send it as `If-None-Match` to get 304 while the content is unchanged.', 'W/"m0Zq"'),
  Link: text(
    'Related URLs: `rel="license"`, the licence of the data; `rel="next"`, the next part of a file; `rel="deprecation"`, information about a deprecated operation.',
    '<https://api.salama.test/changes>; rel="deprecation"; type="text/html"',
  ),
  Location: text('The path of the created resource.', '/api/v1/reports/7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60'),
  RateLimit: text('Requests left of each limit (`r`) and seconds until it resets (`t`).', '"default";r=118;t=52'),
  'RateLimit-Policy': text(
    'The limits that apply: requests (`q`) per window of seconds (`w`).',
    '"default";q=120;w=60',
  ),
  'Retry-After': number('Seconds to wait before retrying.', 52),
  Sunset: text('RFC 8594: when this operation may be removed.', 'Fri, 01 Jan 2027 00:00:00 GMT'),
  'WWW-Authenticate': text('The required authentication (RFC 6750).', 'Bearer realm="salama", error="invalid_token"'),
  'X-Request-Id': text(
    'Identifies the request in our logs. Echoes the request’s own id, if any.',
    'fleet-monitor-0017',
  ),
}
type HeaderName = keyof typeof HEADERS

export function headersOf(op: Operation, status: number) {
  const names: HeaderName[] = ['X-Request-Id']
  if (status === 405) return refer([...names, 'Allow'])
  names.push('Cache-Control')
  // A caller that is not authenticated yet counts against no limit.
  if (status !== 401) names.push('RateLimit', 'RateLimit-Policy')
  if (status === 401 || (status === 403 && typeof op.access === 'object' && 'role' in op.access))
    names.push('WWW-Authenticate')
  if (status === 429 || status === 503) names.push('Retry-After')
  if (status === 201 && op.location !== null) names.push('Location')
  if (op.cache !== 'no-store' && (status === 200 || status === 304)) names.push('ETag')
  if (op.file && status === 200) names.push('Content-Disposition', 'Link')
  if (isLicensed(op) && status < 400) names.push('Link')
  if (op.deprecated) names.push('Deprecation', 'Sunset', 'Link')
  return refer(names)
}

const refer = (names: HeaderName[]) =>
  Object.fromEntries([...new Set(names)].toSorted().map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The header descriptions that a document of these operations references. */
export function usedHeaders(described: readonly Operation[]) {
  const ofSome: Partial<Record<string, boolean>> = {
    Deprecation: described.some((op) => op.deprecated),
    Sunset: described.some((op) => op.deprecated),
    Link: described.some((op) => op.deprecated ?? op.file ?? isLicensed(op)),
    'Content-Disposition': described.some((op) => op.file),
  }
  return Object.entries(HEADERS).filter(([name]) => ofSome[name] ?? true)
}
