import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { operations } from '@salama/domain/contract'
import {
  bodyFor,
  compress,
  createMatcher,
  notFoundHandlers,
  problemReply,
  type Reply,
  type RequestHead,
  replyIfFull,
  toResponse,
} from '@salama/http'
import { ownServer } from '@salama/http/own-server'
import type { Route } from './routes.ts'

// The API ahead of Next. Routing, Request and Response of Next cost more than most of our reads and all refusals, so
// requests under /api/v1 are answered by the same route handlers here.
//
// This applies only to requests in canonical form. What Next redirects, decodes or refuses in ways of its own (empty segments,
// repeated headers, a malformed Host) goes to Next, where the same handlers have their route files.

const CANONICAL_PATH = /^\/api\/v1(?:\/(?!\.{1,2}(?:\/|$))[\w\-.~!$&'()*+,;=:@]+)*$/
const ENCODED_PATH = /^\/api\/v1(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[\w\-.~!$&'()*+,;=:@%]+)*$/i
const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::(?:\d{1,4}|[1-5]\d{4}))?$/i

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?', 1)[0] ?? ''

/** Creates the server of the API app: `/api/v1` is answered by `routes`, anything else by `next`. */
export function createApiServer(routes: readonly Route[], next: RequestListener): Server {
  const match = createMatcher(routes)
  const unknown = notFoundHandlers(operations)
  const answer = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const { found: handlers, params } = match(pathOf(incoming as IncomingMessage)) ?? { found: unknown, params: {} } // HTTP/1.1 only
      const method = request.method as keyof typeof handlers // others are normalized before
      const reply = await handlers[method].reply(request, { params: Promise.resolve(decoded(params)) })
      await send(request, reply, outgoing as ServerResponse)
      return RESPONSE_ALREADY_SENT
    },
    { overrideGlobalObjects: false, hostname: 'localhost', errorHandler: (error) => toResponse(failed(error)) },
  )
  /** A cached reply, or 503 when the queue is full; else the full handler. */
  const answerQuickly = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const matched = match(pathOf(request))
    const handler = matched?.found[request.method as keyof Route[1]] // none for an unknown method
    const head = headOf(request)
    if (handler?.quick) {
      const reply = await handler.quick(head, decoded(matched?.params ?? {}))
      if (reply !== null) return send(head, reply, response)
    }
    const operation = handler?.operation
    const refusal = operation && !operation.isNeverRefused ? replyIfFull(operation.name, head) : null
    if (refusal === null) return answer(request, response)
    write(refusal, bodyFor(request, refusal), response)
  }
  return ownServer((request, response) => {
    if (!isCanonical(request)) return next(request, response)
    answerQuickly(request, response).catch((error: unknown) => {
      const reply = failed(error)
      if (response.headersSent) response.destroy()
      else write(reply, bodyFor(request, reply), response)
    })
  })
}

/** The head of a request, without the cost of a `Request`. */
const headOf = ({ method = 'GET', url = '/', headers }: IncomingMessage): RequestHead => ({
  method,
  url,
  headers: { get: (name) => headers[name]?.toString() ?? null, has: (name) => name in headers },
})

/** An internal error outside of the handlers, which respond to their own. */
const failed = (error: unknown) => problemReply(error, { requestId: randomUUID(), path: '/api/v1' })

function isCanonical(request: IncomingMessage): boolean {
  const { headers, rawHeaders } = request
  const path = pathOf(request)
  return (
    path.startsWith('/api/v1') &&
    (CANONICAL_PATH.test(path) || ENCODED_PATH.test(path)) &&
    (headers.host === undefined || HOST.test(headers.host)) &&
    Object.keys(headers).length * 2 === rawHeaders.length
  )
}

const decoded = (params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))

async function send(request: RequestHead, reply: Reply, outgoing: ServerResponse): Promise<void> {
  const { headers } = reply
  const text = bodyFor(request, reply)
  const body = text === null ? null : await compress(text, request.headers.get('accept-encoding'), headers)
  headers.append('vary', 'accept-encoding')
  write(reply, body, outgoing)
}

function write({ status, headers }: Reply, body: string | Uint8Array | null, outgoing: ServerResponse): void {
  if (body !== null) headers.set('content-length', String(Buffer.byteLength(body)))
  const flat: string[] = []
  for (const [name, value] of headers) flat.push(name, value)
  outgoing.writeHead(status, flat).end(body)
}
