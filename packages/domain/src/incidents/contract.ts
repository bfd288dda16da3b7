import { z } from 'zod'
import { CATEGORY_CODES } from '../shared/categories.ts'
import { operation } from '../shared/operation.ts'
import {
  byId,
  CorridorRef,
  FormQuery,
  Instant,
  Latitude,
  Location,
  Longitude,
  orNull,
  Page,
  PageQuery,
  Point,
  queryNumber,
  VehicleRef,
} from '../shared/shapes.ts'

/** What riders report: one row each of CATEGORIES. */
export const Category = z.enum(CATEGORY_CODES).meta({ id: 'Category', description: 'What riders report.' })
export type Category = z.infer<typeof Category>

export const Lifecycle = z
  .enum(['active', 'resolved', 'expired', 'archived'])
  .meta({ id: 'Lifecycle', description: 'Where the incident is in time.' })

export const Corroboration = z.enum(['unverified', 'corroborated', 'verified', 'disputed']).meta({
  id: 'Corroboration',
  description:
    'How sure we are. `corroborated`: two accounts on two devices, over a minute apart, at least one of them known for a day; or a photo that a reviewer passed. `verified`: a reviewer decided so.',
})

/** Both as reviewers see them, including values that are not public. */
export const AnyLifecycle = z.enum([...Lifecycle.options, 'merged', 'retracted'])
export const AnyCorroboration = z.enum([...Corroboration.options, 'refuted'])

/** The public fields of an incident, which one or more reports have in common. */
export const Incident = z
  .object({
    id: z.uuid(),
    category: Category,
    lifecycle: Lifecycle,
    corroboration: Corroboration,
    reports: z
      .int()
      .nullable()
      .meta({ description: 'Different reporters whose reports count. Null while a person still has to look at them.' }),
    confirms: z.int().nullable().meta({
      description:
        'Riders who say that they see it too, with or without an account. They inform, they do not corroborate. Null when coarse.',
    }),
    firstSeenAt: Instant,
    lastSeenAt: Instant,
    expiresAt: Instant,
    place: Point,
    placeName: z.string().nullable().meta({ description: 'The nearest stage, for `point` only.' }),
    precision: z.enum(['point', 'coarse']).meta({
      description: '`coarse`: the place is the centre of a grid cell of about 1 km and every time is a full hour.',
    }),
    corridor: orNull(CorridorRef),
    vehicle: orNull(VehicleRef).meta({
      description: 'Named only once the incident is corroborated or verified, and never when coarse.',
    }),
  })
  .meta({ id: 'Incident', description: 'What several reports have in common, as far as it may be public.' })
export type Incident = z.infer<typeof Incident>

/** A rider's vote on a live incident. */
export const Vote = z.enum(['confirm', 'deny', 'over']).meta({
  id: 'Vote',
  description: '`confirm`: it is there. `deny`: it is not there, or not true. `over`: it was there and is gone.',
})
export type Vote = z.infer<typeof Vote>

/** A single incident: with the vote of the caller for a user, without for an API key. */
export const IncidentDetail = Incident.extend({
  myVote: orNull(Vote)
    .optional()
    .meta({ description: "The caller's own vote. Only in answers to a person, never in those to an API key." }),
}).meta({ id: 'IncidentDetail', description: 'An incident, with the caller’s own vote on it.' })
export type IncidentDetail = z.infer<typeof IncidentDetail>

export const NearbyIncident = Incident.extend({
  distanceM: z.int().meta({ description: 'Metres from the place that was asked for.' }),
}).meta({ id: 'NearbyIncident', description: 'An incident, with how far it is from the place that was asked for.' })
export type NearbyIncident = z.infer<typeof NearbyIncident>

const exampleCorridor = { id: '5b0d1a4e-3f7b-5d1c-9d55-0d8c8f6a2b11', slug: 'thika-road', name: 'Thika Road' }
export const exampleIncident = {
  id: '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c55',
  category: 'crash',
  lifecycle: 'active',
  corroboration: 'corroborated',
  reports: 4,
  confirms: 7,
  firstSeenAt: '2026-11-20T06:40:00Z',
  lastSeenAt: '2026-11-20T06:52:00Z',
  expiresAt: '2026-11-20T10:52:00Z',
  place: { lat: -1.2812, lng: 36.8226 },
  placeName: 'Koja',
  precision: 'point',
  corridor: exampleCorridor,
  vehicle: null,
} as const
const exampleLocation = { inServiceArea: true, serviceArea: 'Nairobi', corridor: exampleCorridor, distanceM: 42 }

const CategoryFilter = Category.optional().meta({ description: 'Only this category.' })

export const listNearbyIncidents = operation({
  name: 'listNearbyIncidents',
  method: 'get',
  path: '/api/v1/incidents/nearby',
  rpc: 'get_incident_feed_nearby',
  tag: 'Incidents',
  summary: 'Incidents near a place',
  description:
    'Live incidents within a radius, nearest first. The reply also says whether the place is covered and on which corridor it lies.',
  access: { scope: 'incidents:read' },
  query: PageQuery.extend({
    lat: queryNumber(Latitude),
    lng: queryNumber(Longitude),
    radiusM: queryNumber(z.int().min(50).max(25_000)).default(2_000).meta({ description: 'Metres, at most 25,000.' }),
    category: CategoryFilter,
  }),
  reply: z.object({ data: z.array(NearbyIncident), page: Page, asOf: Instant, location: Location }),
  errors: [],
  cache: { maxAgeS: 5 },
  isShared: true,
  examples: {
    query: { lat: -1.2812, lng: 36.8226, radiusM: 2000 },
    reply: {
      data: [{ ...exampleIncident, distanceM: 42 }],
      page: { nextCursor: null },
      asOf: '2026-11-20T06:53:10Z',
      location: exampleLocation,
    },
  },
})

