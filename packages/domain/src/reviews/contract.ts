import { z } from 'zod'
import { Category } from '../incidents/contract.ts'
import {
  exampleEntry,
  ReviewDecision,
  ReviewEntry,
  ReviewEntryDetail,
  ReviewKind,
  ReviewState,
} from '../review-entries/contract.ts'
import { exampleSubject } from '../review-subjects/contract.ts'
import { operation } from '../shared/operation.ts'
import { byId, Instant, orNull, Page, PageQuery, queryFlag, Reason, Text, Version } from '../shared/shapes.ts'

const ADMIN = { role: 'admin' } as const
/** In JSON notation: NUL and a lone surrogate, which PostgreSQL stores in no text. */
const UNSTORABLE = /\\u(0000|d[89a-f])/

const ReasonCode = Text.max(40).optional()
const Note = Text.trim().min(1).max(1000).optional()

const acceptsEdits = (decision: string, edits: object | undefined) =>
  decision === 'approved_with_edits' ? edits !== undefined : decision === 'changes_requested' || edits === undefined

export const ReviewBody = z
  .strictObject({
    entryId: z.uuid(),
    decision: ReviewDecision,
    version: Version.min(1).meta({ description: 'The version that you were shown.' }),
    reasonCode: ReasonCode.meta({ description: 'One of the `reasons` of the entry. Only an approval needs none.' }),
    note: Note.meta({
      description:
        'For colleagues, and for the author where the kind says so. With `changes_requested` of a report it is the question that the reporter is asked, and needed.',
    }),
    edits: z
      .record(z.string(), z.unknown())
      .refine((edits) => !UNSTORABLE.test(JSON.stringify(edits)), 'Not readable as text.')
      .optional()
      .meta({
        description:
          'With `approved_with_edits`: what to change, by field of the subject. With `changes_requested` of a collection entry: the facts to look at again, `{"facts": ["plate"]}`.',
      }),
    duplicateOf: z.uuid().optional().meta({ description: 'With `duplicate`: the subject that it repeats.' }),
  })
  .refine((body) => ['approved', 'approved_with_edits'].includes(body.decision) || body.reasonCode !== undefined, {
    path: ['reasonCode'],
    error: 'Anything but an approval needs a reason.',
  })
  .refine((body) => acceptsEdits(body.decision, body.edits), {
    path: ['edits'],
    error: 'Edits come with `approved_with_edits`, and may come with `changes_requested`.',
  })
  .refine((body) => (body.decision === 'duplicate') === (body.duplicateOf !== undefined), {
    path: ['duplicateOf'],
    error: 'What it repeats comes with `duplicate`, and only there.',
  })
  .meta({
    id: 'ReviewBody',
    description:
      'A decision. Any but an approval has a `reasonCode`; `edits` come with `approved_with_edits`, and may with `changes_requested`; `duplicateOf` comes with `duplicate` alone.',
  })

const exampleAdmin = { id: '0a000000-0000-4000-8000-000000000004', email: 'dalmas@salama.test', displayName: null }

export const listReviewQueue = operation({
  name: 'listReviewQueue',
  method: 'get',
  path: '/api/v1/admin/review-queue',
  rpc: 'list_review_queue',
  tag: 'Reviews',
  summary: 'List the review queue',
  description:
    'One queue for every kind. Without `state`, or with `open`: open entries, the next due first; an entry whose claim has expired is open. With `closed` or a decision: decided entries, the latest first. For sensitive subjects (not public as a point, or of a category that is always reviewed first) every time of the author is a full hour.',
  access: ADMIN,
  query: PageQuery.extend({
    kind: ReviewKind.optional(),
    state: z
      .enum(['open', 'closed', ...ReviewState.options])
      .default('open')
      .meta({ description: '`open`: open entries; `closed`: decided entries; or one state.' }),
    category: Category.optional().meta({ description: 'Reports of this kind, and disputes about them.' }),
    mine: queryFlag.meta({
      description: 'Only what you have claimed or are assigned to; of what is closed, what you decided.',
    }),
    unassigned: queryFlag.meta({ description: 'Only what nobody has claimed or is assigned to.' }),
    q: Text.trim()
      .min(2)
      .max(80)
      .optional()
      .meta({ description: 'What its note, plate, sacco or stage contains; of a field entry also its surveyor.' }),
    photos: queryFlag.meta({ description: 'Only with photos.' }),
    overdue: queryFlag.meta({ description: 'Only open and past due.' }),
    odd: queryFlag.meta({ description: 'Only with `oddities`.' }),
  }),
  reply: z.object({
    data: z.array(ReviewEntry),
    waiting: z
      .array(z.object({ kind: ReviewKind, open: z.int(), overdue: z.int() }))
      .meta({ description: 'How much waits in the whole queue, whatever was asked for.' }),
    matching: z.int().max(501).nullable().meta({
      description:
        'On the first page of open entries: how many fit what was asked for; 501 stands for more than 500. Else null.',
    }),
    asOf: Instant,
    page: Page,
  }),
  errors: [],
  cache: 'no-store',
  examples: {
    query: { kind: 'report', state: 'open' },
    reply: {
      data: [exampleEntry],
      waiting: [{ kind: 'report', open: 1, overdue: 0 }],
      matching: 1,
      asOf: '2026-11-20T07:00:00Z',
      page: { nextCursor: null },
    },
  },
})

