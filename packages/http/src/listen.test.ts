import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer } from './close-server.ts'
import { listen } from './listen.ts'

const HOST = '127.0.0.1'

async function open() {
  const seen = new Set<number | undefined>()
  const server = createServer(({ socket }, response) => {
    seen.add(socket.remotePort)
    response.end('hello')
  })
  const listening = await listen(server, { port: 0, host: HOST })
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  return { port, seen, close: () => closeServer(server, listening) }
}

const get = (port: number, agent: Agent) =>
  new Promise<string>((resolve, reject) => {
    request({ host: HOST, port, agent }, async (response) => resolve((await response.toArray()).join('')))
      .on('error', reject)
      .end()
  })

test('answers every one of many connections, and ends them all when it is closed', async () => {
  const { port, seen, close } = await open()
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  onTestFinished(() => agent.destroy())
  const replies = await Promise.all(Array.from({ length: 200 }, () => get(port, agent)))
  expect([new Set(replies), seen.size]).toEqual([new Set(['hello']), 200])
  await close()
  await expect(get(port, new Agent())).rejects.toThrow('ECONNREFUSED')
})

test('fails on a port that another server shares in the same way', async () => {
  const { port, close } = await open()
  onTestFinished(close)
  await expect(listen(createServer(), { port, host: HOST })).rejects.toThrow('EADDRINUSE')
})
