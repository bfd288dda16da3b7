// Turns a use case into a route.
//
// Everything that is the same for every request happens here, once and in this order: who is calling, may they, read and
// check the input, do the work (which checks its own reply), and put the answer or the problem on the wire. Without it
// every route would do half of this, each a different half. A route file is then one line.
//
// Nothing here knows Next: a route is `(Request, { params }) => Promise<Response>`, so the same endpoints can be served
// by anything that speaks the web's Request and Response.

import { type AnyUseCase, type Caller, DomainError, type Operation } from '@salama/domain/shared'
import Negotiator from 'negotiator'
import { answer } from './answer.ts'
import { log } from './log.ts'
import { problemResponse } from './problem.ts'
import { readInput } from './read-input.ts'
import { requestIdOf } from './request-id.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]

type Params = Record<string, string>
export type Handler = ((request: Request, context: { params: Promise<Params> }) => Promise<Response>) & {
  operation?: Operation
}
export type RouteHandlers = Record<Method, Handler>

/**
 * Finds out who is calling and whether they may knock at this operation.
 *
 * @throws {DomainError} the refusal
 */
export type ResolveCaller = (request: Request, op: Operation, requestId: string) => Promise<Caller>

/**
 * Makes the `route` function of an app: give it the use cases of one address by method, and export what it returns as
 * that address's handlers. Methods without a use case answer 405, `OPTIONS` says which there are, `HEAD` is `GET`
 * without the body.
 */
export function createRoute(resolveCaller: ResolveCaller) {
  return function route(useCases: Partial<Record<Exclude<Method, 'HEAD' | 'OPTIONS'>, AnyUseCase>>): RouteHandlers {
    const known: Partial<Record<Method, AnyUseCase>> = { ...useCases, ...(useCases.GET && { HEAD: useCases.GET }) }
    const allow = [...METHODS.filter((method) => known[method]), 'OPTIONS'].join(', ')
    const handlers = METHODS.map((method) => {
      const useCase = known[method]
      const handler: Handler = useCase ? endpoint(useCase, resolveCaller) : otherMethod(method, allow)
      return [method, handler] as const
    })
    return Object.fromEntries(handlers) as RouteHandlers
  }
}

function endpoint(useCase: AnyUseCase, resolveCaller: ResolveCaller): Handler {
  const op = useCase.operation
  const handler = (request: Request, context: { params: Promise<Params> }) =>
    respond(request, op.name, async (requestId) => {
      const caller = await resolveCaller(request, op, requestId)
      if (!acceptsJson(request)) throw new DomainError('not_acceptable')
      const input = await readInput(op, request, await context.params)
      return answer(op, request, await useCase(caller, input as never)) // parsed by the operation's own schemas
    })
  return Object.assign(handler, { operation: op })
}

function otherMethod(method: Method, allow: string): Handler {
  return (request) =>
    respond(request, method, async (requestId) => {
      if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
      const refusal = problemResponse(new DomainError('method_not_allowed'), { requestId, path: pathOf(request) })
      refusal.headers.set('allow', allow)
      return refusal
    })
}

const refuse = (request: Request) =>
  respond(request, 'noSuchAddress', () => Promise.reject(new DomainError('not_found')))

/** What any address that nobody made answers, whatever the method. */
export const noSuchAddress: Record<Method, (request: Request) => Promise<Response>> = {
  GET: refuse,
  HEAD: refuse,
  POST: refuse,
  PUT: refuse,
  PATCH: refuse,
  DELETE: refuse,
  OPTIONS: refuse,
}

/** Runs `work` and makes sure that whatever happens becomes a reply with a request id, security headers and a log line. */
export async function respond(request: Request, name: string, work: (requestId: string) => Promise<Response>) {
  const started = performance.now()
  const requestId = requestIdOf(request)
  const path = pathOf(request)
  const response = await work(requestId).catch((error: unknown) => problemResponse(error, { requestId, path }))
  response.headers.set('x-request-id', requestId)
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'same-origin')
  response.headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  const ms = Math.round(performance.now() - started)
  log.info({ requestId, method: request.method, operation: name, status: response.status, ms }, 'request')
  return response
}

const pathOf = (request: Request) => new URL(request.url).pathname

/** Whether the Accept header (RFC 9110, section 12.5.1) leaves room for JSON. */
function acceptsJson(request: Request): boolean {
  const accept = request.headers.get('accept') ?? undefined
  return new Negotiator({ headers: { accept } }).mediaType(['application/json']) !== undefined
}
