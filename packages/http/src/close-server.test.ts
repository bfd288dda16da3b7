import { Agent, request as ask, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { closeServer } from './close-server.ts'

test('finishes running requests and ends busy keep-alive connections', async () => {
  const gate = Promise.withResolvers<void>()
  const server = createServer(async ({ url }, response) => {
    if (url === '/slow') await gate.promise
    response.end(url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.keepAliveTimeout = 600_000 // nobody waits until idle connections end by themselves
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const get = (path: string, via?: Agent) =>
    new Promise<string>((resolve, reject) => {
      ask({ port, path, agent: via }, (response) => response.toArray().then((parts) => resolve(parts.join('')), reject))
        .on('error', reject)
        .end()
    })
  let isAsking = true
  const busy = (async () => {
    while (isAsking) await get('/again', agent).catch(() => {})
  })()
  const slow = get('/slow', new Agent({ keepAlive: true }))
  await get('/first')
  const closed = closeServer(server)
  await expect(get('/late', new Agent())).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/)
  gate.resolve()
  expect(await slow).toBe('/slow')
  await closed
  isAsking = false
  await busy
  agent.destroy()
})

test('cuts off a client that never ends its request', async () => {
  const server = createServer(async (request, response) => response.end(await request.toArray().catch(() => '')))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe
  const socket = connect(port, '127.0.0.1')
  const cutOff = new Promise((resolve) => socket.on('close', resolve).on('error', () => {}))
  const begun = new Promise((resolve) => server.once('request', resolve))
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf')
  await begun
  await closeServer(server, [server], 200)
  await cutOff
})
