/// <reference path="./http-ece.d.ts" />
import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { decrypt } from 'http_ece'

type Received = { path: string; headers: Record<string, unknown>; message: unknown }

/**
 * A push service on this machine with one browser, which decrypts what arrives (RFC 8291). `respondWith` sets the status
 * of its next responses. Port 0: any free one.
 */
export async function startPushService(port = 0) {
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys().toString('base64url')
  const auth = randomBytes(16).toString('base64url')
  const received: Received[] = []
  let status = 201
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const params = { version: 'aes128gcm', privateKey: browser, authSecret: auth }
    const message: unknown = JSON.parse(decrypt(Buffer.concat(chunks), params).toString())
    received.push({ path: request.url ?? '', headers: request.headers, message })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No address')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    subscription: { endpoint: `${origin}/browser`, p256dh, auth },
    received,
    respondWith: (next: number) => {
      status = next
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
