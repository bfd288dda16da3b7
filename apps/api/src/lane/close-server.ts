import type { Server } from 'node:http'

const IDLE_CHECK_MS = 100

/**
 * Stops accepting connections, finishes the requests that run, and ends connections as soon as they are idle: Node keeps
 * those that had a request for five seconds more.
 */
export async function closeServer(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(idle)
}
