import { z } from 'zod'
import { fromCityTime } from '../shared/city.ts'
import { operation } from '../shared/operation.ts'
import {
  byId,
  FormQuery,
  Instant,
  NamedVehicle,
  orNull,
  queryNumber,
  RequestInstant,
  RouteRef,
  Text,
  VehicleRef,
} from '../shared/shapes.ts'
import { VehicleParams } from '../vehicles/contract.ts'

/** Tags of a rating by sentiment; a test compares them with the database's table. */
export const GOOD_TAGS = ['safe_driving', 'courteous', 'clean', 'on_time', 'fair_fare'] as const
export const BAD_TAGS = ['reckless', 'overloaded', 'rude', 'dirty', 'late', 'overcharged', 'loud'] as const

export const FeedbackTag = z
  .enum([...GOOD_TAGS, ...BAD_TAGS])
  .meta({ id: 'FeedbackTag', description: 'What a rider can say of a ride with a tap.' })

export const Sentiment = z
  .enum(['positive', 'neutral', 'negative'])
  .meta({ id: 'Sentiment', description: '4 and 5 stars are positive, 3 neutral, 1 and 2 negative.' })

const Stars = z.int().min(1).max(5)

/** Most characters in a comment. */
export const COMMENT_MAX = 1_000

export const FeedbackBody = z
  .strictObject({
    id: z.uuidv4().meta({ description: 'Made by the client (UUIDv4). Send the same again to retry safely.' }),
    vehicle: NamedVehicle,
    stars: Stars,
    tags: z.array(FeedbackTag).max(FeedbackTag.options.length).default([]),
    comment: Text.trim()
      .min(1)
      .max(COMMENT_MAX)
      .optional()
      .meta({ description: 'Never public. Only a reviewer reads it, and only where one has to.' }),
    rodeAt: RequestInstant.optional().meta({ description: 'Within the last 30 days. Left out: now.' }),
    routeId: z.uuid().optional(),
  })
  .meta({ id: 'FeedbackBody', description: 'One rider’s rating of one ride.' })

export const Feedback = z
  .object({
    id: z.uuid(),
    vehicle: VehicleRef,
    route: orNull(RouteRef),
    stars: Stars,
    sentiment: Sentiment,
    tags: z.array(FeedbackTag),
    comment: z.string().nullable(),
    rodeAt: Instant,
    receivedAt: Instant,
  })
  .meta({ id: 'Feedback', description: 'What one rider said of one ride. Only they can read it.' })

export const FeedbackReceived = Feedback.extend({
  repeated: z.boolean().meta({ description: 'This id had arrived before; nothing was changed.' }),
}).meta({ id: 'FeedbackReceived', description: 'The feedback as it is stored.' })

const exampleFeedback = {
  id: '3d6f1c9a-5b7e-4a80-9c41-2f8e0b7d6a15',
  vehicle: {
    id: '0c000000-0000-4000-8000-000000000001',
    publicCode: 'V-7K3M9QXR',
    plate: 'KZZ 101D',
    fleetName: 'Kifaru 12',
  },
  route: null,
  stars: 4,
  sentiment: 'positive' as const,
  tags: ['courteous' as const, 'on_time' as const],
  comment: 'The conductor helped an old man to his seat.',
  rodeAt: '2026-11-20T06:10:00Z',
  receivedAt: '2026-11-20T06:52:04Z',
}

export const submitRideFeedback = operation({
  name: 'submitRideFeedback',
  method: 'post',
  path: '/api/v1/feedback',
  rpc: 'submit_ride_feedback',
  tag: 'Feedback',
  summary: 'Rate a ride',
  description:
    'Takes what one rider says of one ride: stars, tags, a comment that is never shown to the public. One per rider, vehicle and two hours. The client makes the id, so a phone on a bad line can send it again until it hears back: the same id with the same content answers 200 with what is stored, with other content 409.',
  access: 'user',
  body: FeedbackBody,
  reply: FeedbackReceived,
  status: 201,
  errors: ['id_reused', 'already_rated', 'unknown_vehicle', 'rate_limited'],
  cache: 'no-store',
  examples: {
    body: {
      id: exampleFeedback.id,
      vehicle: { identifier: 'V-7K3M9QXR' },
      stars: 4,
      tags: ['courteous', 'on_time'],
      comment: exampleFeedback.comment,
      rodeAt: '2026-11-20T09:10:00+03:00',
    },
    reply: { ...exampleFeedback, repeated: false },
  },
})

