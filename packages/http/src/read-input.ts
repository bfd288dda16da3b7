import { DomainError, type FieldProblem, IdempotencyHeaders, type Operation } from '@salama/domain/shared'
import type { z } from 'zod'

/** Bytes of a JSON body; no operation here takes more. */
const MAX_BODY = 64 * 1024

/** A problem names the header as the client sent it, a use case knows it by its own name. */
const IdempotencyInput = IdempotencyHeaders.transform((headers) => ({ idempotencyKey: headers['Idempotency-Key'] }))

/**
 * Path parameters, query, body and Idempotency-Key as one flat object, checked. All problems are reported together, so nobody has to
 * repair a form field by field.
 *
 * @throws {DomainError} `invalid_request` with every problem; `unreadable_body`, `body_too_large`,
 *   `unsupported_media_type`
 */
export async function readInput(op: Operation, request: Request, params: Record<string, string>) {
  const { searchParams } = new URL(request.url)
  const parts = [
    op.params?.safeParse(params),
    op.query?.safeParse(Object.fromEntries(searchParams)),
    op.body?.safeParse(await readJson(request)),
    op.takesIdempotencyKey
      ? IdempotencyInput.safeParse({ 'Idempotency-Key': request.headers.get('idempotency-key') ?? undefined })
      : undefined,
  ].filter((part) => part !== undefined)

  const problems = [
    ...queryProblems(op, searchParams),
    ...parts.flatMap((part) => part.error?.issues ?? []).flatMap(fieldProblems),
  ]
  if (problems.length > 0) throw new DomainError('invalid_request', { errors: problems })
  return Object.assign({}, ...parts.map((part) => part.data)) as object
}

/**
 * The JSON body of a request that is no operation, checked.
 *
 * @throws {DomainError} as `readInput`
 */
export async function readBody<Body extends z.ZodType>(schema: Body, request: Request): Promise<z.output<Body>> {
  const parsed = schema.safeParse(await readJson(request))
  if (!parsed.success) throw new DomainError('invalid_request', { errors: parsed.error.issues.flatMap(fieldProblems) })
  return parsed.data
}

/** A parameter that the operation does not know, or one sent twice: a typo must not be silently ignored. */
function queryProblems(op: Operation, query: URLSearchParams): FieldProblem[] {
  const known = Object.keys(op.query?.shape ?? {})
  return [...new Set(query.keys())].flatMap((key) => {
    if (!known.includes(key)) return [{ path: key, code: 'unknown', message: 'There is no such parameter.' }]
    if (query.getAll(key).length > 1) return [{ path: key, code: 'repeated', message: 'Send this once.' }]
    return []
  })
}

function fieldProblems(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...issue.path, key].join('.'),
      code: 'unknown',
      message: 'There is no such field.',
    }))
  if (issue.code === 'invalid_union') return unionProblems(issue)
  return [{ path, code: issue.code, message: issue.message }]
}

/** What is wrong with the alternative that what was sent comes closest to. */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion): FieldProblem[] {
  const [closest = []] = issue.errors.toSorted((a, b) => a.length - b.length)
  if (closest.length === 0) return [{ path: issue.path.join('.'), code: issue.code, message: issue.message }]
  return closest.flatMap((inner) => fieldProblems({ ...inner, path: [...issue.path, ...inner.path] }))
}

async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (type !== 'application/json' || encoding !== 'identity') throw new DomainError('unsupported_media_type')
  const text = await readText(request)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DomainError('unreadable_body', {}, { cause })
  }
}

/** The body as UTF-8; stops reading at the limit, whatever the length header claims. */
async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > MAX_BODY) throw new DomainError('body_too_large', { maxBytes: MAX_BODY })
      text += decoder.decode(chunk, { stream: true })
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError('unreadable_body', {}, { cause: error })
  }
}
