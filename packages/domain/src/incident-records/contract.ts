import { z } from 'zod'
import { PersonRef } from '../accounts/contract.ts'
import { exampleReport, IncidentBeside, incidentMembers, ReportView } from '../review-subjects/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forReviewers, operation } from '../shared/operation.ts'
import { byId, Instant, orNull, Reason, Version } from '../shared/shapes.ts'

const Why = Reason.describe('The reason, stored in the audit log. Not public.')

const Seen = Version.min(1).describe('The version that you saw.')

export const IncidentEvent = z
  .object({
    at: Instant,
    kind: z.string().describe('`opened`, `joined`, `left`, `merged`, `split` …'),
    actor: orNull(PersonRef).describe('The admin who did it; null if caused by reports, votes or time.'),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'IncidentEvent' })

export const IncidentRecord = IncidentBeside.omit({ distanceM: true })
  .extend({
    ...incidentMembers,
    version: incidentMembers.version.describe('Send it with a change.'),
    vehicle: IncidentBeside.shape.vehicle.describe(
      'The vehicle that its reports share or a reviewer set; it may not be public.',
    ),
    reports: z.array(ReportView).describe('Its reports as reviewers see them, oldest first, without their authors.'),
    goneReason: z.string().nullable().describe('If merged or retracted: the reason code of its 410 response.'),
    mergedInto: z.uuid().nullable(),
    splitUntil: Instant.nullable().describe(
      'If merged: until when the merge can be undone, seven days after it; otherwise null.',
    ),
    restoreUntil: Instant.nullable().describe(
      'If retracted by an admin: until when it can be restored, seven days after it; otherwise null.',
    ),
    absorbed: z
      .array(z.object({ id: z.uuid(), mergedAt: Instant, splitUntil: Instant.nullable() }))
      .describe('Incidents merged into this one.'),
    own: z.boolean().describe('True if you reported it or voted on it, so that someone else has to act.'),
    can: z
      .object({ merge: z.boolean(), split: z.boolean(), retract: z.boolean(), restore: z.boolean() })
      .describe('The actions currently available to you.'),
    history: z.array(IncidentEvent).describe('Oldest first.'),
  })
  .meta({ id: 'IncidentRecord', description: 'An incident with all details for reviewers.' })

export const MergeBody = z
  .strictObject({
    into: z.uuid().describe('The incident to keep.'),
    version: Seen,
    intoVersion: Version.min(1).describe('The version that you saw of the incident to keep.'),
    reason: Why,
  })
  .meta({ id: 'MergeBody' })

export const SplitBody = z.strictObject({ version: Seen, reason: Why }).meta({ id: 'SplitBody' })

export const RestoreBody = z.strictObject({ version: Seen, reason: Why }).meta({ id: 'RestoreBody' })

export const RetractBody = z.strictObject({ version: Seen, reason: Why }).meta({ id: 'RetractBody' })

const none = { all: 0, independent: 0 }

const exampleAdmin = { id: '0a000000-0000-4000-8000-000000000004', email: 'dalmas@salama.test', displayName: null }

export const exampleRecord = {
  id: '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c55',
  category: 'crash',
  visibility: 'public',
  lifecycle: 'active',
  corroboration: 'unverified',
  place: { ...EXAMPLE.place },
  placeName: EXAMPLE.stop,
  firstSeenAt: '2026-11-20T06:40:00Z',
  lastSeenAt: '2026-11-20T06:52:00Z',
  expiresAt: '2026-11-20T10:52:00Z',
  vehicle: null,
  reports: [{ ...exampleReport, category: 'crash', injury: 'none', state: 'linked', note: 'A bus and a car.' }],
  votes: { confirm: none, deny: none, over: none },
  version: 2,
  goneReason: null,
  mergedInto: null,
  splitUntil: null,
  restoreUntil: null,
  absorbed: [],
  own: false,
  can: { merge: true, split: false, retract: true, restore: false },
  history: [{ at: '2026-11-20T06:40:02Z', kind: 'opened', actor: null, detail: {} }],
} as const

const OTHER = 'd9a5c1de-07c9-4f0b-8a8f-51a5d0f2c1b7'

const merged = {
  at: '2026-11-20T07:00:00Z',
  kind: 'merged',
  actor: exampleAdmin,
  detail: { reason: 'merged', into: OTHER },
}

