import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { settings } from './env.ts'

// Where a request comes from, for limits. Never logged, never stored as it is.
//
// Anybody can write an `X-Forwarded-For`, and Next hands on what was written: it adds the address of the connection only
// where the header is missing. So the address of the connection is put on every request by ourselves, over whatever a
// client wrote there, before Next sees it. It is the end of the chain; `TRUST_PROXY` says how many steps back to go.
// Where nothing of ours sees the connection (serverless hosting), the chain is the header alone, whose last entry the
// proxy in front has written, and without a trusted proxy every caller counts as one.

const PEER = 'x-salama-peer'
const KEY = Symbol.for('salama.http.peers')
const shared: typeof globalThis & { [KEY]?: true } = globalThis

/** From now on every request to a server of this process says which address its connection has. */
export function stampPeers(): void {
  if (shared[KEY]) return
  shared[KEY] = true
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage } // as Node's diagnostics_channel documents it
    request.headers[PEER] = request.socket.remoteAddress ?? ''
  })
}

/** The address that a request comes from; `unknown` when nothing that can be believed says so. */
export function networkAddressOf(request: { headers: Pick<Headers, 'get'> }): string {
  const { TRUST_PROXY } = settings()
  const written = (request.headers.get('x-forwarded-for') ?? '').split(',').map((each) => each.trim())
  const peer = shared[KEY] ? [request.headers.get(PEER) ?? ''] : []
  const chain = [...written, ...peer]
  const fromTheRight = TRUST_PROXY + peer.length
  // A chain that is shorter than it should be was written by proxies of ours alone.
  return fromTheRight === 0 ? 'unknown' : named(chain.at(-fromTheRight) ?? chain[0])
}

/** One household or phone has a whole /64 of IPv6, so that is what counts as one. */
function named(address: string | undefined): string {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (plain === '') return 'unknown'
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
