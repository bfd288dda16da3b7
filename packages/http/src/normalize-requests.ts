import type { IncomingMessage } from 'node:http'
import { overwriteHeader } from './overwrite-header.ts'

// Normalizes requests that Next would answer with a bare 500 or 400 before our code runs: URLs with invalid
// percent-escapes, and methods that the web's Request does not support or Next does not know. A stray percent sign is
// encoded as `%25`, and an unknown method is routed to an unknown path, with the original request in a header. Without
// a server of ours (serverless hosting) Next responds.

const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const NOTE = 'x-salama-odd-method'
const NOWHERE = '/api/v1/odd-method'

/** Normalizes a request to a server of ours, so that our routes can respond. */
export function normalizeRequest(request: IncomingMessage): void {
  request.url = decodableUrl(request.url ?? '/')
  const isKnown = KNOWN.has(request.method ?? 'GET')
  overwriteHeader(request, NOTE, isKnown ? undefined : request.url.split('?')[0])
  if (isKnown) return
  request.method = 'GET'
  request.url = NOWHERE
}

/** The requested path of an unknown method, or null. */
export const oddMethodPath = (request: { headers: Pick<Headers, 'get'> }) => request.headers.get(NOTE)

/** A URL whose path can be decoded. In the query, invalid escapes are read literally. */
export function decodableUrl(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  const strays = path.replace(/%(?![0-9a-f]{2})/gi, '%25')
  const decodable = isDecodable(strays) ? strays : path.replaceAll('%', '%25')
  return [decodable, ...query].join('?')
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
