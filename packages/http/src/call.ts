import {
  type ErrorSlug,
  type FieldProblem,
  type InApp,
  isErrorSlug,
  type Operation,
  type ReplyOf,
} from '@salama/domain/shared'
import type { z } from 'zod'

/**
 * The browser's HTTP client: calls an operation at its URL in the page's own app. The operation is a type only, so that
 * no schema gets into a bundle: the route has validated the response. Shared by pages and service workers, so it
 * imports nothing of Node or the server.
 */

export type Callable = Pick<Operation, 'method' | 'path' | 'reply'> & {
  params?: z.ZodType | undefined
  query?: z.ZodType
  body?: z.ZodType
}

/** An endpoint that is not an operation, such as those of next-auth. */
export type Route<Method extends Operation['method'], Path extends `/api/${string}`, Reply, Body = never> = {
  method: Method
  path: Path
  reply: z.ZodType<Reply>
} & ([Body] extends [never] ? unknown : { body: z.ZodType<unknown, Body> })

/** The apps with their own folder in the API's paths. */
type Area = 'admin' | 'learning' | 'surveyor'

/** An app serves an operation at its path, without the version and the area. */
export type AppPath<Path extends string> = Path extends `/api/v1/${Area}/${infer Rest}`
  ? `/api/${Rest}`
  : Path extends `/api/v1/${infer Rest}`
    ? `/api/${Rest}`
    : Path

