import { timeLimit } from '@salama/domain/env'
import { measure } from '@salama/domain/measure'
import { DomainError } from '@salama/domain/shared'
import { currentTrace, inSpan, newTraceId, readTrace } from '@salama/domain/trace'
import { settings } from './env.ts'
import { log } from './log.ts'
import { problemReply } from './problem.ts'
import { type HeaderWriter, type Reply, ReplyHeaders, type RequestHead, reply, toResponse } from './reply.ts'
import { requestIdOf } from './request-id.ts'

/** The timeout of a request; longer than that of a database call. */
const TIMEOUT_MS = 20_000

/** For data responses, not pages. */
const SECURITY = Object.entries({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
})

/**
 * Runs `work` and turns any outcome into a response, in time, with a request id, security headers, a span and a log
 * line. What `work` puts into `headers` is sent also when it fails.
 * @param name of the operation, for log and trace. Never the URL, which may contain a plate or a location.
 */
export function replyTo<Sent extends Reply | Response>(
  request: Request,
  name: string,
  work: (requestId: string, headers: HeaderWriter) => Promise<Sent>,
): Promise<Sent | Reply> {
  const started = performance.now()
  const requestId = requestIdOf(request)
  const { method } = request
  const attributes = { 'http.request.method': method, 'http.route': name }
  return inSpan({ name, kind: 'server', attributes, parent: readTrace(request.headers) }, async (end) => {
    const always = new ReplyHeaders(SECURITY)
    const response: Sent | Reply = await inTime(work(requestId, always)).catch((error: unknown) =>
      request.signal.aborted ? clientClosedRequest() : problemReply(error, { requestId, path: pathOf(request) }),
    )
    finish(response, always, requestId)
    const { status } = response
    end({ 'http.response.status_code': status }, status >= 500)
    logRequest({ requestId, traceId: currentTrace()?.traceId, method, operation: name, status, started })
    return response
  })
}

/** Adds the headers that every response has. */
function finish(response: Reply | Response, always: ReplyHeaders, requestId: string): void {
  for (const [header, value] of always)
    if (header === 'vary') response.headers.append(header, value)
    else response.headers.set(header, value)
  response.headers.set('x-request-id', requestId)
  if (settings().APP_URL?.startsWith('https:'))
    response.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

type LogLine = {
  requestId: string
  traceId: string | undefined
  method: string
  operation: string
  status: number
  started: number
}
function logRequest({ started, ...line }: LogLine): void {
  measure('request', line.operation, line.status, started)
  log.info({ ...line, ms: Math.round(performance.now() - started) }, 'request')
}

/** A refusal of a request by its head alone. The same headers and log line as of `replyTo`; no span. */
export function refusalOf(
  head: RequestHead,
  name: string,
  error: DomainError,
  addHeaders: (headers: HeaderWriter) => void,
): Reply {
  const started = performance.now()
  const requestId = requestIdOf(head)
  const always = new ReplyHeaders(SECURITY)
  addHeaders(always)
  const response = problemReply(error, { requestId, path: pathOf(head) })
  finish(response, always, requestId)
  const traceId = readTrace(head.headers)?.traceId ?? newTraceId()
  logRequest({ requestId, traceId, method: head.method, operation: name, status: response.status, started })
  return response
}

/** The same as a response of the web. */
export async function respond(...[request, name, work]: Parameters<typeof replyTo<Response>>): Promise<Response> {
  const sent = await replyTo(request, name, work)
  if (!(sent instanceof Response)) return toResponse(sent, request)
  return request.method === 'HEAD' && sent.body !== null ? new Response(null, sent) : sent
}

/** For the log only, with nginx's status for a disconnected client. */
const clientClosedRequest = () => reply(499, null)

export const pathOf = ({ url }: Pick<RequestHead, 'url'>) => new URL(url, 'http://localhost').pathname

/** Work that times out is left to finish: a write is one transaction, and a retry returns its result. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DomainError('unavailable', { retryAfterS: 5 }, { cause: new Error('too slow') })),
      timeLimit(TIMEOUT_MS),
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
