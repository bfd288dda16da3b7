import {
  type DocumentedOperation,
  type DocumentedReply,
  documented,
  faults,
  type Parameter,
  type Schema,
  whole,
} from './document.ts'

// Drift: every request and response that passes through `call` is validated against the published document. It applies
// to all tests automatically.

/** A request as sent, and its response. */
export type Exchange = {
  method: string
  /** The path template: `/api/v1/incidents/{id}`. */
  path: string
  params: Record<string, string>
  request: Request
  /** The body as text, undefined without one. */
  sent: string | undefined
  status: number
  headers: Headers
  /** The body as text. */
  received: string
}

/** Headers allowed in any response; an operation declares others itself. New headers must be added here. */
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
  'x-accel-buffering',
  'x-content-type-options',
  'x-request-id',
]

/** Required headers by status. */
const NEEDED: Record<number, string> = { 401: 'www-authenticate', 405: 'allow', 429: 'retry-after', 503: 'retry-after' }

/** The differences between an exchange and the document; empty when it matches. */
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

/** A Location header: a URL of this API, and only for a created resource. */
function locationFaults(status: number, location: string | null): string[] {
  if (location === null) return []
  return status === 201 && /^\/api\/v1\/[\w/.-]+$/.test(location) ? [] : [`location ${location} with ${status}`]
}

function bodyFaults(content: DocumentedReply['content'], type: string | null, text: string) {
  if (content === undefined) return text === '' ? [] : [`an undeclared body: ${text.slice(0, 100)}`]
  const media = content[type?.split(';')[0] ?? '']
  if (media === undefined) return [`content type ${type}`]
  if (!type?.includes('json')) return faults(media.schema, text)
  const body = JSON.parse(text)
  const isKnown = type !== 'application/problem+json' || Object.hasOwn(media.examples ?? {}, body.code)
  return [
    ...(isKnown ? [] : [`code ${body.code} is not declared`]),
    ...faults(media.schema, body).map((f) => `reply${f}`),
  ]
}

/** Violations of the document in a request. */
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

/** A parameter, parsed by its documented type. */
function typed(schema: Schema, text: string): unknown {
  const { type } = whole(schema)
  return (type === 'number' || type === 'integer') && text.trim() !== '' ? Number(text) : text
}

/** Clients may send a byte order mark before JSON, and parsers may ignore it (RFC 8259, section 8.1). */
const withoutMark = (text: string) => text.replace(/^\uFEFF/, '')

function requestBodyFaults(op: DocumentedOperation, sent: string | undefined): string[] {
  const schema = op.requestBody?.content['application/json']?.schema
  if (schema === undefined) return []
  return sent === undefined
    ? ['the body is missing']
    : trimmedFaults(schema, JSON.parse(withoutMark(sent))).map((f) => `body${f}`)
}

/** Texts are trimmed before their length is checked. */
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
