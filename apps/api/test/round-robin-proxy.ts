import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A reverse proxy that gives requests to servers in turn, as nginx does by default: where no connection is possible the
 * next server gets the request, and a request that was cut off is answered with 502.
 */
export async function startRoundRobinProxy(ports: readonly number[]) {
  let turn = 0
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, left: number): void => {
    const port = ports[turn++ % ports.length]
    const { method, url, headers, socket } = incoming
    const forwarded = { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '' }
    const sent: ClientRequest = request({ port, method, path: url, headers: forwarded, agent: false }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, 'x-served-by': String(port) })
      response.on('error', () => outgoing.destroy()).pipe(outgoing)
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 1) return forward(incoming, outgoing, body, left - 1)
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    })
    sent.end(body)
  }
  const server = createServer(async (incoming, outgoing) =>
    forward(incoming, outgoing, Buffer.concat(await incoming.toArray()), ports.length),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
