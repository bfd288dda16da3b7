import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'

// The status of a page. Next lets a page answer 200 or 404 and nothing else, but an incident that was withdrawn is gone:
// 410, so that search engines and copies forget it. So every request is stamped with a random number that leads to its
// response, and a page may set the status there before anything of it is sent. What a client writes into that header is
// overwritten. Where nothing of ours sees the connection (serverless hosting), the page stays a 200 that says it in words.

const STAMP = 'x-salama-reply'
const KEY = Symbol.for('salama.http.replies')
const shared: typeof globalThis & { [KEY]?: Map<string, ServerResponse> } = globalThis

/** From now on every request to a server of this process is stamped. */
export function stampReplies(): void {
  if (shared[KEY]) return
  const replies = new Map<string, ServerResponse>()
  shared[KEY] = replies
  subscribe('http.server.request.start', (message) => {
    // As Node's diagnostics_channel documents it.
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const id = crypto.randomUUID()
    request.headers[STAMP] = id
    replies.set(id, response)
    response.once('close', () => replies.delete(id))
  })
}

/** Sets the status of the page that is being made for the request with these headers, and when to come again. */
export function setPageStatus(headers: Pick<Headers, 'get'>, status: number, retryAfterS?: number): void {
  const response = shared[KEY]?.get(headers.get(STAMP) ?? '')
  if (!response || response.headersSent) return
  response.statusCode = status
  if (retryAfterS !== undefined) response.setHeader('retry-after', String(retryAfterS))
}
