import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'

const IDLE_CHECK_MS = 100
/** A client that never ends its request, or does not read the response, is cut off. */
const MAX_CLOSE_MS = 8_000

/**
 * Stops accepting connections, finishes the requests that run, and ends connections as soon as they are idle: Node keeps
 * those that had a request for five seconds more. After `longestMs` it ends them all.
 * @param listening the server itself, and those that hand it connections
 */
export async function closeServer(
  server: HttpServer,
  listening: readonly Server[] = [server],
  longestMs = MAX_CLOSE_MS,
): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const last = setTimeout(() => server.closeAllConnections(), longestMs)
  await Promise.all(listening.map((each) => new Promise((resolve) => each.close(resolve))))
  clearInterval(idle)
  clearTimeout(last)
}
