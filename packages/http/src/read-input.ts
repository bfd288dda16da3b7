import { setTimeout } from 'node:timers/promises'
import {
  DomainError,
  FIELD_PROBLEMS,
  type FieldProblem,
  IdempotencyHeaders,
  type Operation,
} from '@salama/domain/shared'
import type { z } from 'zod'
import type { RequestHead } from './reply.ts'

/** The maximum body size in bytes, unless the operation sets its own. */
const MAX_BODY = 64 * 1024

/** A problem names the header as the client sent it, a use case by its field name. */
const IdempotencyInput = IdempotencyHeaders.transform((headers) => ({ idempotencyKey: headers['Idempotency-Key'] }))

/**
 * Path parameters, query, body and Idempotency-Key as one flat object, validated. All problems are reported together,
 * so that a form can be corrected at once.
 * @throws {DomainError} `invalid_request` with every problem; `unreadable_body`, `body_too_large`,
 *   `unsupported_media_type`
 */
export async function readInput(op: Operation, request: Request, params: Params): Promise<object> {
  const body = op.body?.safeParse(await bodyReader(op, request)(request, op.maxBodyBytes))
  return validate(op, request, params, body)
}

type Params = Record<string, string>

/** Everything but the reading of the body. */
function validate(op: Operation, request: RequestHead, params: Params, body?: z.ZodSafeParseResult<unknown>): object {
  const searchParams = new URLSearchParams(/\?([^#]*)/.exec(request.url)?.[1])
  const parts = [
    op.params?.safeParse(params),
    op.query?.safeParse(Object.fromEntries(searchParams)),
    body,
    op.acceptsIdempotencyKey
      ? IdempotencyInput.safeParse({ 'Idempotency-Key': request.headers.get('idempotency-key') ?? undefined })
      : undefined,
  ].filter((part) => part !== undefined)

  const problems = [
    ...queryProblems(op, searchParams),
    ...parts.flatMap((part) => part.error?.issues ?? []).flatMap(fieldProblems),
  ]
  if (problems.length > 0) throw new DomainError('invalid_request', { errors: problems })
  // Who reconnects sends the same URL: what the header says is newer than its cursor.
  const cursor = op.events && request.headers.get('last-event-id')
  return Object.assign({}, ...parts.map((part) => part.data), cursor ? { cursor } : {})
}

/**
 * The validated body of a request that is not an operation: JSON, or a form.
 * @throws {DomainError} as `readInput`
 */
export async function readBody<Body extends z.ZodType>(schema: Body, request: Request): Promise<z.output<Body>> {
  const parsed = schema.safeParse(await (isForm(request) ? readForm(request) : readJson(request)))
  if (!parsed.success) throw new DomainError('invalid_request', { errors: parsed.error.issues.flatMap(fieldProblems) })
  return parsed.data
}

/** Unknown or repeated parameters: a typo must not be silently ignored. */
function queryProblems(op: Operation, query: URLSearchParams): FieldProblem[] {
  const known = Object.keys(op.query?.shape ?? {})
  return [...new Set(query.keys())].flatMap((key) => {
    if (!known.includes(key)) return [problemAt(key, 'unknown')]
    if (query.getAll(key).length > 1) return [problemAt(key, 'repeated')]
    return []
  })
}

const problemAt = (path: string, code: keyof typeof FIELD_PROBLEMS) => ({ path, code, message: FIELD_PROBLEMS[code] })

function fieldProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => problemAt([...issue.path, key].join('.'), 'unknown'))
  if (issue.code === 'invalid_union') return unionProblems(issue)
  return [{ path, code: issue.code, message: issue.message }]
}

/** The problems of the union member that fits the input best. */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion): FieldProblem[] {
  const [closest = []] = issue.errors.toSorted((a, b) => a.length - b.length)
  if (closest.length === 0) return [{ path: issue.path.join('.'), code: issue.code, message: issue.message }]
  return closest.flatMap((inner) => fieldProblems({ ...inner, path: [...issue.path, ...inner.path] }))
}

function bodyReader(op: Operation, request: Request) {
  if (op.acceptsFile) return readFile
  return op.acceptsForm && isForm(request) ? readForm : readJson
}

const mediaType = (request: Request) => request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()

/** Whether a body comes from a plain HTML form. */
export const isForm = (request: Request) => mediaType(request) === 'application/x-www-form-urlencoded'

/** The fields of a form by name: a text, or a list for a repeated name. An empty field counts as missing. */
async function readForm(request: Request, maxBytes?: number): Promise<unknown> {
  const fields = new URLSearchParams(await readText(request, maxBytes))
  return Object.fromEntries(
    [...new Set(fields.keys())].flatMap((name) => {
      // Browsers send line breaks as CR LF, but count them as one character against a field's length.
      const values = fields.getAll(name).flatMap((value) => value.replaceAll('\r\n', '\n') || [])
      return values.length === 0 ? [] : [[name, values.length === 1 ? values[0] : values]]
    }),
  )
}

async function readJson(request: Request, maxBytes?: number): Promise<unknown> {
  if (mediaType(request) !== 'application/json') throw new DomainError('unsupported_media_type')
  const text = await readText(request, maxBytes)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DomainError('unreadable_body', {}, { cause })
  }
}

async function readFile(request: Request, maxBytes?: number): Promise<{ bytes: Uint8Array }> {
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(request, maxBytes)) chunks.push(chunk)
  return { bytes: new Uint8Array(Buffer.concat(chunks)) }
}

/**
 * The body as UTF-8; stops reading at the limit, whatever Content-Length says.
 * @throws {DomainError} `body_too_large`, `unreadable_body`, `unsupported_media_type` for a compressed one
 */
export async function readText(request: Request, maxBytes?: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    for await (const chunk of chunksOf(request, maxBytes)) text += decoder.decode(chunk, { stream: true })
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('unreadable_body', {}, { cause: error })
  }
}

/**
 * Discards the excess as it arrives, within bounds: closing the connection while more arrives would lose the response.
 * The stream is never cancelled, which would close the connection before the response.
 */
async function* chunksOf(request: Request, maxBytes = MAX_BODY): AsyncGenerator<Uint8Array> {
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') throw new DomainError('unsupported_media_type')
  const chunks = request.body?.values({ preventCancel: true })
  let size = 0
  try {
    for (let next = await chunks?.next(); next?.done === false && chunks; next = await chunks.next()) {
      size += next.value.byteLength
      if (size > maxBytes) {
        await Promise.race([discard(chunks), setTimeout(DISCARD_MS)])
        throw new DomainError('body_too_large', { maxBytes })
      }
      yield next.value
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('unreadable_body', {}, { cause: error })
  }
}

/** How much more is read of a body that is too large, and for how long. */
const DISCARD_BYTES = 4 * 1024 * 1024
const DISCARD_MS = 2_000

async function discard(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  let size = 0
  for (let next = await chunks.next(); !next.done && size < DISCARD_BYTES; next = await chunks.next())
    size += next.value.byteLength
}
