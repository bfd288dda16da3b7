import { z } from 'zod'
import { exampleIncident, Incident } from '../incidents/contract.ts'
import { OwnReport } from '../reports/own-contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { FOLLOW_RADIUS_M, IDENTIFIER_LENGTH } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import {
  byId,
  FormQuery,
  Instant,
  Locale,
  OneLine,
  orNull,
  Page,
  PageQuery,
  Point,
  Secret,
  Text,
} from '../shared/shapes.ts'

/** What is followed: `name` is that of the corridor, route or place, the plate of a vehicle, and null for a report. */
export const Follow = z.object({
  id: z.uuid(),
  kind: z.enum(['corridor', 'route', 'vehicle', 'place', 'report']),
  targetId: z.uuid().nullable(),
  slug: z.string().nullable(),
  name: z.string().nullable(),
  place: orNull(Point),
  radiusM: z.int().nullable(),
})
export type Follow = z.infer<typeof Follow>

/** News for a follower: of an incident, as far as it is public now, or of their own report. Both null: it is gone. */
export const Alert = z.object({
  id: z.uuid(),
  at: Instant,
  isRead: z.boolean(),
  because: z.string().nullable(),
  incident: orNull(Incident),
  report: orNull(OwnReport.pick({ id: true, state: true })),
})
export type Alert = z.infer<typeof Alert>

const common = { tag: 'Alerts', acceptsDevice: true, location: null } as const
const exampleFollow = {
  id: '6f0f7f3e-2b7a-4b38-8f0e-54a1f5f7a001',
  kind: 'corridor',
  targetId: exampleIncident.corridor.id,
  slug: EXAMPLE.roadSlug,
  name: EXAMPLE.road,
  place: null,
  radiusM: null,
} as const

export const follow = operation({
  ...common,
  name: 'follow',
  method: 'post',
  path: '/api/follows',
  rpc: 'follow',
  spread: ['place'],
  summary: 'Follow a corridor, route, vehicle, place or your own report',
  description:
    'A corridor, route or vehicle by its `id`, a vehicle that nobody registered by its `plate`, a place as a circle with its name, a report by its `id` or receipt code. Repeating the request returns the existing follow.',
  access: 'device',
  body: z.strictObject({
    kind: Follow.shape.kind,
    id: z.uuid().optional(),
    plate: Text.min(3).max(IDENTIFIER_LENGTH.most).optional().describe('Of a vehicle that nobody registered.'),
    place: z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }).optional(),
    radiusM: z.int().min(FOLLOW_RADIUS_M.least).max(FOLLOW_RADIUS_M.most).optional(),
    name: OneLine.min(1).max(80).optional(),
    receiptCode: Text.min(1).max(80).optional(),
  }),
  reply: Follow,
  errors: ['not_found', 'too_many_follows', 'rate_limited'],
  examples: { body: { kind: 'corridor', id: exampleIncident.corridor.id }, reply: exampleFollow },
})

export const unfollow = operation({
  ...common,
  name: 'unfollow',
  method: 'delete',
  path: '/api/follows/{id}',
  rpc: 'unfollow',
  summary: 'Stop following',
  description: 'Idempotent.',
  access: 'device',
  params: byId('follow'),
  reply: z.object({ removed: z.literal(true), id: z.uuid() }),
  examples: { params: { id: exampleFollow.id }, reply: { removed: true, id: exampleFollow.id } },
})

/** The same as plain HTML forms, which work without scripts. */
export const submitFollowForm = operation({
  ...follow,
  name: 'submitFollowForm',
  path: '/follow',
  query: FormQuery,
  body: z.strictObject({
    kind: Follow.shape.kind,
    id: z.uuid().optional(),
    plate: Text.min(3).max(IDENTIFIER_LENGTH.most).optional(),
    receiptCode: Text.min(1).max(80).optional(),
  }),
  acceptsForm: true,
})

export const submitUnfollowForm = operation({
  ...unfollow,
  name: 'submitUnfollowForm',
  method: 'post',
  path: '/follow/{id}/stop',
  query: FormQuery,
  body: z.strictObject({}),
  acceptsForm: true,
  examples: { ...unfollow.examples, body: {} },
})

export const listFollows = operation({
  ...common,
  name: 'listFollows',
  method: 'get',
  path: '/api/follows',
  summary: 'List your follows, with the number of unread alerts',
  description: 'Returns those of the signed-in account, else those of the device.',
  access: 'public',
  reply: z.object({ data: z.array(Follow), unread: z.int() }),
  examples: { reply: { data: [exampleFollow], unread: 2 } },
})

export const listAlerts = operation({
  ...common,
  name: 'listAlerts',
  method: 'get',
  path: '/api/alerts',
  summary: 'List your alerts',
  description: 'Returns the alerts of the last 30 days, newest first.',
  access: 'public',
  query: PageQuery,
  reply: z.object({ data: z.array(Alert), page: Page }),
  examples: { reply: { data: [], page: { nextCursor: null } } },
})

export const readAlerts = operation({
  ...common,
  name: 'readAlerts',
  method: 'post',
  path: '/api/alerts/read',
  summary: 'Mark all alerts as read',
  description: 'Idempotent.',
  access: 'device',
  reply: z.object({ read: z.literal(true) }),
  examples: { reply: { read: true } },
})

/** The apps that send messages to browsers. */
export const AlertApp = z.enum(['rider', 'surveyor'])
export type AlertApp = z.infer<typeof AlertApp>

const Endpoint = z.url({ protocol: /^https?$/ }).max(1000)

export const subscribePush = operation({
  ...common,
  name: 'subscribePush',
  method: 'post',
  path: '/api/push/subscribe',
  spread: ['keys'],
  summary: 'Register a push subscription',
  description:
    'The body is the browser’s `PushSubscription.toJSON()`. Sending the same endpoint again replaces it. It gets one message, and others once it has answered that one. `app`: the app whose messages it receives; messages of the surveyor app require the role surveyor.',
  access: 'device',
  body: z.strictObject({
    endpoint: Endpoint,
    keys: z.strictObject({
      p256dh: z.string().regex(/^[\w-]{87}=?$/),
      auth: z.string().regex(/^[\w-]{22}={0,2}$/),
    }),
    locale: Locale,
    app: AlertApp.default('rider'),
  }),
  reply: z.object({ subscribed: z.literal(true) }),
  errors: ['role_required'],
  examples: {
    body: {
      endpoint: 'https://push.example/abc',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      locale: EXAMPLE.locale,
    },
    reply: { subscribed: true },
  },
})

export const provePush = operation({
  name: 'provePush',
  method: 'post',
  path: '/api/push/prove',
  tag: 'Alerts',
  location: null,
  summary: 'Answer the first message',
  description:
    'A browser returns what its first message carried, and gets others from then on. Idempotent; the same reply whatever there was.',
  access: 'public',
  body: z.strictObject({ proof: Secret }),
  reply: z.object({ proven: z.literal(true) }),
  examples: { body: { proof: '7K3M9QXR2H5V8N4P6T1W0Y3C5E' }, reply: { proven: true } },
})

export const unsubscribePush = operation({
  name: 'unsubscribePush',
  method: 'post',
  path: '/api/push/unsubscribe',
  tag: 'Alerts',
  location: null,
  summary: 'Remove a push subscription',
  description: 'Idempotent. Only the subscribed browser knows the endpoint.',
  access: 'public',
  body: z.strictObject({ endpoint: Endpoint }),
  reply: z.object({ removed: z.literal(true) }),
  examples: { body: { endpoint: 'https://push.example/abc' }, reply: { removed: true } },
})