/** The URL of an operation, as in `GET /api/vehicles/{id}`. */
export type Endpoint<Op extends Callable> = EndpointOf<InApp<Op>>
type EndpointOf<Op> = Op extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Uppercase<Method>} ${AppPath<Path>}`
  : never

/** A query is sent as text: if its schema accepts any input, the type of the parsed value is used. */
type QueryOf<Query extends z.ZodType, In = z.input<Query>, Out = z.output<Query>> = {
  [Name in keyof In]: unknown extends In[Name] ? Out[Name & keyof Out] : In[Name]
}

type Inputs<Op> = (Op extends { params: infer Params extends z.ZodType } ? { params: z.input<Params> } : unknown) &
  (Op extends { query: infer Query extends z.ZodType }
    ? object extends QueryOf<Query>
      ? { query?: QueryOf<Query> }
      : { query: QueryOf<Query> }
    : unknown) &
  (Op extends { acceptsFile: true }
    ? { body: Blob }
    : Op extends { body: infer Body extends z.ZodType }
      ? { body: z.input<Body> }
      : unknown) &
  // The same for every retry, so that nothing is created twice.
  (Op extends { acceptsIdempotencyKey: true } ? { idempotencyKey?: string } : unknown)

type Options = {
  signal?: AbortSignal
  timeoutMs?: number | undefined
  /** The only account that may make this request (see packages/outbox/src/account.ts); null: no account. */
  account?: string | null
  /** The ETag of the cached response; if it still matches, the problem has the status 304. */
  ifNoneMatch?: string | null | undefined
  cache?: RequestCache
}

/** What the answer to a write must name, where `idSent` does not find it; null: it answers 204, which names nothing. */
type Named = string | readonly string[] | null | undefined
type Names<Op> = Op extends { status: 204 } ? { names: null } : { names?: Named }

export type CallRequest<Op extends Callable> = Inputs<InApp<Op>> & Names<Op> & Options
type Args<Op extends Callable> = object extends Inputs<InApp<Op>> & Names<Op>
  ? [request?: CallRequest<Op>]
  : [request: CallRequest<Op>]

/** Why a call failed. `network`: no usable response, so the request may or may not have been executed. */
export type Problem = {
  code: ErrorSlug | 'network'
  /** Null without a response. */
  status: number | null
  fields: FieldProblem[]
  retryAfterS: number | null
  /** The problem document as received. */
  detail: Record<string, unknown>
}

const NETWORK_ERROR: Problem = { code: 'network', status: null, fields: [], retryAfterS: null, detail: {} }

export type CallResult<Reply> = { ok: true; reply: Reply; headers: Headers } | { ok: false; problem: Problem }

export class CallError extends Error {
  override name = 'CallError'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

/** The problem of an error thrown by `call`; any other error is a bug. */
export const problemIn = (error: unknown): Problem =>
  error instanceof CallError ? error.problem : { ...NETWORK_ERROR, code: 'internal' }

/** @throws {CallError} only */
export async function call<Op extends Callable>(endpoint: Endpoint<Op>, ...args: Args<Op>): Promise<ReplyOf<Op>> {
  const result = await tryCall<Op>(endpoint, ...args)
  if (!result.ok) throw new CallError(result.problem)
  return result.reply
}

/** As `call`, with the response's headers. Never throws. */
export async function tryCall<Op extends Callable>(
  endpoint: Endpoint<Op>,
  ...args: Args<Op>
): Promise<CallResult<ReplyOf<Op>>>
export async function tryCall(endpoint: string, request: AnyRequest = {}): Promise<CallResult<unknown>> {
  try {
    const response = await fetch(...fetchArgs(endpoint, request))
    if (!response.ok) return { ok: false, problem: await problemOf(response) }
    const reply: unknown = response.status === 204 ? null : await response.json()
    if (isAnswerTo(endpoint, request, response.status, reply)) return { ok: true, reply, headers: response.headers }
  } catch {
    // Also a captive portal's page, or a truncated response.
  }
  return { ok: false, problem: NETWORK_ERROR }
}

type Sent = { params?: object; query?: object; body?: unknown }
type AnyRequest = Options & Sent & { names?: Named; idempotencyKey?: string }

/**
 * Whether a success is that of this request. Anything in between may answer 200 or 204 (a captive portal, a cache), and what
 * was sent is deleted from the phone after the answer: so a write is done only if the reply names the id that was sent.
 */
function isAnswerTo(endpoint: string, request: AnyRequest, status: number, reply: unknown): boolean {
  if (request.names === null || status === 204) return request.names === null && status === 204
  if (request.names !== undefined) return [request.names].flat().every((id) => names(reply, id))
  const id = endpoint.startsWith('GET ') ? undefined : idSent(request)
  return id === undefined || namesId(reply, id)
}

/** A path may also have a slug, which the reply need not name. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)

/** The id of what a write is about: a photo's, else that in the body, else the last one of the path. */
export function idSent({ params, query, body }: Sent): string | undefined {
  const own: unknown = Object(query).photoId ?? Object(body).id
  return typeof own === 'string' ? own : Object.values(Object(params)).findLast(isId)
}

/** Whether a reply has this id; where not as its own, in any member. */
export const namesId = (reply: unknown, id: string): boolean =>
  names(Object(reply).added ?? Object(reply).id ?? reply, id)

const names = (value: unknown, wanted: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((each) => names(each, wanted))
    : typeof value === 'string' && value.toLowerCase() === wanted.toLowerCase()

/** Names the account that a request is meant for, or none (packages/session/src/as-account.ts). */
export const ACCOUNT_HEADER = 'salama-account'
export const NO_ACCOUNT = 'none'

/** Long enough for a slow connection, short enough for a person to wait. */
const TIMEOUT_MS = 20_000

function fetchArgs(
  endpoint: string,
  { params = {}, query = {}, body, signal, timeoutMs, account, ifNoneMatch, idempotencyKey, cache }: AnyRequest,
): [string, RequestInit] {
  const [method = '', path = ''] = endpoint.split(' ')
  const timeout = AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS)
  const file = body instanceof Blob ? body : null
  const type = file ? file.type || 'application/octet-stream' : 'application/json'
  return [
    urlOf(path, params, query),
    {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': type }),
        ...(account !== undefined && { [ACCOUNT_HEADER]: account ?? NO_ACCOUNT }),
        ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      signal: signal ? firstOf(signal, timeout) : timeout,
      ...(body !== undefined && { body: file ?? JSON.stringify(body) }),
      ...(cache && { cache }),
    },
  ]
}

function urlOf(path: string, params: object, query: object): string {
  const values = new Map(Object.entries(params))
  const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values.get(name))))
  const sent = Object.entries(query).filter(([, value]) => value !== undefined)
  return sent.length === 0 ? url : `${url}?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)]))}`
}

/** A proxy in between may respond instead of the server, and a newer server may have more codes. */
async function problemOf(response: Response): Promise<Problem> {
  const detail: Record<string, unknown> = Object(await response.json().catch(() => null))
  return {
    code: isErrorSlug(detail.code) ? detail.code : unknownCode(response.status, typeof detail.code === 'string'),
    status: response.status,
    fields: Array.isArray(detail.errors) ? detail.errors : [],
    retryAfterS: Number(response.headers.get('retry-after')) || null,
    detail,
  }
}

/** A 4xx response remains a refusal that is not retried, even with an unknown code (RFC 9110, section 15). */
const unknownCode = (status: number, isProblem: boolean): ErrorSlug =>
  status >= 500 ? 'unavailable' : isProblem ? 'invalid_request' : 'internal'

/** Like AbortSignal.any, which phones of before 2024 do not have. */
function firstOf(...signals: AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const each of signals) {
    if (each.aborted) first.abort()
    each.addEventListener('abort', () => first.abort(), { once: true })
  }
  return first.signal
}

/** Failures that signing in resolves. */
const SIGN_IN = new Set(['unauthenticated', 'token_expired', 'invalid_token'])
/** Temporary failures, which a retry resolves. */
const TEMPORARY = new Set(['network', 'unavailable', 'internal', 'rate_limited'])

export const needsSignIn = (code: string) => SIGN_IN.has(code)
export const isTemporary = (code: string) => TEMPORARY.has(code)
