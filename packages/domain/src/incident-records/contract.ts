import { z } from 'zod'
import { PersonRef } from '../accounts/contract.ts'
import { exampleReport, IncidentBeside, incidentMembers, ReportView } from '../review-subjects/contract.ts'
import { operation } from '../shared/operation.ts'
import { byId, Instant, orNull, Reason, Version } from '../shared/shapes.ts'

const ADMIN = { role: 'admin' } as const

const Why = Reason.meta({ description: 'Why. It is kept in the audit log, and not public.' })

const Seen = Version.min(1).meta({ description: 'The version that you were shown.' })

export const IncidentEvent = z
  .object({
    at: Instant,
    kind: z.string().meta({ description: '`opened`, `joined`, `left`, `merged`, `split` …' }),
    actor: orNull(PersonRef).meta({
      description: 'The admin who did it; null where it came of reports, votes or time.',
    }),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'IncidentEvent' })

export const IncidentRecord = IncidentBeside.omit({ distanceM: true })
  .extend({
    ...incidentMembers,
    version: incidentMembers.version.meta({ description: 'Send it with what you do.' }),
    vehicle: IncidentBeside.shape.vehicle.meta({
      description: 'The one that its reports share or a reviewer named; it may not be public.',
    }),
    reports: z.array(ReportView).meta({
      description: 'Every report in it as reviewers see them, oldest first. Never who sent one.',
    }),
    goneReason: z.string().nullable().meta({ description: 'Merged or retracted: the code that its 410 tells.' }),
    mergedInto: z.uuid().nullable(),
    splitUntil: Instant.nullable().meta({
      description: 'Merged: until when that can be undone, seven days after it was done. Null: not, or not any more.',
    }),
    restoreUntil: Instant.nullable().meta({
      description:
        'Retracted by an admin: until when that can be undone, seven days after. Null: not, or not any more.',
    }),
    absorbed: z
      .array(z.object({ id: z.uuid(), mergedAt: Instant, splitUntil: Instant.nullable() }))
      .meta({ description: 'Incidents that are part of this one now.' }),
    own: z.boolean().meta({ description: 'You reported it or voted on it, so somebody else has to act.' }),
    can: z
      .object({ merge: z.boolean(), split: z.boolean(), retract: z.boolean(), restore: z.boolean() })
      .meta({ description: 'What you could do with it now.' }),
    history: z.array(IncidentEvent).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'IncidentRecord', description: 'An incident with everything that reviewers may see, public or not.' })

export const MergeBody = z
  .strictObject({
    into: z.uuid().meta({ description: 'The incident that stays.' }),
    version: Seen,
    intoVersion: Version.min(1).meta({ description: 'The version of the incident that stays, as you were shown it.' }),
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
  place: { lat: -1.2812, lng: 36.8226 },
  placeName: 'Koja',
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
  rpc: 'get_incident_record',
  tag: 'Reviews',
  summary: 'An incident with its reports',
  description:
    'Everything that reviewers may see of an incident, also of one that is merged, retracted or not public yet. It never says who reported or voted. Of a sensitive one every time of a report, and of its history, is a full hour.',
  access: ADMIN,
  params: byId('incident'),
  reply: IncidentRecord,
  errors: ['not_found'],
  cache: 'no-store',
  examples: { params: { id: exampleRecord.id }, reply: exampleRecord },
})

export const mergeIncident = operation({
  name: 'mergeIncident',
  method: 'post',
  path: '/api/v1/admin/incidents/{id}/merge',
  rpc: 'merge_incident',
  tag: 'Reviews',
  summary: 'Make an incident part of another',
  description:
    'Two incidents were one: the reports of this one move into the other, of the same kind and visibility, and this id answers 410 with the other’s. It can be undone for seven days. It needs both versions that you were shown, and somebody who neither reported nor voted on either. The same merge sent again is answered with what it did.',
  access: ADMIN,
  params: byId('incident'),
  body: MergeBody,
  reply: IncidentRecord,
  status: 200,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  cache: 'no-store',
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
  rpc: 'split_incident',
  tag: 'Reviews',
  summary: 'Undo a merge',
  description:
    'A merged incident becomes one of its own again, within seven days: the reports that came from it go back to it, its id answers again, and the other is made again from the reports that are left. What joined the other since stays there. Later, or where the other is merged or retracted itself, or none of the reports is left: 409 `invalid_transition`.',
  access: ADMIN,
  params: byId('incident'),
  body: SplitBody,
  reply: IncidentRecord,
  status: 200,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  cache: 'no-store',
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
  rpc: 'retract_incident',
  tag: 'Reviews',
  summary: 'Take an incident back',
  description:
    'The incident should not be public: its id answers 410 `retracted` from now on (a coarse one from the next full hour), or until it is restored. Its reports stay as they are. A dispute about it is closed. The same sent again is answered with what it did.',
  access: ADMIN,
  params: byId('incident'),
  body: RetractBody,
  reply: IncidentRecord,
  status: 200,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  cache: 'no-store',
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
  rpc: 'restore_incident',
  tag: 'Reviews',
  summary: 'Undo a retraction',
  description:
    'A retracted incident is public again under its own id, within seven days, as its reports say now; a dispute that was closed with it is open again. One that was refuted comes back when that decision is undone. Later, or where no report is left: 409 `invalid_transition`. The same sent again is answered with what it did.',
  access: ADMIN,
  params: byId('incident'),
  body: RestoreBody,
  reply: IncidentRecord,
  status: 200,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  cache: 'no-store',
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
