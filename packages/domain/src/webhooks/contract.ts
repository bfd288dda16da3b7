import { z } from 'zod'
import { Category, exampleIncident } from '../incidents/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { WEBHOOK_RULES } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import { byId, CorridorRef, Instant, Nothing, OfIdOrSlug, orNull, RouteRef } from '../shared/shapes.ts'

// Changes of incidents, sent to a server of a key's owner, signed as https://www.standardwebhooks.com says.

const BoxSides = z
  .tuple([
    z.number().min(-180).max(180),
    z.number().min(-90).max(90),
    z.number().min(-180).max(180),
    z.number().min(-90).max(90),
  ])
  .meta({
    description: '`[minLng, minLat, maxLng, maxLat]` as in GeoJSON, each side at most two degrees.',
    items: { type: 'number' }, // a tuple has none, and some generators need one
  })

const Delivery = z
  .object({
    id: z.uuid().describe('The `webhook-id` of its messages begins with it; one for each change.'),
    incidentId: z.uuid().nullable().describe('Null: a test.'),
    createdAt: Instant.describe('When the change was first to be sent.'),
    attempts: z.int().describe('How often it was tried.'),
    attemptedAt: Instant.nullable().describe('When it was last tried.'),
    deliveredAt: Instant.nullable(),
    tookMs: z.int().nullable().describe('How long your server took.'),
    error: z.string().nullable().describe('Why the last attempt failed.'),
    nextAt: Instant.nullable().describe('When it is tried next. Null: no more.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'A message to a webhook: a change of an incident, or a test.' })

export const Webhook = z
  .object({
    id: z.uuid(),
    keyId: z.uuid().describe('The API key that it belongs to. It moves to the replacement of a key.'),
    url: z.string().describe('Where messages are sent.'),
    categories: z.array(Category).nullable().describe('Null: all.'),
    corridor: orNull(CorridorRef),
    route: orNull(RouteRef),
    bbox: BoxSides.nullable(),
    state: z.enum(['active', 'disabled']),
    createdAt: Instant,
    failingSince: Instant.nullable().describe('Since when no attempt succeeds.'),
    disabledAt: Instant.nullable().describe('When it was turned off, after a day of failures or a 410.'),
    secret: z.string().describe('Verifies the signature of messages: `whsec_` and base64 of 32 bytes.'),
    oldSecretUntil: Instant.nullable().describe('Until when messages are also signed with the secret before.'),
    deliveries: z.array(Delivery).describe('The last 20, the newest first. They are kept for 30 days.'),
  })
  .meta({ id: 'Webhook', description: 'Where changes of incidents are sent, and which.' })

export const WebhookBody = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .describe('A public https URL. Private addresses are refused, redirects are not followed.'),
    categories: z.array(Category).min(1).max(20).optional().describe('Only these. Without it all.'),
    corridorId: OfIdOrSlug.describe('Only on this corridor: its id or slug.'),
    routeId: OfIdOrSlug.describe('Only with this route in `routes`: its id or slug.'),
    bbox: BoxSides.optional(),
  })
  .meta({
    id: 'WebhookBody',
    description: 'Where to send changes of incidents. Every filter that is set has to match.',
  })

const example = {
  id: '6b1f4d0e-9a55-4d11-8a34-5f6f1d0e2c77',
  keyId: '3d0f7c5a-52f4-4f6b-9a5e-9f4c0f9d7b21',
  url: 'https://planner.example/hooks/salama',
  categories: [exampleIncident.category],
  corridor: null,
  route: null,
  bbox: null,
  state: 'active',
  createdAt: '2026-11-20T06:52:04Z',
  failingSince: null,
  disabledAt: null,
  secret: `whsec_${'A'.repeat(43)}=`,
  oldSecretUntil: null,
  deliveries: [
    {
      id: '0f0d6e0e-6a2f-4f1e-9f0f-0c1f0b6a7f53',
      incidentId: exampleIncident.id,
      createdAt: '2026-11-20T06:53:00Z',
      attempts: 1,
      attemptedAt: '2026-11-20T06:53:01Z',
      deliveredAt: '2026-11-20T06:53:01Z',
      tookMs: 91,
      error: null,
      nextAt: null,
    },
  ],
}

const shared = { tag: 'Webhooks', access: 'user' } as const
const ofOne = { ...shared, params: byId('webhook') } as const

export const listWebhooks = operation({
  ...shared,
  name: 'listWebhooks',
  method: 'get',
  path: '/api/v1/api-keys/{id}/webhooks',
  summary: 'List the webhooks of an API key',
  description: 'Returns the webhooks of one of your keys, each with its secret and its last deliveries.',
  params: byId('API key'),
  reply: z.object({ data: z.array(Webhook) }),
  errors: ['not_found'],
  examples: { params: { id: example.keyId }, reply: { data: [example] } },
})

export const setWebhook = operation({
  ...shared,
  name: 'setWebhook',
  method: 'post',
  path: '/api/v1/api-keys/{id}/webhooks',
  summary: 'Send changes of incidents to a URL',
  description: `Sends every change of \`/incidents/changes\` from now on that matches the filter, within seconds, as \`{"type": "incident.upsert", "timestamp": …, "data": …}\` (or \`incident.gone\`), where \`data\` is the entry of the feed as it is when it is sent. An incident that was sent once is sent on, also when it no longer matches. Messages are signed as in [Standard Webhooks](https://www.standardwebhooks.com); answer 2xx within 10 seconds. They can arrive twice and out of order: keep the highest \`version\` of each incident. What fails is tried again after 1, 2, 4, … minutes. After a day without success, or a 410, the webhook is disabled and you get a mail. The same URL again replaces the filter, keeps the secret, and enables it: then it gets what it missed in the last 30 days. A key needs the scope \`incidents:read\` and has at most ${WEBHOOK_RULES.most} webhooks.`,
  params: byId('API key'),
  body: WebhookBody,
  reply: Webhook,
  errors: ['not_found', 'invalid_transition', 'scope_missing', 'too_many_webhooks'],
  examples: {
    params: { id: example.keyId },
    body: { url: example.url, categories: example.categories, bbox: EXAMPLE.bbox.split(',').map(Number) },
    reply: example,
  },
})

export const deleteWebhook = operation({
  ...ofOne,
  name: 'deleteWebhook',
  method: 'delete',
  path: '/api/v1/webhooks/{id}',
  summary: 'Delete a webhook',
  description: 'Nothing more is sent. What was being sent may still arrive.',
  reply: Nothing,
  status: 204,
  errors: ['not_found'],
  examples: { params: { id: example.id }, reply: null },
})

export const rotateWebhookSecret = operation({
  ...ofOne,
  name: 'rotateWebhookSecret',
  method: 'post',
  path: '/api/v1/webhooks/{id}/secret',
  summary: 'Replace the secret of a webhook',
  description: `Returns the webhook with a new secret. For ${WEBHOOK_RULES.graceHours} hours messages are signed with both.`,
  reply: Webhook,
  errors: ['not_found'],
  examples: { params: { id: example.id }, reply: example },
})

export const sendWebhook = operation({
  ...ofOne,
  name: 'sendWebhook',
  method: 'post',
  path: '/api/v1/webhooks/{id}/deliveries',
  summary: 'Send a test, or a message again',
  description:
    'Sends `{"type": "test", …}` once, also to a disabled webhook; with `deliveryId` what that delivery is about, as it is now. The result is in `deliveries` after a few seconds.',
  body: z
    .strictObject({ deliveryId: z.uuid().optional().describe('What to send again. Without it: a test.') })
    .meta({ id: 'WebhookSendBody', description: 'What to send.' }),
  reply: Webhook,
  errors: ['not_found', 'rate_limited'],
  examples: { params: { id: example.id }, body: {}, reply: example },
})
