import type { Operation } from './shared/operation.ts'

// The response headers of the published contract. Each is described once and referenced by name.

const text = (description: string, example: string) => ({ description, schema: { type: 'string' as const }, example })
const number = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' as const, minimum: 0 },
  example,
})

const HEADERS = {
  Allow: text('The methods that the path has.', 'GET, HEAD, OPTIONS'),
  'Cache-Control': text('How long the answer may be kept, by the caller alone.', 'private, max-age=5'),
  'Content-Disposition': text('The name under which to keep the file.', 'attachment; filename="audit-log.csv"'),
  Deprecation: text('RFC 9745: since when this operation is deprecated.', '@1798761600'),
  ETag: text(
    'A weak tag of the content. Send it as `If-None-Match` to hear 304 while nothing has changed.',
    'W/"m0Zq"',
  ),
  Link: text(
    'Addresses beside this one: `rel="next"`, where a file goes on; `rel="deprecation"`, where to read about the end of an operation.',
    '<https://api.salama.test/changes>; rel="deprecation"; type="text/html"',
  ),
  Location: text('The path of what was made.', '/api/v1/reports/7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60'),
  RateLimit: text(
    'What is left of each limit (`r`) and in how many seconds it is whole again (`t`).',
    '"default";r=118;t=52',
  ),
  'RateLimit-Policy': text(
    'The limits that count here: how many requests (`q`) in how many seconds (`w`).',
    '"default";q=120;w=60',
  ),
  'Retry-After': number('In how many seconds to try again.', 52),
  Sunset: text('RFC 8594: from when on this operation may be gone.', 'Fri, 01 Jan 2027 00:00:00 GMT'),
  'WWW-Authenticate': text('What to send instead (RFC 6750).', 'Bearer realm="salama", error="invalid_token"'),
  'X-Request-Id': text('Names this request in our logs. Taken from the request if it sent one.', 'fleet-monitor-0017'),
}
type HeaderName = keyof typeof HEADERS

/** Which headers a reply with this status has. */
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
    Link: described.some((op) => op.deprecated ?? op.file),
    'Content-Disposition': described.some((op) => op.file),
  }
  return Object.entries(HEADERS).filter(([name]) => ofSome[name] ?? true)
}
