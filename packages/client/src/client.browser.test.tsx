import { expect, test } from 'vitest'
import { createClient, list, verifyWebhook, watchChanges } from './index.ts'

// In a browser as on Node.js: nothing but fetch and WebCrypto.

test('reads, watches and verifies in a browser', async () => {
  const asked: string[] = []
  const fetch = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    asked.push(`${pathname}${search} ${request.headers.get('x-api-key')}`)
    if (asked.length === 1) return new Response('', { status: 503 })
    return Response.json({
      data: [{ name: 'Koja', change: 'gone' }],
      page: { nextCursor: search ? 'x' : null },
      more: false,
    })
  }
  const api = createClient({ baseUrl: 'http://salama.test', apiKey: 'k', fetch })
  for await (const stop of list(api, '/api/v1/stops')) expect(stop.name).toBe('Koja')
  const stop = new AbortController()
  for await (const { cursor } of watchChanges(api, { signal: stop.signal })) {
    expect(cursor).toBe('x')
    stop.abort()
  }
  expect(asked).toEqual(['/api/v1/stops k', '/api/v1/stops k', '/api/v1/incidents/changes?limit=100 k'])

  const key = crypto.getRandomValues(new Uint8Array(32))
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const signing = await crypto.subtle.importKey('raw', key, hmac, false, ['sign'])
  const at = Math.floor(Date.now() / 1000)
  const signed = await crypto.subtle.sign('HMAC', signing, new TextEncoder().encode(`m.${at}.{"type":"test"}`))
  const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
  const signature = `v1,${base64(new Uint8Array(signed))}`
  const headers = new Headers({ 'webhook-id': 'm', 'webhook-timestamp': String(at), 'webhook-signature': signature })
  const message = await verifyWebhook({ headers, body: '{"type":"test"}' }, `whsec_${base64(key)}`)
  expect(message.type).toBe('test')
})
