import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy that forwards everything except one response: that of the first POST to `path`. It closes the connection after
 * the server has responded in full, so the browser gets no byte of it and no cookie. Each connection carries one request:
 * on a reused connection the browser would retry by itself.
 */
export async function cuttingProxy(path: string) {
  let cut = 0
  const cookies: string[] = []
  const passOn = (asked: IncomingMessage, answer: ServerResponse) => {
    const url = new URL(asked.url ?? '')
    const isMeant = asked.method === 'POST' && url.pathname === path
    const isToCut = isMeant && cut === 0
    if (isMeant) cookies.push(asked.headers.cookie ?? '')
    if (isToCut) cut++
    const forwarded = request(url, { method: asked.method, headers: asked.headers }, (reply) => {
      if (isToCut) reply.resume().on('end', () => asked.socket.destroy())
      else reply.pipe(answer.writeHead(reply.statusCode ?? 502, { ...reply.headers, connection: 'close' }))
    })
    forwarded.on('error', () => asked.socket.destroy())
    asked.pipe(forwarded)
  }
  const server = createServer(passOn).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    /** The proxy's URL for the browser. */
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many responses it has dropped. */
    cut: () => cut,
    /** The cookies of each request to `path`. */
    cookies,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
