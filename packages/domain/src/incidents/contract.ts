import { z } from 'zod'
import { CATEGORY_CODES } from '../shared/categories.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { RADIUS_M } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import {
  byId,
  CorridorRef,
  FormQuery,
  Instant,
  idList,
  Latitude,
  Location,
  Longitude,
  orNull,
  Page,
  PageQuery,
  Point,
  queryNumber,
  RouteRef,
  StopRef,
  VehicleRef,
} from '../shared/shapes.ts'
import { AffectedRoute, exampleRoutes, exampleStops } from './transit-contract.ts'

/** What riders report: one row each of CATEGORIES. */
export const Category = z.enum(CATEGORY_CODES).meta({ id: 'Category', description: 'The category of a report.' })
export type Category = z.infer<typeof Category>

export const Lifecycle = z
  .enum(['active', 'resolved', 'expired', 'archived'])
  .meta({ id: 'Lifecycle', description: 'The status of the incident over time.' })

export const Corroboration = z.enum(['unverified', 'corroborated', 'verified', 'disputed']).meta({
  id: 'Corroboration',
  description:
    'Confidence. `corroborated`: reported by two accounts on two devices, more than a minute apart, at least one of them known for a day; or a reviewer accepted a photo. `verified`: confirmed by a reviewer.',
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
      .describe('Number of distinct reporters whose reports count. Null until they are reviewed.'),
    confirms: z
      .int()
      .nullable()
      .describe('Riders who confirm it, with or without an account. They do not corroborate it. Null when coarse.'),
    firstSeenAt: Instant,
    lastSeenAt: Instant,
    expiresAt: Instant,
    place: Point,
    placeName: z.string().nullable().describe('The nearest stop, for `point` only.'),
    areaName: z
      .string()
      .nullable()
      .optional()
      .describe(
        'The part of the city or the best known stop of the grid cell, for `coarse` only: it happened somewhere around it.',
      ),
    precision: z
      .enum(['point', 'coarse'])
      .describe('`coarse`: the place is the centre of a grid cell of about 1 km, and times are full hours.'),
    corridor: orNull(CorridorRef),
    stops: z
      .array(StopRef)
      .optional()
      .describe(
        'Up to ten stops within the accuracy of the place (60 to 200 m), nearest first. Empty when coarse or less accurate; missing on incidents that ended before this field was added.',
      ),
    routes: z
      .array(AffectedRoute)
      .optional()
      .describe(
        'The routes whose line or stops are within the accuracy of the place. Of a coarse incident those of its whole cell, if they are at most 40. Missing like `stops`.',
      ),
    vehicle: orNull(VehicleRef).describe(
      'Included only when the incident is corroborated or verified, and never when coarse.',
    ),
  })
  .meta({ id: 'Incident', description: 'Public events derived from one or more reports.' })
export type Incident = z.infer<typeof Incident>

/** A rider's vote on a live incident. */
export const Vote = z.enum(['confirm', 'deny', 'over']).meta({
  id: 'Vote',
  description: '`confirm`: it is there. `deny`: it is not there, or not true. `over`: it was there, but is over.',
})
export type Vote = z.infer<typeof Vote>

/** A single incident: with the vote of the caller for a user, without for an API key. */
export const IncidentDetail = Incident.extend({
  myVote: orNull(Vote).optional().describe('The caller’s own vote. Only in responses to a user, never to an API key.'),
}).meta({ id: 'IncidentDetail', description: 'An incident, with the caller’s own vote on it.' })
export type IncidentDetail = z.infer<typeof IncidentDetail>

export const NearbyIncident = Incident.extend({
  distanceM: z.int().describe('Distance from the requested place in metres.'),
}).meta({ id: 'NearbyIncident', description: 'An incident with its distance from the requested place.' })
export type NearbyIncident = z.infer<typeof NearbyIncident>

const exampleCorridor = { id: '5b0d1a4e-3f7b-5d1c-9d55-0d8c8f6a2b11', slug: EXAMPLE.roadSlug, name: EXAMPLE.road }
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
  place: { ...EXAMPLE.place },
  placeName: EXAMPLE.stop,
  areaName: null,
  precision: 'point',
  corridor: exampleCorridor,
  stops: exampleStops,
  routes: exampleRoutes,
  vehicle: null,
} as const
const exampleLocation = { inServiceArea: true, serviceArea: EXAMPLE.city, corridor: exampleCorridor, distanceM: 42 }

const CategoryFilter = Category.optional().describe('Filter by category.')

