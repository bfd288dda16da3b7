import { z } from 'zod'
import { exampleEntry, ReviewDecision, ReviewEntry } from '../review-entries/contract.ts'
import { MAX_PREVIEWED } from '../shared/choices.ts'
import { forReviewers, operation } from '../shared/operation.ts'
import { orNull, Version } from '../shared/shapes.ts'
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
}

const BulkBody = z
  .strictObject({
    entries: z
      .array(z.strictObject({ entryId: z.uuid(), version: Version.min(1) }))
      .min(1)
      .max(MAX_PREVIEWED),
    decision: ReviewDecision.extract(['approved', 'changes_requested', 'rejected', 'escalated']),
    reasonCode: ReasonCode,
    note: Note,
  })
  .meta({ id: 'BulkReviewBody' })

const ODD_WORDS =
  'An entry with `oddities` returns `needs_own_review`, unless it is escalated, because it must be reviewed individually.'

export const previewReviewDecisions = operation({
  name: 'previewReviewDecisions',
  method: 'post',
  path: '/api/v1/admin/review/preview',
  ...forReviewers,
  summary: 'Preview review decisions',
  description: `Returns the expected result of one decision for each of up to 50 entries: the resulting state of its subject, or the error code. Nothing is changed. ${ODD_WORDS}`,
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
  description: `Applies one decision to each of up to 50 entries of any kind. Each entry is processed independently: an error for one (\`problem\`) does not affect the others; \`unavailable\` can be retried. ${ODD_WORDS} Repeating the request returns the original results. Each decision can be undone individually.`,
  body: BulkBody,
  reply: z.object({ data: z.array(BulkOutcome) }),
  examples: {
    body: { entries: [{ entryId: exampleEntry.id, version: 1 }], decision: 'rejected', reasonCode: 'not_transport' },
    reply: { data: [{ ...exampleOutcome, entry: exampleDecided }] },
  },
})
