import type { Server as HttpServer } from 'node:http'
import { createServer, type ListenOptions, type Server } from 'node:net'

/** Node's 511 overflows when many clients connect at once; the client's kernel retries after 1, 3 and 7 s. */
const BACKLOG = 4_096

/**
 * libuv accepts one connection of a listening socket per turn of the event loop, which under load is thirty a
 * second: new clients would wait for seconds behind each other. With so many sockets on one port it accepts as many.
 */
const SOCKETS = process.platform === 'linux' ? 64 : 1

/**
 * Listens on a port, and returns all servers that have to be closed: connections of the others are handed to `server`.
 * @throws `EADDRINUSE`, also where another process shares the port in the same way
 */
export async function listen(server: HttpServer, address: { port: number; host: string }): Promise<Server[]> {
  if (SOCKETS === 1) return [await listening(server, { ...address, backlog: BACKLOG })]
  const { port } = await probe(address)
  const options = { ...address, port, backlog: BACKLOG, reusePort: true }
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  return Promise.all([server, ...others].map((each) => listening(each, options)))
}

/** Binds the port exclusively for a moment: sockets that share a port would share it with another process as well. */
async function probe(address: { port: number; host: string }): Promise<{ port: number }> {
  const server = await listening(createServer(), address)
  const found = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof found === 'object' && found ? found : address
}

const listening = (server: Server, options: ListenOptions) =>
  new Promise<Server>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
