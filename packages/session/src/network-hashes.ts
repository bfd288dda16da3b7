import { createHmac } from 'node:crypto'
import { networkAddressOf } from '@salama/http'
import { appEnv } from './env.ts'

// Which network a phone without an account is on, for the bounds that SQL keeps for each (app.weigh_by_network): a device id
// costs nothing, a network address does. Only a keyed hash of the address leaves this process, whose key changes every
// day, so that what is kept for a day ties nobody to another one.

const DAY_MS = 86_400_000

/** The marks of the network that a request comes from: today's, then yesterday's, for what was counted before midnight UTC. */
export function networkHashes(request: { headers: Pick<Headers, 'get'> }): [today: string, yesterday: string] {
  const address = networkAddressOf(request)
  const today = Math.floor(Date.now() / DAY_MS)
  return [hashOf(address, today), hashOf(address, today - 1)]
}

const hashOf = (address: string, day: number) =>
  createHmac('sha256', appEnv().SESSION_SECRET).update(`network\0${day}\0${address}`).digest('base64url')
