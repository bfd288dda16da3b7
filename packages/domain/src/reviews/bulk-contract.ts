import { z } from 'zod'
import { exampleEntry, ReviewDecision, ReviewEntry } from '../review-entries/contract.ts'
import { MAX_PREVIEWED } from '../shared/choices.ts'
import { operation } from '../shared/operation.ts'
import { orNull, Version } from '../shared/shapes.ts'
import { exampleDecided, Note, ReasonCode } from './decisions-contract.ts'

const ADMIN = { role: 'admin' } as const

const Standing = z
  .object({
    state: z.string().meta({ description: 'Of the subject; of a dispute, how sure its incident is.' }),
    visibility: z.string().optional(),
    lifecycle: z.string().nullable().optional().meta({ description: 'Of the incident.' }),
    incidentId: z.uuid().nullable().optional(),
    reports: z.int().optional().meta({ description: 'Reports that count for the incident.' }),
  })
  .meta({ id: 'SubjectStanding' })

export const ReviewPreview = z
  .object({
    entryId: z.uuid(),
    problem: z.string().nullable().meta({ description: 'The code with which the decision would be refused now.' }),
    before: orNull(Standing),
    after: orNull(Standing),
  })
  .meta({ id: 'ReviewPreview', description: 'What a decision would do to one entry, if it were made now.' })

export type ReviewPreview = z.infer<typeof ReviewPreview>

const BulkOutcome = ReviewPreview.extend({
  problem: z.string().nullable().meta({ description: 'The code with which the decision was refused.' }),
  entry: orNull(ReviewEntry).meta({ description: 'Once it is decided.' }),
}).meta({ id: 'BulkOutcome', description: 'What became of one entry of several.' })

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
  'An entry with `oddities` is refused with `needs_own_review`, except to escalate it: somebody has to open it by itself.'

export const previewReviewDecisions = operation({
  name: 'previewReviewDecisions',
  method: 'post',
  path: '/api/v1/admin/review/preview',
  rpc: 'preview_review_decisions',
  tag: 'Reviews',
  summary: 'What a decision would do',
  description: `Says what one decision would do to each of up to 50 entries, by itself: where its subject would stand, or the code with which it would be refused. Nothing is changed. ${ODD_WORDS}`,
  access: ADMIN,
  body: BulkBody,
  reply: z.object({ data: z.array(ReviewPreview) }),
  errors: [],
  cache: 'no-store',
  examples: {
    body: { entries: [{ entryId: exampleEntry.id, version: 1 }], decision: 'rejected', reasonCode: 'not_transport' },
    reply: { data: [exampleOutcome] },
  },
})

export const submitReviewDecisions = operation({
  name: 'submitReviewDecisions',
  method: 'post',
  path: '/api/v1/admin/review/bulk',
  rpc: 'submit_review_decisions',
  tag: 'Reviews',
  summary: 'Decide on several entries',
  description: `Makes one decision on each of up to 50 entries of any kind. Each is decided by itself: what one is refused for, \`problem\`, does not stop the others; \`unavailable\` can be tried again. ${ODD_WORDS} The same request sent again is answered with what it did. Each decision can be undone by itself.`,
  access: ADMIN,
  body: BulkBody,
  reply: z.object({ data: z.array(BulkOutcome) }),
  status: 200,
  errors: [],
  cache: 'no-store',
  examples: {
    body: { entries: [{ entryId: exampleEntry.id, version: 1 }], decision: 'rejected', reasonCode: 'not_transport' },
    reply: { data: [{ ...exampleOutcome, entry: exampleDecided }] },
  },
})