export const getIncidentRecord = operation({
  name: 'getIncidentRecord',
  method: 'get',
  path: '/api/v1/admin/incidents/{id}',
  ...forReviewers,
  summary: 'Get an incident with its reports',
  description:
    'Returns all details of an incident for reviewers, including one that is merged, retracted or not public yet. Reporters and voters are never included. For a sensitive incident the times of reports and of its history are rounded to the full hour.',
  params: byId('incident'),
  reply: IncidentRecord,
  errors: ['not_found'],
  examples: { params: { id: exampleRecord.id }, reply: exampleRecord },
})

export const mergeIncident = operation({
  name: 'mergeIncident',
  method: 'post',
  path: '/api/v1/admin/incidents/{id}/merge',
  ...forReviewers,
  summary: 'Merge an incident into another one',
  description:
    'Moves the reports of this incident to the other one, which must have the same category and visibility; this id then returns 410 with the other’s id. Can be undone for seven days. Requires both versions that you saw, and an admin who neither reported nor voted on either. Repeating the request returns the original result.',
  params: byId('incident'),
  body: MergeBody,
  reply: IncidentRecord,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  examples: {
    params: { id: exampleRecord.id },
    body: { into: OTHER, version: 2, intoVersion: 3, reason: 'The same crash, told from both ends of the bridge.' },
    reply: {
      ...exampleRecord,
      lifecycle: 'merged',
      version: 3,
      reports: [],
      goneReason: 'merged',
      mergedInto: OTHER,
      splitUntil: '2026-11-27T07:00:00Z',
      can: { merge: false, split: true, retract: false, restore: false },
      history: [...exampleRecord.history, merged],
    },
  },
})

export const splitIncident = operation({
  name: 'splitIncident',
  method: 'post',
  path: '/api/v1/admin/incidents/{id}/split',
  ...forReviewers,
  summary: 'Undo a merge',
  description:
    'Within seven days, separates a merged incident again: its reports return to it, its id is available again, and the other incident is recomputed from its remaining reports. Reports that joined the other since stay there. Later, or if the other was merged or retracted itself, or none of the reports is left, returns 409 `invalid_transition`.',
  params: byId('incident'),
  body: SplitBody,
  reply: IncidentRecord,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  examples: {
    params: { id: exampleRecord.id },
    body: { version: 3, reason: 'They were two crashes after all.' },
    reply: {
      ...exampleRecord,
      version: 5,
      history: [...exampleRecord.history, merged, { ...merged, kind: 'split', detail: { from: OTHER } }],
    },
  },
})

export const retractIncident = operation({
  name: 'retractIncident',
  method: 'post',
  path: '/api/v1/admin/incidents/{id}/retract',
  ...forReviewers,
  summary: 'Retract an incident',
  description:
    'Removes the incident from public view: its id returns 410 `retracted` immediately (a coarse one from the next full hour) until it is restored. Its reports do not change. A dispute about it is closed. Repeating the request returns the original result.',
  params: byId('incident'),
  body: RetractBody,
  reply: IncidentRecord,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  examples: {
    params: { id: exampleRecord.id },
    body: { version: 2, reason: 'A film was being made there.' },
    reply: {
      ...exampleRecord,
      lifecycle: 'retracted',
      version: 3,
      goneReason: 'retracted',
      restoreUntil: '2026-11-27T07:00:00Z',
      can: { merge: false, split: false, retract: false, restore: true },
      history: [
        ...exampleRecord.history,
        { at: '2026-11-20T07:00:00Z', kind: 'retracted', actor: exampleAdmin, detail: { reason: 'retracted' } },
      ],
    },
  },
})

export const restoreIncident = operation({
  name: 'restoreIncident',
  method: 'post',
  path: '/api/v1/admin/incidents/{id}/restore',
  ...forReviewers,
  summary: 'Undo a retraction',
  description:
    'Within seven days, publishes a retracted incident again under its own id, recomputed from its current reports; a dispute that was closed with it is reopened. A refuted incident is restored by undoing that decision. Later, or if no report is left, returns 409 `invalid_transition`. Repeating the request returns the original result.',
  params: byId('incident'),
  body: RestoreBody,
  reply: IncidentRecord,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  examples: {
    params: { id: exampleRecord.id },
    body: { version: 3, reason: 'It was another street where they filmed.' },
    reply: {
      ...exampleRecord,
      version: 5,
      history: [
        ...exampleRecord.history,
        { at: '2026-11-20T07:00:00Z', kind: 'retracted', actor: exampleAdmin, detail: { reason: 'retracted' } },
        { at: '2026-11-20T07:05:00Z', kind: 'restored', actor: exampleAdmin, detail: {} },
      ],
    },
  },
})
