import {
  type DocumentedOperation,
  type DocumentedReply,
  documented,
  faults,
  type Parameter,
  type Schema,
  whole,
} from './document.ts'

// Drift: whatever goes through `call` is held against the published document, on its way in and on its way out. No test
// has to ask for it, so no test can forget it.

/** A request as it was sent, and what answered. */
export type Exchange = {
  method: string
  /** With the names of its parameters: `/api/v1/incidents/{id}`. */
  path: string
  params: Record<string, string>
  request: Request
  /** The body as text, undefined where none was sent. */
  sent: string | undefined
  status: number
  headers: Headers
  /** The body as text. */
  received: string
}

/** Headers that any answer may have; what an operation says beside them it declares. A new header is added here knowingly. */
const ALLOWED_HEADERS = [
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'allow',
  'cache-control',
  'connection',
  'content-disposition',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'deprecation',
  'etag',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'referrer-policy',
  'retry-after',
  'strict-transport-security',
  'sunset',
  'traceparent',
  'vary',
  'www-authenticate',
  'x-content-type-options',
  'x-request-id',
]

/** Headers without which an answer of a status is of no use. */
const NEEDED: Record<number, string> = { 401: 'www-authenticate', 405: 'allow', 429: 'retry-after', 503: 'retry-after' }

/** What is wrong with an exchange by the document, in words; empty where it is as described. */
export function drift(exchange: Exchange): string[] {
  const { method, path, status } = exchange
  const op = documented.get(`${method === 'HEAD' ? 'get' : method.toLowerCase()} ${path}`)
  if (op === undefined)
    return method === 'OPTIONS' || status === 405 ? [] : [`${method} ${path} is not in the document`]
  const isAccepted = status >= 200 && status < 300
  return [
    ...replyFaults(op, exchange),
    ...(isAccepted ? requestFaults(op, exchange).map((fault) => `taken, though in the request ${fault}`) : []),
  ]
}

function replyFaults(op: DocumentedOperation, { method, request, status, headers, received }: Exchange): string[] {
  const needed = NEEDED[status]
  const reply = op.responses[String(status)]
  const allowed = [...ALLOWED_HEADERS, ...Object.keys(reply?.headers ?? {}).map((name) => name.toLowerCase())]
  const found = [...headers.keys()].filter((name) => !allowed.includes(name)).map((name) => `header ${name}`)
  if (needed !== undefined && !headers.has(needed)) found.push(`${status} without ${needed}`)
  if (status === 304 && !(request.headers.has('if-none-match') && headers.has('etag'))) found.push('304 without a tag')
  if (reply === undefined) return [...found, `status ${status} is not declared: ${received.slice(0, 300)}`]
  found.push(...locationFaults(status, headers.get('location')))
  if (method === 'HEAD') return received === '' ? found : [...found, 'a body for HEAD']
  return [...found, ...bodyFaults(reply.content, headers.get('content-type'), received)]
}

/** Where a made thing is said to be: an address of this API, and only where something was made. */
function locationFaults(status: number, location: string | null): string[] {
  if (location === null) return []
  return status === 201 && /^\/api\/v1\/[\w/.-]+$/.test(location) ? [] : [`location ${location} with ${status}`]
}

function bodyFaults(content: DocumentedReply['content'], type: string | null, text: string) {
  if (content === undefined) return text === '' ? [] : [`an undeclared body: ${text.slice(0, 100)}`]
  const media = content[type?.split(';')[0] ?? '']
  if (media === undefined) return [`content type ${type}`]
  if (type?.startsWith('text/csv')) return faults(media.schema, text)
  const body = JSON.parse(text)
  const isKnown = type !== 'application/problem+json' || Object.hasOwn(media.examples ?? {}, body.code)
  return [
    ...(isKnown ? [] : [`code ${body.code} is not declared`]),
    ...faults(media.schema, body).map((f) => `reply${f}`),
  ]
}

/** What the document does not allow in a request. */
function requestFaults(op: DocumentedOperation, { params, request, sent }: Exchange): string[] {
  const query = new URL(request.url).searchParams
  const declared = op.parameters ?? []
  const known = declared.filter((each) => each.in === 'query').map((each) => each.name)
  const extra = [...query.keys()].filter((name) => !known.includes(name)).map((name) => `query ${name} is not declared`)
  const given = { path: (name: string) => params[name], query: (name: string) => query.get(name) ?? undefined }
  return [
    ...extra,
    ...declared.flatMap((each) =>
      each.in === 'header'
        ? parameterFaults(each, request.headers.get(each.name) ?? undefined)
        : parameterFaults(each, given[each.in](each.name)),
    ),
    ...requestBodyFaults(op, sent),
  ]
}

function parameterFaults({ name, required, schema }: Parameter, text: string | undefined): string[] {
  if (text === undefined) return required === true ? [`${name} is missing`] : []
  return trimmedFaults(schema, typed(schema, text)).map((fault) => `${name}: ${fault}`)
}

/** A parameter as the document types it. */
function typed(schema: Schema, text: string): unknown {
  const { type } = whole(schema)
  return (type === 'number' || type === 'integer') && text.trim() !== '' ? Number(text) : text
}

/** A byte order mark that a client puts before its JSON may be overlooked (RFC 8259, section 8.1), and is. */
const withoutMark = (text: string) => text.replace(/^\uFEFF/, '')

function requestBodyFaults(op: DocumentedOperation, sent: string | undefined): string[] {
  const schema = op.requestBody?.content['application/json']?.schema
  if (schema === undefined) return []
  return sent === undefined
    ? ['the body is missing']
    : trimmedFaults(schema, JSON.parse(withoutMark(sent))).map((f) => `body${f}`)
}

/** White space around a text is taken off before it is measured. */
function trimmedFaults(schema: Schema, value: unknown): string[] {
  const asSent = faults(schema, value)
  return asSent.length === 0 ? asSent : faults(schema, trimmed(value))
}

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, trimmed(member)]))
}
