import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { hasLiveFeed } from '@salama/domain/env'
import {
  allowOf,
  bodyFor,
  compress,
  createMatcher,
  type Endpoints,
  notFoundHandlers,
  problemResponse,
  type Reply,
  type RequestHead,
  refuseUnknownMethod,
  sendReply,
} from '@salama/http'
import type { AheadOfNext } from '@salama/http/server'
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

/** Answers `/api/v1` from these routes. */
export function apiAhead(routes: readonly Route[]): AheadOfNext {
  const match = createMatcher(routes)
  const unknown = notFoundHandlers()
  const answer = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const { found: handlers, params } = match(pathOf(incoming as IncomingMessage)) ?? { found: unknown, params: {} } // HTTP/1.1 only
      const method = request.method as keyof typeof handlers // others have been refused
      const reply = await handlers[method].reply(request, { params: Promise.resolve(decoded(params)) })
      await send(request, reply, outgoing as ServerResponse)
      return RESPONSE_ALREADY_SENT
    },
    {
      overrideGlobalObjects: false,
      hostname: 'localhost',
      // The handlers respond to their own errors.
      errorHandler: (error) => problemResponse(error, { requestId: randomUUID(), path: '/api/v1' }),
    },
  )
  return (request) => {
    if (!isCanonical(request)) return null
    const matched = match(pathOf(request))
    const handler = matched?.found[request.method as keyof Endpoints] // none for an unknown method
    return {
      mayBeInMemory: hasLiveFeed() && handler?.mayBeInMemory === true,
      answer: async (response) => {
        const isRefused = await refuseUnknownMethod(request, response, matched && allowOf(matched.found))
        if (!isRefused) await answer(request, response)
      },
    }
  }
}

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

async function send(request: RequestHead, reply: Reply, response: ServerResponse): Promise<void> {
  const { headers } = reply
  const text = bodyFor(request, reply)
  const isWhole = text !== null && !(text instanceof ReadableStream)
  const body = isWhole ? await compress(text, request.headers.get('accept-encoding'), headers) : text
  headers.append('vary', 'accept-encoding')
  await sendReply(reply, body, response)
}
