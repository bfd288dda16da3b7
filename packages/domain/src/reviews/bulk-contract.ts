import { z } from 'zod'
import { exampleEntry, ReviewBatch, ReviewDecision, ReviewEntry } from '../review-entries/contract.ts'
import { MAX_BULK } from '../shared/choices.ts'
import { forReviewers, operation } from '../shared/operation.ts'
import { byId, orNull, Reason, Version } from '../shared/shapes.ts'
import { exampleDecided, Note, ReasonCode } from './decisions-contract.ts'

const Standing = z
  .object({
    state: z.string().describe('The state of the subject; for a dispute, the confidence in its incident.'),
    visibility: z.string().optional(),
    lifecycle: z.string().nullable().optional().describe('The lifecycle of the incident.'),
    incidentId: z.uuid().nullable().optional(),
    reports: z.int().optional().describe('Number of reports that count for the incident.'),
  })
  .meta({ id: 'SubjectStanding' })

export const ReviewPreview = z
  .object({
    entryId: z.uuid(),
    problem: z.string().nullable().describe('The error code, if the decision would be refused now.'),
    before: orNull(Standing),
    after: orNull(Standing),
    effects: z
      .array(z.string())
      .describe(
        'What the decision does, as codes: `vehicle_new`, `vehicle_seen` (no detail changes) or `vehicle_changed` with the details (`seats`, `sacco`, `fleet_name`, `routes`, `sticker`); `incident_new` or `incident_joined`, and `shown_now` if riders see it now; otherwise the state of the subject.',
      ),
  })
  .meta({ id: 'ReviewPreview', description: 'The expected result of a decision on one entry.' })

export type ReviewPreview = z.infer<typeof ReviewPreview>

const BulkOutcome = ReviewPreview.extend({
  problem: z.string().nullable().describe('The error code, if the decision was refused.'),
  entry: orNull(ReviewEntry).describe('Set once it is decided.'),
}).meta({ id: 'BulkOutcome', description: 'The result for one entry.' })

const exampleOutcome = {
  entryId: exampleEntry.id,
  problem: null,
  before: { state: 'in_review', visibility: 'coarse', lifecycle: null, incidentId: null, reports: 0 },
  after: { state: 'rejected', visibility: 'coarse', lifecycle: null, incidentId: null, reports: 0 },
  effects: ['rejected'],
}

const exampleBatch = {
  id: '3d1f7a52-8c0e-4b7e-9f55-0c1d2e3f4a5b',
  kind: 'report',
  decision: 'rejected',
  size: 1,
  standing: 1,
  undoUntil: '2026-11-21T07:02:00Z',
}

const BulkBody = z
  .strictObject({
    entries: z
      .array(
        z.strictObject({
          entryId: z.uuid(),
          version: Version.min(1),
          decision: ReviewDecision.extract(['approved', 'changes_requested', 'rejected'])
            .optional()
            .describe('A decision of its own, with its own reason and note.'),
          reasonCode: ReasonCode,
          note: Note,
        }),
      )
      .min(1)
      .max(MAX_BULK),
    decision: ReviewDecision.extract(['approved', 'changes_requested', 'rejected', 'escalated']),
    reasonCode: ReasonCode,
    note: Note,
  })
  .meta({ id: 'BulkReviewBody' })

const ODD_WORDS =
  'An entry with `oddities` returns `needs_own_review`, because it must be reviewed individually, unless it is escalated, or returned or rejected by a decision of its own.'

export const previewReviewDecisions = operation({
  name: 'previewReviewDecisions',
  method: 'post',
  path: '/api/v1/admin/review/preview',
  ...forReviewers,
  summary: 'Preview review decisions',
  description: `Returns the expected result of one decision for each of up to ${MAX_BULK} entries of one kind: the resulting state of its subject, or the error code. Nothing is changed. ${ODD_WORDS}`,
  body: BulkBody,
  reply: z.object({ data: z.array(ReviewPreview) }),
  examples: {
    body: { entries: [{ entryId: exampleEntry.id, version: 1 }], decision: 'rejected', reasonCode: 'not_transport' },
    reply: { data: [exampleOutcome] },
  },
})

export const submitReviewDecisions = operation({
  name: 'submitReviewDecisions',
  method: 'post',
  path: '/api/v1/admin/review/bulk',
  ...forReviewers,
  summary: 'Submit review decisions in bulk',
  description: `Applies one decision to up to ${MAX_BULK} entries of one kind, in one transaction. An error for one (\`problem\`) does not affect the others; \`unavailable\` can be retried. ${ODD_WORDS} Repeating the request returns the original results. The audit log has one event for all. Each decision can be undone individually, and all of them together: \`batch\`.`,
  body: BulkBody,
  reply: z.object({
    data: z.array(BulkOutcome),
    batch: orNull(ReviewBatch).describe('Null where nothing was decided.'),
  }),
  examples: {
    body: { entries: [{ entryId: exampleEntry.id, version: 1 }], decision: 'rejected', reasonCode: 'not_transport' },
    reply: { data: [{ ...exampleOutcome, entry: exampleDecided }], batch: exampleBatch },
  },
})

export const undoReviewBatch = operation({
  name: 'undoReviewBatch',
  method: 'post',
  path: '/api/v1/admin/review/batches/{id}/undo',
  ...forReviewers,
  summary: 'Undo a bulk decision',
  description:
    'Within 24 hours of a bulk decision, undoes all of its decisions that still stand, in one transaction with one event in the audit log. Those that cannot be undone are in `refused`, with the reasons of “Undo a decision”; repeating the request tries only these again. After 24 hours returns 409 `invalid_transition` with `because` `too_late`.',
  params: byId('bulk decision'),
  body: z
    .strictObject({ reason: Reason.describe('The reason, stored in the history of the entries and in the audit log.') })
    .meta({ id: 'BatchUndoBody' }),
  reply: ReviewBatch.extend({
    refused: z.array(z.object({ entryId: z.uuid(), because: z.string() })),
  }),
  errors: ['not_found', 'invalid_transition'],
  examples: {
    params: { id: exampleBatch.id },
    body: { reason: 'The plates were typed twice.' },
    reply: { ...exampleBatch, standing: 0, refused: [] },
  },
})
