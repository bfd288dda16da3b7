// Turns a use case into a route.
//
// The steps that are the same for every request, in this order: check capacity, identify the caller, apply rate limits,
// check scope or role, parse and validate the input, run the use case (which validates its own reply), and send the
// response or the problem. A route file is then one line. The role is checked after the rate limit because it is a
// database query.
//
// Independent of Next: a route is `(Request, { params }) => Promise<Response>`, so the same endpoints can be served by
// anything that supports the web's Request and Response.

import { admit } from '@salama/domain/request-scope'
import { type Caller, DomainError, type Operation } from '@salama/domain/shared'
import { isRecording } from '@salama/domain/trace'
import type { AnyUseCase } from '@salama/domain/use-case'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { announceEnd, answer, answerCached } from './answer.ts'
import { allowReading, answerPreflight } from './cors.ts'
import { oddMethodPath } from './normalize-requests.ts'
import { problemReply } from './problem.ts'
import { addOwnLimitHeader, countRefusal, limit, limitUnreadable } from './rate-limits.ts'
import { readInput, validate } from './read-input.ts'
import { type HeaderWriter, type Reply, ReplyHeaders, type RequestHead, reply, toResponse } from './reply.ts'
import { pathOf, quickReplyTo, replyTo } from './respond.ts'
import { requireRole, requireScope } from './role.ts'
import { createMatcher } from './router.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]

type Params = Record<string, string>
type Context = { params: Promise<Params> }
export type Handler = ((request: Request, context: Context) => Promise<Response>) & { operation?: Operation }
/** `reply`: the same for a server that needs no Response of the web. */
type Answering<In> = ((request: Request, context: In) => Promise<Response>) & {
  reply: (request: Request, context: In) => Promise<Reply>
}
export type RouteHandlers = Record<Method, Handler>
/** The reply from this process's memory; null where the request needs the full handler. */
type QuickReply = (head: RequestHead, params: Params) => Promise<Reply | null>
export type Endpoints = Record<Method, Handler & Answering<Context> & { quick?: QuickReply }>

/** The handler that answers with these replies. */
export const handlerOf = <In = unknown>(reply: Answering<In>['reply']): Answering<In> =>
  Object.assign(async (request: Request, context: In) => toResponse(await reply(request, context), request), { reply })

/**
 * Identifies the caller and whether they may call this operation. Roles are checked afterwards, by the endpoint.
 *
 * @throws {DomainError} the refusal
 */
export type ResolveCaller<Sent = Request> = (request: Sent, op: Operation, requestId: string) => Promise<Caller>

type RouteOptions = {
  /** Pages of other sites may read the responses, see `cors.ts`. */
  crossOrigin?: boolean
  /** Resolves a caller by the head alone, so that cached replies can be quick. */
  callerOfHead?: ResolveCaller<RequestHead>
}

/**
 * Creates the `route` function of an app: pass it the use cases of one path by method, and export what it returns as
 * that path's handlers. Methods without a use case return 405, `OPTIONS` lists the allowed ones, `HEAD` is `GET`
 * without the body.
 */
export function createRoute(resolveCaller: ResolveCaller, options: RouteOptions = {}) {
  const { crossOrigin = false } = options
  return function route(useCases: Partial<Record<Exclude<Method, 'HEAD' | 'OPTIONS'>, AnyUseCase>>): Endpoints {
    const known: Partial<Record<Method, AnyUseCase>> = { ...useCases, ...(useCases.GET && { HEAD: useCases.GET }) }
    const allow = [...METHODS.filter((method) => known[method]), 'OPTIONS'].join(', ')
    const handlers = METHODS.map((method) => {
      const useCase = known[method]
      const handler = useCase ? endpoint(useCase, resolveCaller, options) : otherMethod(method, allow, crossOrigin)
      return [method, handler] as const
    })
    return Object.fromEntries(handlers) as Endpoints
  }
}