/** A form field sends a time without an offset; it is in the time of the city. */
const withOffset = (raw: unknown) => {
  const at = typeof raw === 'string' && raw.includes('T') ? fromCityTime(raw) : null
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : raw
}

/** The tags that a form shows for a number of stars: praise from three on, complaints up to three. */
const isShownFor = (stars: number, tag: z.infer<typeof FeedbackTag>) =>
  GOOD_TAGS.some((good) => good === tag) ? stars >= 3 : stars <= 3

/**
 * In a form every value is a string, and a single tag is not an array. Tags that were chosen before the stars changed
 * are hidden, but sent: they are left out.
 */
const FeedbackForm = FeedbackBody.extend({
  stars: queryNumber(Stars),
  tags: z.preprocess((raw) => (typeof raw === 'string' ? [raw] : raw), FeedbackBody.shape.tags),
  rodeAt: z.preprocess(withOffset, RequestInstant).optional(),
}).transform((sent) => ({ ...sent, tags: sent.tags.filter((tag) => isShownFor(sent.stars, tag)) }))

/** The rider app's own route, which also accepts a plain HTML form. */
export const submitRideFeedbackForm = operation({
  ...submitRideFeedback,
  path: '/rate/submit',
  query: FormQuery,
  body: FeedbackForm,
  acceptsForm: true,
})

export const getRideFeedback = operation({
  name: 'getRideFeedback',
  method: 'get',
  path: '/api/v1/feedback/{id}',
  rpc: 'get_ride_feedback',
  tag: 'Feedback',
  summary: 'One of your own ratings',
  description: 'What you said of a ride, as it is stored. What others said is not to be had one by one.',
  access: 'user',
  params: byId('rating'),
  reply: Feedback,
  errors: ['not_found'],
  cache: 'no-store',
  examples: { params: { id: exampleFeedback.id }, reply: exampleFeedback },
})

const Share = z.number().min(0).max(1)

export const FeedbackSummary = z
  .object({
    windowDays: z.int(),
    tooFew: z.boolean().meta({
      description: 'Fewer than five riders. Then nothing else is told, not even how many there are.',
    }),
    riders: z.int().nullable().meta({ description: 'Riders counted, each once, with their latest ride.' }),
    average: z.number().min(1).max(5).nullable().meta({ description: 'Mean of their stars.' }),
    praiseShare: Share.nullable().meta({ description: 'Share of the riders with 4 or 5 stars.' }),
    interval: orNull(z.object({ low: Share, high: Share })).meta({
      description: 'Wilson score interval of `praiseShare` at 95 %. Compare vehicles by this, never by the bare share.',
    }),
    sentiment: orNull(z.object({ positive: z.int(), neutral: z.int(), negative: z.int() })).meta({
      description: 'How many riders were of each sentiment.',
    }),
    tags: z
      .array(z.object({ tag: FeedbackTag, polarity: z.enum(['good', 'bad']), riders: z.int().min(5) }))
      .meta({ description: 'Tags that at least five of the riders gave, most often given first.' }),
    asOf: Instant.nullable().meta({
      description:
        'What was in by then is counted. Figures are replaced once a day, and only when at least five riders came, went or changed their word, so that no two of them differ by one rider.',
    }),
    validUntil: Instant.meta({ description: 'The figures stay as they are until then.' }),
  })
  .meta({
    id: 'FeedbackSummary',
    description: 'What the ratings of a vehicle’s riders add up to, from five riders on.',
  })

export const getVehicleFeedback = operation({
  name: 'getVehicleFeedback',
  method: 'get',
  path: '/api/v1/vehicles/{identifier}/feedback-summary',
  rpc: 'get_vehicle_feedback',
  tag: 'Feedback',
  summary: 'What riders say of a vehicle',
  description:
    'The ratings of the last 90 days as figures, where at least five riders are behind them. Each rider weighs once, with their latest ride. Counted once a day; an API key cannot read it.',
  access: 'user',
  params: VehicleParams,
  reply: FeedbackSummary,
  errors: ['not_found'],
  cache: { maxAgeS: 300 },
  examples: {
    params: { identifier: 'V-7K3M9QXR' },
    reply: {
      windowDays: 90,
      tooFew: false,
      riders: 12,
      average: 3.8,
      praiseShare: 0.67,
      interval: { low: 0.391, high: 0.862 },
      sentiment: { positive: 8, neutral: 1, negative: 3 },
      tags: [{ tag: 'on_time', polarity: 'good', riders: 7 }],
      asOf: '2026-11-20T00:00:00Z',
      validUntil: '2026-11-21T00:00:00Z',
    },
  },
})
