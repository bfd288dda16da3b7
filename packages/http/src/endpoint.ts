// Turns a use case into a route.
//
// The steps that are the same for every request, in this order: identify the caller, apply rate limits, check scope and
// role, validate the input, run the use case (which validates its own reply), and send the response or the problem. A
// route file is then one line. The role is checked after the rate limit because it is a database query.
//
// Refusing under load is not among the steps: it is done at the door (server.ts), and each database call waits for its
// turn (request-scope.ts in the package `domain`).
//
// Independent of Next: a route is `(Request, { params }) => Promise<Response>`, so the same endpoints can be served by
// anything that supports the web's Request and Response.

import { finishOnceStarted, inRequest } from '@salama/domain/request-scope'
import { type Caller, DomainError, isRead, type Operation } from '@salama/domain/shared'
import Negotiator from 'negotiator'
import { announceEnd, answer, answerCached, GEO_JSON, type Served } from './answer.ts'
import { allowReading } from './cors.ts'
import { whileAllowed } from './event-streams.ts'
import { addOwnLimitHeader, countRefusal, limit, limitUnreadable } from './rate-limits.ts'
import { readInput } from './read-input.ts'
import { type Answering, type HeaderWriter, handlerOf, ReplyHeaders } from './reply.ts'
import { replyTo } from './respond.ts'
import { requireRole, requireScope } from './role.ts'

/**
 * Identifies the caller and whether they may call this operation. Roles are checked afterwards, by the endpoint.
 * @throws {DomainError} the refusal
 */
export type ResolveCaller = (request: Request, op: Operation, requestId: string) => Promise<Caller>

export type Params = Record<string, string>

export const endpoint = (served: Served, resolveCaller: ResolveCaller): Answering<{ params: Promise<Params> }> =>
  handlerOf((request, { params }) =>
    replyTo(request, served.op.name, (requestId, headers) =>
      inRequest(request.signal, async () => {
        const { useCase, op } = served
        const caller = await letIn(served, request, requestId, headers, resolveCaller)
        const type = await allow(served, request, caller, headers)
        const sent = await readInput(op, request, await params)
        const input = (type === GEO_JSON ? Object.assign(sent, op.geoJson?.input) : sent) as never // by its own schemas
        const cached = await useCase.readCached?.(caller, input)
        if (cached) return answerCached(served, request, cached, type)
        if (!isRead(op)) finishOnceStarted()
        const run = () => (useCase.query ?? useCase)(caller, input)
        const found = await limitUnreadable(request, op, run).catch((error) => addOwnLimitHeader(op, error, headers))
        if (!(found instanceof ReadableStream)) return answer(served, request, found, type)
        const events = whileAllowed(found, () => resolveCaller(request, op, requestId))
        return answer(served, request, events, type)
      }),
    ),
  )

/** Whoever calls. The headers are sent also with the refusal. */
async function letIn(
  { op, crossOrigin }: Served,
  request: Request,
  requestId: string,
  headers: HeaderWriter,
  resolveCaller: ResolveCaller,
): Promise<Caller> {
  if (crossOrigin) allowReading(request, headers)
  announceEnd(op, headers)
  return resolveCaller(request, op, requestId).catch((error) => countRefusal(request, error, headers))
}

/** Whether they may: rate limits, scope, role, and the format they ask for. */
async function allow({ op, isShared }: Served, request: Request, caller: Caller, headers: HeaderWriter) {
  await limit(request, op, caller, isShared ? new ReplyHeaders() : headers)
  requireScope(op, caller)
  await requireRole(op, caller)
  return formatOf(request, op)
}

/**
 * The format of the response that the Accept header (RFC 9110, section 12.5.1) prefers.
 * @throws {DomainError} `not_acceptable`
 */
function formatOf(request: Request, op: Operation): string {
  const usual = op.file?.type ?? op.binary ?? (op.events ? 'text/event-stream' : 'application/json')
  const accept = request.headers.get('accept') ?? undefined
  if (accept === undefined || accept === '*/*' || accept === usual) return usual
  const type = new Negotiator({ headers: { accept } }).mediaType(op.geoJson ? [usual, GEO_JSON] : [usual])
  if (type === undefined) throw new DomainError('not_acceptable')
  return type
}