export const listNearbyIncidents = operation({
  name: 'listNearbyIncidents',
  method: 'get',
  path: '/api/v1/incidents/nearby',
  rpc: 'get_incident_feed_nearby',
  tag: 'Incidents',
  summary: 'List incidents near a place',
  description:
    'Returns live incidents within a radius, nearest first. The response also says whether the place is in the service area, and names its corridor.',
  access: { scope: 'incidents:read' },
  query: PageQuery.extend({
    lat: queryNumber(Latitude),
    lng: queryNumber(Longitude),
    radiusM: queryNumber(z.int().min(RADIUS_M.least).max(RADIUS_M.most))
      .default(RADIUS_M.usual)
      .describe('Radius in metres, at most 25,000.'),
    category: CategoryFilter,
  }),
  geoJson: {},
  reply: z.object({ data: z.array(NearbyIncident), page: Page, asOf: Instant, location: Location }),
  cache: { maxAgeS: 5 },
  examples: {
    query: { ...EXAMPLE.place, radiusM: 2000 },
    reply: {
      data: [{ ...exampleIncident, distanceM: 42 }],
      page: { nextCursor: null },
      asOf: '2026-11-20T06:53:10Z',
      location: exampleLocation,
    },
  },
})

export const getIncident = operation({
  name: 'getIncident',
  method: 'get',
  path: '/api/v1/incidents/{id}',
  rpc: 'get_incident_feed_detail',
  tag: 'Incidents',
  summary: 'Get an incident',
  description:
    'Returns an incident that is or was public. A public id is never reused: a withdrawn or merged incident returns 410 with the reason, or the id that it was merged into.',
  access: { scope: 'incidents:read' },
  params: byId('incident'),
  geoJson: {},
  reply: IncidentDetail,
  errors: ['not_found', 'incident_gone'],
  cache: { maxAgeS: 5 },
  examples: { params: { id: exampleIncident.id }, reply: { ...exampleIncident, myVote: 'confirm' } },
})

export const IncidentStep = z.object({
  kind: z.enum(['first', 'reported', 'corroborated', 'verified', 'disputed', 'confirms', 'resolved', 'expired']),
  at: Instant.describe('To the minute; to the hour when coarse.'),
  count: z.int().nullable().describe('How many riders by then, for `reported` and `confirms`.'),
})
export type IncidentStep = z.infer<typeof IncidentStep>

export const getIncidentStory = operation({
  name: 'getIncidentStory',
  method: 'get',
  path: '/api/incidents/{id}/story',
  tag: 'Incidents',
  summary: 'Get what became known of an incident, and when',
  description: 'Returns the steps that its public fields tell, and the routes that stop within 200 m of a point.',
  access: 'public',
  params: byId('incident'),
  reply: z.object({ steps: z.array(IncidentStep), routes: z.array(RouteRef) }),
  cache: { maxAgeS: 5 },
  examples: {
    params: { id: exampleIncident.id },
    reply: { steps: [{ kind: 'first', at: '2026-11-20T06:40:00Z', count: null }], routes: [] },
  },
})

export const voteOnIncident = operation({
  name: 'voteOnIncident',
  method: 'put',
  path: '/api/v1/incidents/{id}/vote',
  rpc: 'vote_on_incident',
  acceptsDevice: true,
  tag: 'Incidents',
  summary: 'Vote on an incident',
  description:
    'One vote per rider and incident while it is live; send another to change it, or null to withdraw it. Three independent `deny` votes send the incident to a reviewer (`disputed`). Two independent `over` votes since its last report, if they outnumber `confirm`, end it. Votes are independent if they come from accounts known for at least a day, counting one per phone; all votes without an account together count as one. You cannot vote on an incident that you reported.',
  access: 'user',
  params: byId('incident'),
  body: z.strictObject({ vote: orNull(Vote) }),
  reply: IncidentDetail,
  errors: ['incident_own', 'not_found', 'invalid_transition', 'incident_gone'],
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
    'Like `PUT /api/v1/incidents/{id}/vote`, for the pages of the app. Without a sign-in the vote belongs to the device; a later vote with an account on the same device replaces it. Votes without an account count as confirmations, at most five per network, and cannot dispute or end an incident on their own.',
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
  acceptsDevice: true,
  tag: 'Incidents',
  summary: 'List your votes',
  description:
    'Returns your votes, or those of the device without a sign-in, on the listed incidents. Incidents without a vote are omitted.',
  access: 'public',
  query: z.object({ ids: idList('incident') }),
  reply: z.object({ data: z.array(z.object({ incidentId: z.uuid(), vote: Vote })), page: Page }),
  examples: {
    query: { ids: exampleIncident.id },
    reply: { data: [{ incidentId: exampleIncident.id, vote: 'confirm' }], page: { nextCursor: null } },
  },
})