/** The four sides of a box as RFC 7946 (GeoJSON) orders them. */
export const Box = z
  .string()
  .regex(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/, 'Four numbers: minLng,minLat,maxLng,maxLat')
  .transform((text) => {
    const [minLng = 0, minLat = 0, maxLng = 0, maxLat = 0] = text.split(',').map(Number)
    return { minLng, minLat, maxLng, maxLat }
  })
  .refine((b) => b.minLng < b.maxLng && b.minLat < b.maxLat, 'The first corner is south-west of the second.')
  .refine((b) => b.maxLng - b.minLng <= 0.5 && b.maxLat - b.minLat <= 0.5, 'A side is at most 0.5 degrees.')

export const listIncidents = operation({
  name: 'listIncidents',
  method: 'get',
  path: '/api/v1/incidents',
  tag: 'Incidents',
  summary: 'The latest incidents, everywhere or in a box',
  description: 'Live incidents, last seen first. With `bbox` only those inside the box, as a map asks for them.',
  access: { scope: 'incidents:read' },
  query: PageQuery.extend({
    bbox: Box.optional().meta({ description: '`minLng,minLat,maxLng,maxLat`, a side at most 0.5 degrees.' }),
    category: CategoryFilter,
  }),
  reply: z.object({ data: z.array(Incident), page: Page, asOf: Instant }),
  errors: [],
  cache: { maxAgeS: 5 },
  examples: {
    query: { bbox: '36.80,-1.30,36.85,-1.26' },
    reply: { data: [exampleIncident], page: { nextCursor: null }, asOf: '2026-11-20T06:53:10Z' },
  },
})

export const getIncident = operation({
  name: 'getIncident',
  method: 'get',
  path: '/api/v1/incidents/{id}',
  rpc: 'get_incident_feed_detail',
  tag: 'Incidents',
  summary: 'One incident',
  description:
    'An incident that is or was public. A public id is never deleted: one that was withdrawn or merged answers 410 with the reason, or the id that it went into.',
  access: { scope: 'incidents:read' },
  params: byId('incident'),
  reply: IncidentDetail,
  errors: ['not_found', 'incident_gone'],
  cache: { maxAgeS: 5 },
  examples: { params: { id: exampleIncident.id }, reply: { ...exampleIncident, myVote: 'confirm' } },
})

export const voteOnIncident = operation({
  name: 'voteOnIncident',
  method: 'put',
  path: '/api/v1/incidents/{id}/vote',
  rpc: 'vote_on_incident',
  acceptsDevice: true,
  tag: 'Incidents',
  summary: 'Say what you see of an incident',
  description:
    'One vote per rider and incident while it is live; send another to change it, null to withdraw it. Three independent `deny` put the incident before a reviewer (`disputed`); two independent `over`, and more of them than of `confirm`, since its last report end it. Independent are votes of accounts known for at least a day, those from one phone counted once; all votes without an account together weigh as one. You cannot vote on an incident that you know to be yours.',
  access: 'user',
  params: byId('incident'),
  body: z.strictObject({ vote: orNull(Vote) }),
  reply: IncidentDetail,
  errors: ['incident_own', 'not_found', 'invalid_transition', 'incident_gone'],
  cache: 'no-store',
  examples: {
    params: { id: exampleIncident.id },
    body: { vote: 'confirm' },
    reply: { ...exampleIncident, myVote: 'confirm' },
  },
})

/** The same on the app's own route, where the phone may vote without a signed-in user. */
export const voteWithoutAccount = operation({
  ...voteOnIncident,
  name: 'voteWithoutAccount',
  path: '/api/incidents/{id}/vote',
  summary: 'Vote on an incident, also without an account',
  description:
    'As `PUT /api/v1/incidents/{id}/vote`, for the pages of the app. Whoever is not signed in votes as this phone; when they sign in there and vote, that vote replaces it. Votes without an account count among the confirms, five of one network at most, and never dispute or end an incident by themselves.',
  access: 'device',
})

/** The same as a plain HTML form, which works without scripts; without `vote` it withdraws the vote. */
export const submitVoteForm = operation({
  ...voteWithoutAccount,
  name: 'submitVoteForm',
  method: 'post',
  path: '/vote/{id}',
  query: FormQuery,
  body: z.strictObject({ vote: Vote.optional() }).transform(({ vote }) => ({ vote: vote ?? null })),
  acceptsForm: true,
})

export const getReporterIncidentVotes = operation({
  name: 'getReporterIncidentVotes',
  method: 'get',
  path: '/api/incident-votes',
  rpc: 'get_reporter_incident_votes',
  acceptsDevice: true,
  tag: 'Incidents',
  summary: "The caller's own votes",
  description:
    'The votes of the caller, or of the phone where nobody is signed in, on the incidents of a list; those without a vote are left out.',
  access: 'public',
  query: z.object({
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.uuid()).min(1).max(100))
      .meta({ description: 'Up to 100 incident ids, with commas between them.' }),
  }),
  reply: z.object({ data: z.array(z.object({ incidentId: z.uuid(), vote: Vote })), page: Page }),
  errors: [],
  cache: 'no-store',
  examples: {
    query: { ids: exampleIncident.id },
    reply: { data: [{ incidentId: exampleIncident.id, vote: 'confirm' }], page: { nextCursor: null } },
  },
})
