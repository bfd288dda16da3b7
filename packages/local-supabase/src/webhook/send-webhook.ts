import { createHmac } from 'node:crypto'
import { isPublicHost, lookupPublic } from '@salama/push/endpoint.ts'
import { Agent, request } from 'undici'

// Signed messages to an HTTP server of the operator's choice: https://www.standardwebhooks.com.

export type WebhookSettings = {
  url: string
  /** One or more `whsec_…`: each of them signs, so that a secret can be replaced without an interruption. */
  secrets: string[]
  /** Whether the server may have a private IP address, and plain http. */
  allowPrivate: boolean
}

export type WebhookMessage = { id: string; body: string }

/** `gone`: the server wants no more messages; `failed`: try again later. */
export type WebhookOutcome = 'delivered' | 'gone' | 'failed'

const TIMEOUT_MS = 10_000

/** No redirects are followed: undici's `request` returns them, and they count as failed. */
const guarded = new Agent({ connect: { lookup: lookupPublic, timeout: 5_000 } })
const open = new Agent({ connect: { timeout: 5_000 } })

/** Whether the settings allow connections to this URL. A name is checked again when it is resolved. */
export function isAllowedWebhook({ url, allowPrivate }: Pick<WebhookSettings, 'url' | 'allowPrivate'>): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return false
  if (allowPrivate) return protocol === 'https:' || protocol === 'http:'
  return protocol === 'https:' && isPublicHost(hostname)
}

/** Sends one message. Never throws; why it failed is logged without the URL, which may hold a secret. */
export async function sendWebhook(
  { id, body }: WebhookMessage,
  settings: WebhookSettings,
  log: (line: string) => void,
): Promise<WebhookOutcome> {
  if (!isAllowedWebhook(settings)) return 'failed'
  const timestamp = Math.floor(Date.now() / 1000)
  try {
    const response = await request(settings.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Salama-Webhook',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures(settings.secrets, `${id}.${timestamp}.${body}`),
      },
      body,
      dispatcher: settings.allowPrivate ? open : guarded,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // Its content is not needed, and may be endless: 128 kB are read at most.
    await response.body.dump()
    if (response.statusCode >= 200 && response.statusCode < 300) return 'delivered'
    log(`A webhook was answered with ${response.statusCode}`)
    return response.statusCode === 410 ? 'gone' : 'failed'
  } catch (error) {
    log(`A webhook was not sent: ${Object(error).code ?? Object(error).name}`)
    return 'failed'
  }
}

const signatures = (secrets: readonly string[], content: string): string =>
  secrets
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
    .join(' ')
