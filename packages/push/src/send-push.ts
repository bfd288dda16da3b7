import { sendOutbound } from '@salama/http/outbound'
import webPush from 'web-push'
import { isAllowedEndpoint, isTestEndpoint } from './endpoint.ts'
import { type PushSettings, pushSettings } from './env.ts'

// Sends Web Push messages (RFC 8030): the payload is encrypted for the browser (RFC 8291), so the push service sees its
// size and nothing of it, and the request is signed with our key (RFC 8292). Used by any app that has alerts.

export type Subscription = { endpoint: string; p256dh: string; auth: string }

/** A notification, which replaces one of the same tag. A `proof` is returned by the browser: it receives messages. */
export type Message = { title: string; body: string; url: string; tag: string; proof?: string }

/** `gone`: the browser has unsubscribed, so forget the endpoint; `failed`: try again later. */
export type Sent = 'sent' | 'gone' | 'failed'

/** A message older than an hour is no news. */
const TTL_S = 3600
const TIMEOUT_MS = 10_000

/** Sends a message. Never throws; an endpoint that is not allowed counts as gone. */
export async function sendPush(
  { endpoint, p256dh, auth }: Subscription,
  message: Message,
  settings: PushSettings = pushSettings(),
): Promise<Sent> {
  const { vapid, testOrigin } = settings
  if (vapid === null) return 'failed'
  if (!isAllowedEndpoint(endpoint, settings)) return 'gone'
  try {
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      { vapidDetails: vapid, TTL: TTL_S, urgency: 'normal', topic: message.tag.replaceAll('-', '').slice(0, 32) },
    )
    const response = await sendOutbound(endpoint, {
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body,
      timeoutMs: TIMEOUT_MS,
      allowPrivate: isTestEndpoint(endpoint, testOrigin),
    })
    await response.body.dump()
    if (response.statusCode === 404 || response.statusCode === 410) return 'gone'
    return response.statusCode >= 200 && response.statusCode < 300 ? 'sent' : 'failed'
  } catch {
    return 'failed'
  }
}
