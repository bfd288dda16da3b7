import { lookup } from 'node:dns'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector, type Dispatcher, request, Agent as UndiciAgent } from 'undici'

// The one way in which our servers connect to hosts that somebody else names: push services, the operator's webhook and
// issuers. Without it anybody could make them send requests into their own network (SSRF).
//
// Only global unicast addresses over https are connected to, unless a setting allows the host to be a private one. A name
// is resolved once, by the connection itself, so that it cannot change between the check and the connection. No redirect
// is followed: its status is returned.

const CONNECT_MS = 5_000

/** Whether an address is one of the internet: none of a private network, a translation, a tunnel or a document. */
export function isGlobalAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0 || ipaddr.parse(address).range() !== 'unicast') return false
  return family === 4 || /^[23][\da-f]{3}:/i.test(address) // 2000::/3, all that is assigned
}

/** Whether the host of a URL may be a global one. What a name resolves to is checked by the connection. */
function isGlobalHost(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) return isGlobalAddress(literal)
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !/\.(localhost|local|internal)$/.test(name)
}

/** Whether a URL may be connected to, as far as it shows; `allowPrivate`: also plain http, and in a private network. */
export function isAllowedUrl(url: string, { allowPrivate = false } = {}): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  if (allowPrivate) return protocol === 'https:' || protocol === 'http:'
  return protocol === 'https:' && isGlobalHost(hostname)
}

/** Resolves a name for a connection, and fails if any of its addresses is not global. */
export const lookupGlobal: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isGlobalAddress(address)))
      return callback(refusal(), '', 0)
    if (options.all) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}

const refusal = () => Object.assign(new Error('The host has no global address'), { code: 'NOT_GLOBAL' })

const connectGlobally = buildConnector({ lookup: lookupGlobal, timeout: CONNECT_MS })
/** An address that is written in a URL is not resolved, so it is checked here. */
const guarded = new UndiciAgent({
  connect: (options, callback) =>
    isGlobalHost(options.hostname) ? connectGlobally(options, callback) : callback(refusal(), null),
})
const open = new UndiciAgent({ connect: { timeout: CONNECT_MS } })

type Options = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'> & {
  timeoutMs: number
  allowPrivate?: boolean
}

/**
 * Sends one request, and returns the response whatever its status. Its body has to be read or dumped.
 * @throws where the URL is not allowed (`NOT_GLOBAL`), or without a response
 */
export async function sendOutbound(url: string, { timeoutMs, allowPrivate = false, ...options }: Options) {
  if (!isAllowedUrl(url, { allowPrivate })) throw refusal()
  const signal = AbortSignal.timeout(timeoutMs)
  return request(url, { ...options, signal, dispatcher: allowPrivate ? open : guarded })
}

/** The same for a library that makes its requests with Node's `https`; it refuses plain http. */
export class GlobalAgent extends HttpsAgent {
  override createConnection(...[options, callback]: Parameters<HttpsAgent['createConnection']>) {
    if (!isGlobalHost(options.host ?? '')) throw refusal()
    return super.createConnection({ ...options, lookup: lookupGlobal }, callback)
  }
}
