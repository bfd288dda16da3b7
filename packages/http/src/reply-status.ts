import type { IncomingMessage, ServerResponse } from 'node:http'
import { processGlobal } from '@salama/domain/process-global'
import { overwriteHeader } from './overwrite-header.ts'

// The status of a page. Next pages can only return 200 or 404, but a withdrawn incident needs a 410, so that search
// engines and caches remove it. Every request for a page is stamped with a number that maps to its response, and the
// page may set the status there before anything is sent. A client's own value of that header is overwritten. Without
// a server of ours (serverless hosting) the page returns 200 and explains the status in its text.

const STAMP = 'x-salama-reply'
const replies = processGlobal('http.replies', () => new Map<string, ServerResponse>())

let stamped = 0

/** Stamps a request to a server of ours. */
export function stampReply(request: IncomingMessage, response: ServerResponse): void {
  if (request.url?.startsWith('/api/')) {
    overwriteHeader(request, STAMP)
    return
  }
  const id = String(stamped++)
  overwriteHeader(request, STAMP, id)
  replies().set(id, response)
  response.once('close', () => replies().delete(id))
}

/** Sets the status of the page that is rendered for the request with these headers, and its Retry-After. */
export function setPageStatus(headers: Pick<Headers, 'get'>, status: number, retryAfterS?: number): void {
  const response = replies().get(headers.get(STAMP) ?? '')
  if (!response || response.headersSent) return
  response.statusCode = status
  if (retryAfterS !== undefined) response.setHeader('retry-after', String(retryAfterS))
}
