import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// Push endpoints are sent by browsers, so they are user input, and our server connects to them: without these checks
// anybody could make it send requests to hosts inside its own network (SSRF). An endpoint must be https on the usual
// port. Its address is checked when the connection is made, so that a name cannot change in between.

/** An IPv4 address inside an IPv6 one (`::ffff:10.0.0.1`) is compared with the IPv4 networks. */
const PRIVATE: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 127],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

const blocked = new BlockList()
for (const [network, prefix] of PRIVATE) blocked.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4')

export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  return family !== 0 && !blocked.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an endpoint may be connected to, as far as its URL shows; `testOrigin` is exempt. */
export function isAllowedEndpoint(endpoint: string, testOrigin: string | null): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (testOrigin !== null && origin === new URL(testOrigin).origin) return true
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return isPublicHost(hostname)
}

/** Whether the host of a URL may be a public one. What a name resolves to is checked by `lookupPublic`. */
export function isPublicHost(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '')
  return isIP(literal) === 0
    ? hostname.includes('.') && !/\.(localhost|local|internal)\.?$/.test(hostname)
    : isPublicAddress(literal)
}

/** Resolves a name for a connection, and fails if any of its addresses is private. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new Error('The host has a private address'), '', 0)
    if (options.all) return callback(null, addresses)
    return callback(null, first.address, first.family)
  })
}
