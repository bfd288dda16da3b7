import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A TCP proxy between a service and its dependency that simulates network failures:
 *
 * - `passes`: forwards everything;
 * - `swallows`: drops everything in both directions, on old and new connections, without closing them;
 * - `refuses`: closes every connection, and new ones at once.
 */
type ProxyMode = 'passes' | 'swallows' | 'refuses'

export type TcpProxy = { port: number; set: (mode: ProxyMode) => void; cut: () => void; close: () => Promise<void> }

export async function startTcpProxy(to: { host: string; port: number }): Promise<TcpProxy> {
  let mode: ProxyMode = 'passes'
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(to)
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      near.destroy()
      far.destroy()
      pairs.delete(pair)
    }
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => {
        if (mode === 'passes') other.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        if (mode !== 'swallows') end()
      })
    }
    if (mode === 'refuses') end()
  })
  const cut = () => {
    for (const [near, far] of pairs) {
      near.destroy()
      far.destroy()
    }
    pairs.clear()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: portOf(server),
    set: (next) => {
      mode = next
      if (mode === 'refuses') cut()
    },
    cut,
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No address')
  return address.port
}
