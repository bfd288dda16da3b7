import { createHmac } from 'node:crypto'
import { isAllowedUrl, sendOutbound } from '@salama/http/outbound'
import { JobFailed } from '../task.ts'

// Signed messages to an HTTP server of the operator's choice, or of a key's owner: https://www.standardwebhooks.com.

export type WebhookSettings = {
  url: string
  /** One or more `whsec_…`: each of them signs, so that a secret can be replaced without an interruption. */
  secrets: string[]
  /** Whether the server may have a private IP address, and plain http. */
  allowPrivate: boolean
}

type WebhookMessage = { id: string; body: string }

const TIMEOUT_MS = 10_000

/**
 * Sends one message and returns the status of the response. Why it failed is told without the URL, which may hold a
 * secret.
 * @throws {JobFailed} no response
 */
export async function sendWebhook({ id, body }: WebhookMessage, settings: WebhookSettings): Promise<number> {
  if (!isAllowedUrl(settings.url, settings)) throw new JobFailed('the URL is not public, or not https')
  const timestamp = Math.floor(Date.now() / 1000)
  try {
    const response = await sendOutbound(settings.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Salama-Webhook',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures(settings.secrets, `${id}.${timestamp}.${body}`),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      allowPrivate: settings.allowPrivate,
    })
    // Its content is not needed, and may be endless: 128 kB are read at most.
    await response.body.dump()
    return response.statusCode
  } catch (error) {
    throw new JobFailed(`the webhook did not answer: ${Object(error).code ?? Object(error).name}`, { cause: error })
  }
}

const signatures = (secrets: readonly string[], content: string): string =>
  secrets
    .map((secret) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`)
    .join(' ')
