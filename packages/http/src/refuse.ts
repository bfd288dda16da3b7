import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusalIfFull } from '@salama/domain/request-scope'
import { DomainError } from '@salama/domain/shared'
import { allowReading } from './cors.ts'
import { bodyFor, headOf, sendReply } from './reply.ts'
import { refusalOf } from './respond.ts'

// What the server refuses by itself, before a request gets to a route or a page. Under overload that is thousands a
// second, so nothing is made for them but the response.

/** What is answered under overload as well: the health of the service, documents, and the forms that say it on a page. */
const NEVER_REFUSED = ['auth/', 'account/', 'docs', 'redoc', 'openapi', 'health', 'v1/health'].map(
  (rest) => `/api/${rest}`,
)

/** A page tells of an overload itself: its database calls are refused. */
const mayBeRefused = (url: string) => url.startsWith('/api/') && !NEVER_REFUSED.some((path) => url.startsWith(path))

/** Answers 503 when this process has no room for a request, also none in its queue. */
export async function refuseIfFull(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const refusal = mayBeRefused(request.url ?? '/') ? refusalIfFull() : null
  if (refusal === null) return false
  return refuse(request, response, 'overload', refusal)
}

/** Methods that Next knows. It would answer others with a bare 500 or 400, or as if they were GET. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answers 405 to any other method. `allow`: the methods of its path. */
export async function refuseUnknownMethod(request: IncomingMessage, response: ServerResponse, allow = 'GET, HEAD') {
  if (METHODS.includes(request.method ?? 'GET')) return false
  return refuse(request, response, 'unknownMethod', new DomainError('method_not_allowed'), { allow })
}

async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
  error: DomainError,
  more: Record<string, string> = {},
): Promise<true> {
  const head = headOf(request)
  const reply = refusalOf(head, name, error, (headers) => {
    allowReading(head, headers)
    for (const [header, value] of Object.entries(more)) headers.set(header, value)
  })
  sendReply(reply, bodyFor(head, reply), response)
  return true
}