function endpoint(
  useCase: AnyUseCase,
  resolveCaller: ResolveCaller,
  { crossOrigin = false, callerOfHead }: RouteOptions,
) {
  const op = useCase.operation
  // The API, which pages of other sites may read, needs a credential for each request.
  const isShared = op.isShared === true && !crossOrigin
  const how = { op, isShared, hasStrongTags: useCase.hasStrongTags === true }
  const letIn = async (request: Request, requestId: string, always: HeaderWriter): Promise<Caller> => {
    const caller = await resolveCaller(request, op, requestId).catch((error) => countRefusal(request, error, always))
    await allow(request, caller, always)
    return caller
  }
  const allow = async (request: RequestHead, caller: Caller, always: HeaderWriter): Promise<void> => {
    await limit(request, op, caller, isShared ? new ReplyHeaders() : always)
    requireScope(op, caller)
    await requireRole(op, caller)
    if (!accepts(request, op.file?.type ?? 'application/json')) throw new DomainError('not_acceptable')
  }
  const work = async (request: Request, caller: Caller, parsed: object, always: HeaderWriter): Promise<Reply> => {
    const input = parsed as never // by the operation's own schemas
    const cached = await useCase.readCached?.(caller, input)
    if (cached) return answerCached(how, request, cached)
    const run = () => (useCase.query ?? useCase)(caller, input)
    const found = await limitUnreadable(request, op, run).catch((error) => addOwnLimitHeader(op, error, always))
    return answer(how, request, found)
  }
  const reply = (request: Request, { params }: Context) =>
    replyTo(request, op.name, async (requestId, always) => {
      if (crossOrigin) allowReading(request, always)
      announceEnd(op, always)
      const { signal } = request
      const inTurn = <T>(step: () => Promise<T>) =>
        op.isNeverRefused ? step() : admit({ signal, writes: op.method !== 'get' }, step)
      const read = async () => readInput(op, request, await params)
      if (op.body === undefined)
        return inTurn(async () => work(request, await letIn(request, requestId, always), await read(), always))
      // A body may arrive slowly, so it is read without occupying a slot.
      const caller = await inTurn(() => letIn(request, requestId, always))
      const input = await read()
      return inTurn(() => work(request, caller, input, always))
    })
  const { readCached } = useCase
  if (readCached === undefined || callerOfHead === undefined) return Object.assign(handlerOf(reply), { operation: op })

  /** The input of recent URLs: parsing it costs more than reading the cached reply, and clients repeat their URLs. */
  const inputs = new LRUCache<string, object>({ max: 1_000 })
  const inputOf = (head: RequestHead, params: Params): object | null => {
    const known = inputs.get(head.url)
    if (known) return known
    try {
      const input = Object.freeze(validate(op, head, params))
      inputs.set(head.url, input)
      return input
    } catch {
      return null // the full handler reports the errors
    }
  }
  const quick: QuickReply = async (head, params) => {
    const input = isRecording() ? null : inputOf(head, params)
    if (input === null) return null
    return quickReplyTo(head, op.name, async (requestId, always) => {
      if (crossOrigin) allowReading(head, always)
      announceEnd(op, always)
      const caller = await callerOfHead(head, op, requestId).catch((error) => countRefusal(head, error, always))
      const cached = await readCached(caller, input as never) // by the operation's own schemas
      if (cached === null) return null
      await allow(head, caller, always)
      return answerCached(how, head, cached)
    })
  }
  return Object.assign(handlerOf(reply), { operation: op, quick })
}

/** The response to a method that a path does not support, and to OPTIONS. */
export function otherMethod(method: Method, allow: string, crossOrigin: boolean) {
  return handlerOf((request: Request) =>
    replyTo(request, method, async (requestId, always) => {
      always.set('allow', allow)
      if (method === 'OPTIONS') {
        if (crossOrigin) answerPreflight(request, allow, always)
        return reply(204, null)
      }
      if (crossOrigin) allowReading(request, always)
      return problemReply(new DomainError('method_not_allowed'), { requestId, path: pathOf(request) })
    }),
  )
}

type Endpoint = Pick<Operation, 'method' | 'path'>

/**
 * The handlers for every unknown path of the API, whatever the method. Requests with an unknown method come here too,
 * with their original path in a header; `operations` give the methods that the path supports.
 */
export function notFoundHandlers(operations: readonly Endpoint[]): Record<Method, Answering<unknown>> {
  const match = createMatcher(Map.groupBy(operations, ({ path }) => path))
  /** The methods of a path. A path without an operation counts as a page. */
  const methodsAt = (path: string): readonly Method[] => {
    const known = match(path)?.found.map(({ method }) => method.toUpperCase())
    if (known === undefined) return ['GET', 'HEAD']
    return METHODS.filter((method) => known.includes(method === 'HEAD' ? 'GET' : method) || method === 'OPTIONS')
  }
  const refuse = handlerOf((request: Request) =>
    replyTo(request, 'notFound', async (requestId, always) => {
      allowReading(request, always)
      const path = oddMethodPath(request)
      if (path === null) throw new DomainError('not_found')
      always.set('allow', methodsAt(path).join(', '))
      return problemReply(new DomainError('method_not_allowed'), { requestId, path })
    }),
  )
  return {
    GET: refuse,
    HEAD: refuse,
    POST: refuse,
    PUT: refuse,
    PATCH: refuse,
    DELETE: refuse,
    OPTIONS: refuse,
  }
}

/** Whether the Accept header (RFC 9110, section 12.5.1) allows the one format of an operation's response. */
function accepts(request: RequestHead, type: string): boolean {
  const accept = request.headers.get('accept') ?? undefined
  if (accept === undefined || accept === '*/*' || accept === type) return true
  return new Negotiator({ headers: { accept } }).mediaType([type]) !== undefined
}
