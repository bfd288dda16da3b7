import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPageStatus, stampReply } from './reply-status.ts'

const server = createServer((request, response) => {
  stampReply(request, response)
  setPageStatus(new Headers({ 'x-salama-reply': String(request.headers['x-salama-reply']) }), 410)
  response.end('gone')
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // it listens on a port, not on a pipe
})
afterAll(() => server.close())

test('sends a page’s own status, whatever the client sent in the header', async () => {
  for (const headers of [{}, { 'x-salama-reply': 'guessed' }]) expect((await fetch(url, { headers })).status).toBe(410)
})

test('changes nothing for a request without a stamp', () => {
  expect(() => setPageStatus(new Headers({ 'x-salama-reply': 'guessed' }), 410)).not.toThrow()
  expect(() => setPageStatus(new Headers(), 410)).not.toThrow()
})
