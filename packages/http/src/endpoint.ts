// Turns a use case into a route.
//
// Everything that is the same for every request happens here, once and in this order: is there room for it, who is calling, are they within
// their limits, have they the scope or the role, read and check the input, do the work (which checks its own reply), and put the answer
// or the problem on the wire. Without it every route would do half of this, each a different half. A route file is then
// one line. The role comes after the limit because it is a question to the database, which nobody may ask without end.
//
// Nothing here knows Next: a route is `(Request, { params }) => Promise<Response>`, so the same endpoints can be served
// by anything that speaks the web's Request and Response.

import { admit } from '@salama/domain/request-scope'
import { type Caller, DomainError, type Operation } from '@salama/domain/shared'
import type { AnyUseCase } from '@salama/domain/use-case'
import Negotiator from 'negotiator'
import { announceEnd, answer } from './answer.ts'
import { allowReading, answerPreflight } from './cors.ts'
import { oddMethodPath } from './normalize-requests.ts'
import { problemResponse } from './problem.ts'
import { addOwnLimitHeader, countRefusal, limit } from './rate-limits.ts'
import { readInput } from './read-input.ts'
import { pathOf, respond } from './respond.ts'
import { requireRole, requireScope } from './role.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]

type Params = Record<string, string>
export type Handler = ((request: Request, context: { params: Promise<Params> }) => Promise<Response>) & {
  operation?: Operation
}
export type RouteHandlers = Record<Method, Handler>

/**
 * Finds out who is calling and whether they may knock at this operation. Roles are looked up afterwards, by the endpoint.
 *
 * @throws {DomainError} the refusal
 */
export type ResolveCaller = (request: Request, op: Operation, requestId: string) => Promise<Caller>

/** `crossOrigin`: pages of other sites may read the answers, see `cors.ts`. */
type RouteOptions = { crossOrigin?: boolean }

/**
 * Makes the `route` function of an app: give it the use cases of one address by method, and export what it returns as
 * that address's handlers. Methods without a use case answer 405, `OPTIONS` says which there are, `HEAD` is `GET`
 * without the body.
 */
export function createRoute(resolveCaller: ResolveCaller, { crossOrigin = false }: RouteOptions = {}) {
  return function route(useCases: Partial<Record<Exclude<Method, 'HEAD' | 'OPTIONS'>, AnyUseCase>>): RouteHandlers {
    const known: Partial<Record<Method, AnyUseCase>> = { ...useCases, ...(useCases.GET && { HEAD: useCases.GET }) }
    const allow = [...METHODS.filter((method) => known[method]), 'OPTIONS'].join(', ')
    const handlers = METHODS.map((method) => {
      const useCase = known[method]
      const handler = useCase ? endpoint(useCase, resolveCaller, crossOrigin) : otherMethod(method, allow, crossOrigin)
      return [method, handler] as const
    })
    return Object.fromEntries(handlers) as RouteHandlers
  }
}

function endpoint(useCase: AnyUseCase, resolveCaller: ResolveCaller, crossOrigin: boolean): Handler {
  const op = useCase.operation
  const letIn = async (request: Request, requestId: string, always: Headers): Promise<Caller> => {
    const caller = await resolveCaller(request, op, requestId).catch((error) => countRefusal(request, error, always))
    await limit(request, op, caller, always)
    requireScope(op, caller)
    await requireRole(op, caller)
    if (!accepts(request, op.file?.type ?? 'application/json')) throw new DomainError('not_acceptable')
    return caller
  }
  const work = async (request: Request, caller: Caller, input: object, always: Headers): Promise<Response> => {
    const reply = await useCase(caller, input as never) // parsed by the operation's own schemas
      .catch((error: unknown) => addOwnLimitHeader(op, error, always))
    return answer(op, request, reply)
  }
  const handler = (request: Request, { params }: { params: Promise<Params> }) =>
    respond(request, op.name, async (requestId, always) => {
      if (crossOrigin) allowReading(request, always)
      announceEnd(op, always)
      const { signal } = request
      const inTurn = <T>(step: () => Promise<T>) =>
        op.isNeverRefused ? step() : admit({ signal, writes: op.method !== 'get' }, step)
      const read = async () => readInput(op, request, await params)
      if (op.body === undefined)
        return inTurn(async () => work(request, await letIn(request, requestId, always), await read(), always))
      // A body may come slowly, and takes up no place meanwhile.
      const caller = await inTurn(() => letIn(request, requestId, always))
      const input = await read()
      return inTurn(() => work(request, caller, input, always))
    })
  return Object.assign(handler, { operation: op })
}

/** The answer to a method that an address does not have, and to OPTIONS. */
export function otherMethod(method: Method, allow: string, crossOrigin: boolean): Handler {
  return (request) =>
    respond(request, method, async (requestId, always) => {
      always.set('allow', allow)
      if (method === 'OPTIONS') {
        if (crossOrigin) answerPreflight(request, allow, always)
        return new Response(null, { status: 204 })
      }
      if (crossOrigin) allowReading(request, always)
      return problemResponse(new DomainError('method_not_allowed'), { requestId, path: pathOf(request) })
    })
}

type Address = Pick<Operation, 'method' | 'path'>

/**
 * What any address of the API that nobody made answers, whatever the method. A method that nobody knows comes here too,
 * with a note of where it was sent; `operations` say what that address would have taken.
 */
export function noSuchAddress(operations: readonly Address[]): Record<Method, (request: Request) => Promise<Response>> {
  const refuse = (request: Request) =>
    respond(request, 'noSuchAddress', async (requestId, always) => {
      allowReading(request, always)
      const path = oddMethodPath(request)
      if (path === null) throw new DomainError('not_found')
      always.set('allow', methodsAt(path, operations).join(', '))
      return problemResponse(new DomainError('method_not_allowed'), { requestId, path })
    })
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

/** The methods of an address. What is no operation's is taken for a page. */
function methodsAt(path: string, operations: readonly Address[]): Method[] {
  const parts = path.split('/')
  const fitting = operations
    .map(({ method, path: template }) => ({ method, template, names: template.match(/\{/g)?.length ?? 0 }))
    .filter(({ template }) => {
      const wanted = template.split('/')
      return wanted.length === parts.length && wanted.every((part, i) => part.startsWith('{') || part === parts[i])
    })
  // `/incidents/nearby` is not an incident of that name.
  const fewest = Math.min(...fitting.map(({ names }) => names))
  const known = fitting.filter(({ names }) => names === fewest).map(({ method }) => method.toUpperCase())
  if (known.length === 0) return ['GET', 'HEAD']
  return METHODS.filter((method) => known.includes(method === 'HEAD' ? 'GET' : method) || method === 'OPTIONS')
}

/** Whether the Accept header (RFC 9110, section 12.5.1) leaves room for the one format that an operation answers in. */
function accepts(request: Request, type: string): boolean {
  const accept = request.headers.get('accept') ?? undefined
  return new Negotiator({ headers: { accept } }).mediaType([type]) !== undefined
}
