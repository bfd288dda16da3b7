import type { IncidentChange } from './watch-changes.ts'

// Messages to a webhook, signed as https://www.standardwebhooks.com says. WebCrypto is everywhere: Node.js, browsers,
// workers at the edge.

export type WebhookMessage =
  | { type: 'incident.upsert' | 'incident.gone'; timestamp: string; data: IncidentChange }
  | { type: 'test'; timestamp: string; data: unknown }

export class WebhookError extends Error {
  override name = 'WebhookError'
}

type Received = { headers: Headers | Record<string, string | string[] | undefined>; body: string }

/**
 * The message, if it is from the service and of now. `body` is the text as it came: parsed and written again it differs.
 *
 * @throws {WebhookError} answer 400
 */
export async function verifyWebhook(
  { headers, body }: Received,
  secret: string,
  { toleranceS = 300 } = {},
): Promise<WebhookMessage> {
  const header = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]?.toString()) ?? ''
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')]
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceS)
    throw new WebhookError('The message is too old, from the future, or without a time.')
  const bytes = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes(secret.replace(/^whsec_/, '')), hmac, false, ['verify'])
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of header('webhook-signature').split(' ')) {
    const [, base64] = /^v1,([\w+/]{43}=)$/.exec(signature) ?? []
    if (base64 !== undefined && (await crypto.subtle.verify('HMAC', key, bytes(base64), content)))
      return JSON.parse(body)
  }
  throw new WebhookError('No signature is of this secret.')
}
