import { createHmac } from 'node:crypto'
import { networkAddressOf } from '@salama/http'
import { appEnv } from './env.ts'

// The network of a device without an account, for the limits that SQL keeps per network (app.weigh_by_network): a
// device id is free, an IP address is not. Only a keyed hash of the IP address leaves this process, and its key changes
// daily, so that hashes, kept for a day, cannot be linked across days.

const DAY_MS = 86_400_000

/** The hashes of a request's network: today's, then yesterday's, for what was counted before midnight UTC. */
export function networkHashes(request: { headers: Pick<Headers, 'get'> }): [today: string, yesterday: string] {
  const address = networkAddressOf(request)
  const today = Math.floor(Date.now() / DAY_MS)
  return [hashOf(address, today), hashOf(address, today - 1)]
}

const hashOf = (address: string, day: number) =>
  createHmac('sha256', appEnv().SESSION_SECRET).update(`network\0${day}\0${address}`).digest('base64url')