export const getReviewEntry = operation({
  name: 'getReviewEntry',
  method: 'get',
  path: '/api/v1/admin/review-queue/{id}',
  rpc: 'get_review_entry',
  tag: 'Reviews',
  summary: 'One entry, with its subject',
  description:
    'The entry, what its subject says and stands beside, what happened to both so far, and the reasons that a decision may have. It never says who sent the subject: of them only counts. Where it is sensitive every time in it is a full hour, but for those of your colleagues’ decisions and claims.',
  access: ADMIN,
  params: byId('review entry'),
  reply: ReviewEntryDetail,
  errors: ['not_found'],
  cache: 'no-store',
  examples: {
    params: { id: exampleEntry.id },
    reply: {
      ...exampleEntry,
      subject: exampleSubject,
      canReopen: false,
      events: [{ at: exampleEntry.createdAt, to: 'in_review', reason: null }],
      earlier: [],
      history: [
        { at: exampleEntry.createdAt, from: null, to: 'pending', actor: null, reasonCode: 'category', note: null },
      ],
      reasons: [
        {
          code: 'unclear',
          decisions: ['changes_requested', 'rejected'],
          label: { en: 'It does not say what happened.', sw: 'Halielezi kilichotokea.' },
        },
      ],
    },
  },
})

export const claimReviewEntry = operation({
  name: 'claimReviewEntry',
  method: 'post',
  path: '/api/v1/admin/review-queue/{id}/claim',
  rpc: 'claim_review_entry',
  tag: 'Reviews',
  summary: 'Take an entry',
  description:
    'Reserves the entry for you for 15 minutes; doing it again begins them anew. While a colleague has it the answer is 409 `entry_claimed`. The version stays as it is.',
  access: ADMIN,
  params: byId('review entry'),
  reply: ReviewEntry,
  errors: ['not_found', 'own_submission', 'own_escalation', 'entry_claimed', 'invalid_transition'],
  cache: 'no-store',
  examples: {
    params: { id: exampleEntry.id },
    reply: {
      ...exampleEntry,
      state: 'claimed',
      claimedBy: exampleAdmin,
      claimedByYou: true,
      claimedUntil: '2026-11-20T07:15:00Z',
    },
  },
})

export const releaseReviewEntry = operation({
  name: 'releaseReviewEntry',
  method: 'post',
  path: '/api/v1/admin/review-queue/{id}/release',
  rpc: 'release_review_entry',
  tag: 'Reviews',
  summary: 'Give an entry back',
  description: 'Ends your claim before its time. If you have none (any more) nothing changes.',
  access: ADMIN,
  params: byId('review entry'),
  reply: ReviewEntry,
  errors: ['not_found', 'entry_claimed'],
  cache: 'no-store',
  examples: { params: { id: exampleEntry.id }, reply: exampleEntry },
})

const exampleDecided = {
  ...exampleEntry,
  state: 'rejected',
  version: 2,
  decidedAt: '2026-11-20T07:02:00Z',
  decidedBy: exampleAdmin,
  undoUntil: '2026-11-21T07:02:00Z',
  reasonCode: 'not_transport',
}

export const watchReviewEntry = operation({
  name: 'watchReviewEntry',
  method: 'post',
  path: '/api/v1/admin/review-queue/{id}/watch',
  rpc: 'watch_review_entry',
  tag: 'Reviews',
  summary: 'Say that you have an entry open',
  description:
    'Colleagues see you among its `viewers` for 45 seconds. The answer is the entry as it is now; where its version differs, read it again. It blocks nobody.',
  access: ADMIN,
  params: byId('review entry'),
  reply: ReviewEntry,
  status: 200,
  errors: ['not_found'],
  cache: 'no-store',
  examples: { params: { id: exampleEntry.id }, reply: { ...exampleEntry, viewers: [exampleAdmin] } },
})

