import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

// Requests that Next answers with a bare 500 or 400 before any code of ours runs: an address whose percent-escapes are
// none, and methods that the web's Request cannot carry or that Next does not know. They are made such that they reach us:
// a stray percent sign is taken for one that somebody forgot to write as `%25`, and an odd method goes to an address
// where nothing is, with a note of what it was. Where nothing of ours sees the connection (serverless hosting), Next
// answers.

const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const NOTE = 'x-salama-odd-method'
const NOWHERE = '/api/v1/odd-method'
const KEY = Symbol.for('salama.http.odd-requests')
const shared: typeof globalThis & { [KEY]?: true } = globalThis

/** From now on every request to a server of this process can be answered by our routes. */
export function normalizeRequests(): void {
  if (shared[KEY]) return
  shared[KEY] = true
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage } // as Node's diagnostics_channel documents it
    delete request.headers[NOTE]
    request.url = readableAddress(request.url ?? '/')
    if (KNOWN.has(request.method ?? 'GET')) return
    request.headers[NOTE] = request.url.split('?')[0]
    request.method = 'GET'
    request.url = NOWHERE
  })
}

/** The path that was asked for with a method that nobody knows, or null. */
export const oddMethodPath = (request: { headers: Pick<Headers, 'get'> }) => request.headers.get(NOTE)

/** An address whose path can be decoded. The query needs no help: what is no escape there is read as it stands. */
export function readableAddress(address: string): string {
  const [path = '', ...query] = address.split('?')
  const strays = path.replace(/%(?![0-9a-f]{2})/gi, '%25')
  const mended = isDecodable(strays) ? strays : path.replaceAll('%', '%25')
  return [mended, ...query].join('?')
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
