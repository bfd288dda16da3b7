import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { processGlobal } from '@salama/domain/process-global'
import { settings } from './env.ts'
import { overwriteHeader } from './overwrite-header.ts'

// The client's IP address, for rate limits. Never logged, never stored in plain text.
//
// Clients can send any `X-Forwarded-For`, and Next passes it on: it adds the connection's IP address only if the header
// is missing. So before Next sees a request we set our own header to the connection's IP address, overwriting what a
// client sent. It is the end of the chain; `TRUST_PROXY` says how many steps back to go. Without a server of
// ours (serverless hosting) the chain is `X-Forwarded-For` alone, whose last entry comes from the proxy in front;
// without a trusted proxy all callers count as one.

const PEER = 'x-salama-peer'
const stamping = processGlobal('http.peers', () => ({ isOn: false }))

/** Sets that header on a request to a server of ours; from then on it counts. */
export function stampPeer(request: IncomingMessage): void {
  stamping().isOn = true
  overwriteHeader(request, PEER, request.socket.remoteAddress ?? '')
}

/** The IP address of a request's client; `unknown` without a trusted source. */
export function networkAddressOf(request: { headers: Pick<Headers, 'get'> }): string {
  const { TRUST_PROXY } = settings()
  const forwarded = request.headers.get('x-forwarded-for')
  const written = forwarded === null ? [] : forwarded.split(',').map((each) => each.trim())
  const peer = stamping().isOn ? [request.headers.get(PEER) ?? ''] : []
  const chain = [...written, ...peer]
  const fromTheRight = TRUST_PROXY + peer.length
  // A chain shorter than expected was written by our own proxies only.
  return fromTheRight === 0 ? 'unknown' : named(chain.at(-fromTheRight) ?? chain[0])
}

/** A household or phone has a whole /64 of IPv6, so a /64 counts as one. */
function named(address: string | undefined): string {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (plain === '') return 'unknown'
  if (!plain.includes(':') || !isIPv6(plain)) return plain
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
