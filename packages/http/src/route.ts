import { DomainError, inApp, type Operation } from '@salama/domain/shared'
import type { AnyUseCase } from '@salama/domain/use-case'
import type { Served } from './answer.ts'
import { allowReading, answerPreflight } from './cors.ts'
import { endpoint, type Params, type ResolveCaller } from './endpoint.ts'
import { problemReply } from './problem.ts'
import { type Answering, handlerOf, reply } from './reply.ts'
import { pathOf, replyTo } from './respond.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]

type Context = { params: Promise<Params> }
export type Handler = ((request: Request, context: Context) => Promise<Response>) & { operation?: Operation }
export type RouteHandlers = Record<Method, Handler>
/** `mayBeInMemory`: see `withCachedReplies`. */
export type Endpoints = Record<Method, Handler & Answering<Context> & { mayBeInMemory?: boolean }>

type RouteOptions = {
  /** Pages of other sites may read the responses, see `cors.ts`. */
  crossOrigin?: boolean
}

/**
 * Creates an app's `route`: it takes the use cases of one path by method, and returns that path's handlers. Methods
 * without a use case return 405, `OPTIONS` lists the allowed ones, `HEAD` is `GET` without the body.
 */
export function createRoute(resolveCaller: ResolveCaller, { crossOrigin = false }: RouteOptions = {}) {
  const endpointOf = (useCase: AnyUseCase) => {
    // Pages of other sites may read the API alone.
    const op = crossOrigin ? useCase.operation : inApp(useCase.operation)
    // The API, which pages of other sites may read, needs a credential for each request.
    const served: Served = { useCase, op, crossOrigin, isShared: op.isShared === true && !crossOrigin }
    const mayBeInMemory = useCase.readCached !== undefined
    return Object.assign(endpoint(served, resolveCaller), { operation: op, mayBeInMemory })
  }
  return function route(useCases: Partial<Record<Exclude<Method, 'HEAD' | 'OPTIONS'>, AnyUseCase>>): Endpoints {
    const known: Partial<Record<Method, AnyUseCase>> = { ...useCases, ...(useCases.GET && { HEAD: useCases.GET }) }
    const allow = allowOf(known)
    return byMethod((method) => {
      const useCase = known[method]
      return useCase ? endpointOf(useCase) : otherMethod(method, allow, crossOrigin)
    })
  }
}

/** The header Allow of a path with these use cases. */
export const allowOf = (known: Partial<Record<Method, { operation?: Operation }>>): string =>
  [...METHODS.filter((method) => known[method]?.operation), 'OPTIONS'].join(', ')

export const byMethod = <Of>(make: (method: Method) => Of): Record<Method, Of> =>
  Object.fromEntries(METHODS.map((method) => [method, make(method)])) as Record<Method, Of> // one for each

/** The response to a method that a path does not support, and to OPTIONS. */
export const otherMethod = (method: Method, allow: string, crossOrigin: boolean) =>
  handlerOf((request: Request) =>
    replyTo(request, method, async (requestId, headers) => {
      headers.set('allow', allow)
      if (method === 'OPTIONS') {
        if (crossOrigin) answerPreflight(request, allow, headers)
        return reply(204, null)
      }
      if (crossOrigin) allowReading(request, headers)
      return problemReply(new DomainError('method_not_allowed'), { requestId, path: pathOf(request) })
    }),
  )

/** The handlers for every unknown path of the API, whatever the method. */
export const notFoundHandlers = () =>
  byMethod(() =>
    handlerOf((request: Request) =>
      replyTo(request, 'notFound', async (_, headers) => {
        allowReading(request, headers)
        throw new DomainError('not_found')
      }),
    ),
  )