export const assignReviewEntry = operation({
  name: 'assignReviewEntry',
  method: 'put',
  path: '/api/v1/admin/review-queue/{id}/assignee',
  rpc: 'assign_review_entry',
  tag: 'Reviews',
  summary: 'Assign an entry to an admin',
  description:
    'Says whose an open entry is; null: nobody’s. It blocks nobody, only a claim does. 422 where that person is no admin, or may not decide on it.',
  access: ADMIN,
  params: byId('review entry'),
  body: z.strictObject({ to: z.uuid().nullable() }).meta({ id: 'AssigneeBody' }),
  reply: ReviewEntry,
  errors: ['not_found', 'invalid_transition'],
  cache: 'no-store',
  examples: {
    params: { id: exampleEntry.id },
    body: { to: exampleAdmin.id },
    reply: { ...exampleEntry, assignedTo: exampleAdmin, assignedToYou: true },
  },
})

export const reopenReviewEntry = operation({
  name: 'reopenReviewEntry',
  method: 'post',
  path: '/api/v1/admin/review-queue/{id}/reopen',
  rpc: 'reopen_review_entry',
  tag: 'Reviews',
  summary: 'Decide again on something rejected',
  description:
    'Brings a rejected or duplicate subject back into the queue as a new entry, also after the 24 hours in which its decision could be undone. The old decision stays in the history and in the audit log. Otherwise 409 `invalid_transition`, with `because`: `not_rejected`, `decided_again` or `subject_changed`. Sent again it answers with the same new entry.',
  access: ADMIN,
  params: byId('review entry'),
  body: z.strictObject({ reason: Reason }).meta({ id: 'ReopenBody' }),
  reply: ReviewEntry,
  status: 200,
  errors: ['not_found', 'own_submission', 'invalid_transition'],
  cache: 'no-store',
  examples: {
    params: { id: exampleEntry.id },
    body: { reason: 'A photo shows that it did happen.' },
    reply: { ...exampleEntry, id: '6c1f3b55-1e4d-4b62-8a40-1f7a5c9a3d21', reason: 'reopened' },
  },
})

export const submitReviewDecision = operation({
  name: 'submitReviewDecision',
  method: 'post',
  path: '/api/v1/admin/review',
  rpc: 'submit_review_decision',
  tag: 'Reviews',
  summary: 'Decide',
  description:
    'Decides on an entry; one that nobody has claimed is claimed by this. The decision and what becomes of the subject happen together or not at all. It needs the version that you were shown, a reason for anything but an approval, and somebody who did not send the subject. The same decision sent again is answered with what it did. It can be undone until `undoUntil`. If the author took the subject back meanwhile: 409 `invalid_transition` with `currentState` `withdrawn`.',
  access: ADMIN,
  body: ReviewBody,
  reply: ReviewEntry,
  errors: ['not_found', 'own_submission', 'own_escalation', 'entry_claimed', 'version_conflict', 'invalid_transition'],
  cache: 'no-store',
  examples: {
    body: { entryId: exampleEntry.id, decision: 'rejected', version: 1, reasonCode: 'not_transport' },
    reply: exampleDecided,
  },
})

export const UndoBody = z
  .strictObject({
    version: Version.min(1).meta({ description: 'The version that you were shown.' }),
    reason: Reason.meta({ description: 'Why. It is kept in the history of the entry and in the audit log.' }),
  })
  .meta({ id: 'UndoBody' })

export const undoReviewDecision = operation({
  name: 'undoReviewDecision',
  method: 'post',
  path: '/api/v1/admin/review-queue/{id}/undo',
  rpc: 'undo_review_decision',
  tag: 'Reviews',
  summary: 'Undo a decision',
  description:
    'Within 24 hours of a decision the entry can wait again, with its subject as it was before: a report with its photos and its incident, a rating, a field entry with what is known of the vehicle, a disputed incident. An incident that was gone by it answers again under its own id, a coarse one from the next full hour on. The decision stays in the history and in the audit log, with who undid it and why. What was escalated is undone as long as no other admin holds it. The same request sent again is answered with what it did. Otherwise 409 `invalid_transition`, with `because`: `not_decided`, `too_late`, `decided_again` (the subject came back into the queue since), `subject_changed` (its author took it back or replaced it), `incident_changed` (the incident was merged, split or retracted since) or `vehicle_changed` (a newer version of the facts builds on it).',
  access: ADMIN,
  params: byId('review entry'),
  body: UndoBody,
  reply: ReviewEntry,
  status: 200,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  cache: 'no-store',
  examples: {
    params: { id: exampleEntry.id },
    body: { version: 2, reason: 'I meant the report below it.' },
    reply: { ...exampleEntry, version: 3 },
  },
})

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

/** The maximum of entries in one request. */
export const MAX_PREVIEWED = 50

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
