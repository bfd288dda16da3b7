import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { stampPeer } from './network-address.ts'
import { normalizeRequest } from './normalize-requests.ts'
import { stampReply } from './reply-status.ts'
import { boundSharedCaching } from './shared-caches.ts'

/**
 * A server of ours, in front of Next as Next documents it. Before `listener` every request is normalized and carries the
 * IP address of its connection, its page can set a status, and shared caches hold what they may.
 *
 * An upgrade request gets a normal response: some clients offer HTTP/2 with every request, and Next, which takes over
 * upgrades, would never respond.
 */
export const ownServer = (listener: RequestListener, options: ServerOptions = {}): Server =>
  createServer({ ...options, shouldUpgradeCallback: () => false }, (request, response) => {
    normalizeRequest(request)
    stampPeer(request)
    stampReply(request, response)
    boundSharedCaching(request, response)
    listener(request, response)
  })
