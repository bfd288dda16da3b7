import { z } from 'zod'
import { PersonRef } from '../accounts/contract.ts'
import { operation } from '../shared/operation.ts'
import { Instant, orNull, Page, PageQuery, Text, Version } from '../shared/shapes.ts'

const ADMIN = { role: 'admin' } as const
const OPEN = ['pending', 'claimed', 'escalated'] as const
const DECISIONS = ['approved', 'approved_with_edits', 'changes_requested', 'rejected', 'duplicate'] as const

/** As JSON writes them: NUL and half of a surrogate pair, which PostgreSQL keeps in no text. */
const UNSTORABLE = /\\u(0000|d[89a-f])/

export const ReviewKind = z
  .enum(['report', 'feedback', 'collection_entry', 'dispute'])
  .meta({ id: 'ReviewKind', description: 'What is looked at. The subject of a dispute is an incident.' })

export const ReviewState = z.enum([...OPEN, ...DECISIONS, 'withdrawn']).meta({
  id: 'ReviewState',
  description: '`claimed` lasts 15 minutes. `withdrawn`: the author took the subject back, nothing is left to decide.',
})

export const ReviewDecision = z.enum([...DECISIONS, 'escalated']).meta({
  id: 'ReviewDecision',
  description: '`escalated` decides nothing: the entry stays open, for another admin.',
})

export const ReviewEntry = z
  .object({
    id: z.uuid(),
    kind: ReviewKind,
    subjectId: z.uuid(),
    reason: z.string().meta({ description: 'Why a person looks, as a code.' }),
    detail: z.record(z.string(), z.unknown()).meta({ description: 'More about why, depending on the reason.' }),
    state: ReviewState,
    version: Version.meta({ description: 'Send it with the decision. Claiming does not change it.' }),
    own: z.boolean().meta({ description: 'You sent the subject, so somebody else has to decide.' }),
    claimedBy: orNull(PersonRef),
    claimedByYou: z.boolean(),
    claimedUntil: Instant.nullable(),
    escalatedBy: orNull(PersonRef),
    escalatedByYou: z.boolean(),
    createdAt: Instant,
    dueAt: Instant,
    decidedAt: Instant.nullable(),
    decidedBy: orNull(PersonRef),
    reasonCode: z.string().nullable(),
    note: z.string().nullable(),
    edits: z.record(z.string(), z.unknown()).nullable(),
    duplicateOf: z.uuid().nullable(),
  })
  .meta({ id: 'ReviewEntry', description: 'Something that waits for a person to decide. It never says who sent it.' })

export const ReviewEvent = z
  .object({
    at: Instant,
    from: orNull(ReviewState),
    to: ReviewState,
    actor: orNull(PersonRef),
    reasonCode: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'ReviewEvent' })

export const ReviewReason = z
  .object({
    code: z.string(),
    decisions: z.array(ReviewDecision).meta({ description: 'The decisions that it can be the reason of.' }),
    label: z.object({ en: z.string(), sw: z.string() }),
  })
  .meta({ id: 'ReviewReason' })

export const ReviewEntryDetail = ReviewEntry.extend({
  subject: z.looseObject({}).meta({ description: 'What the subject says, in the shape of its kind.' }),
  history: z.array(ReviewEvent).meta({ description: 'Oldest first.' }),
  reasons: z.array(ReviewReason),
}).meta({ id: 'ReviewEntryDetail' })

const takesEdits = (decision: string, edits: object | undefined) =>
  decision === 'approved_with_edits' ? edits !== undefined : decision === 'changes_requested' || edits === undefined

export const ReviewBody = z
  .strictObject({
    entryId: z.uuid(),
    decision: ReviewDecision,
    version: Version.min(1).meta({ description: 'The version that you were shown.' }),
    reasonCode: Text.max(40)
      .optional()
      .meta({ description: 'One of the `reasons` of the entry. Only an approval needs none.' }),
    note: Text.trim()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'For colleagues, and for the author where the kind says so.' }),
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
  .refine((body) => takesEdits(body.decision, body.edits), {
    path: ['edits'],
    error: 'Edits come with `approved_with_edits`, and may come with `changes_requested`.',
  })
  .refine((body) => (body.decision === 'duplicate') === (body.duplicateOf !== undefined), {
    path: ['duplicateOf'],
    error: 'What it repeats comes with `duplicate`, and only there.',
  })
  .meta({ id: 'ReviewBody' })

const Id = z.object({ id: z.uuid() })

const exampleEntry = {
  id: '5b0f2a44-0d3c-4a51-9a39-0e6f4b8f2c10',
  kind: 'report',
  subjectId: '8d3e5c0e-5a2b-4f0e-8b3a-7b9e1f0a6c21',
  reason: 'category',
  detail: {},
  state: 'pending',
  version: 1,
  own: false,
  claimedBy: null,
  claimedByYou: false,
  claimedUntil: null,
  escalatedBy: null,
  escalatedByYou: false,
  createdAt: '2026-11-20T06:52:04Z',
  dueAt: '2026-11-20T10:52:04Z',
  decidedAt: null,
  decidedBy: null,
  reasonCode: null,
  note: null,
  edits: null,
  duplicateOf: null,
}
const exampleAdmin = { id: '0a000000-0000-4000-8000-000000000004', email: 'dalmas@salama.test', displayName: null }

export const listReviewQueue = operation({
  name: 'listReviewQueue',
  method: 'get',
  path: '/api/v1/admin/review-queue',
  tag: 'Reviews',
  summary: 'What waits for a decision',
  description:
    'One queue for every kind. Without `state`, or with `open`, what waits, due first; a claim that has run out counts as waiting. With `closed`, or one of the decisions, what was decided, last first.',
  access: ADMIN,
  query: PageQuery.extend({
    kind: ReviewKind.optional(),
    state: z.enum(['open', 'closed', ...ReviewState.options]).default('open'),
  }),
  reply: z.object({
    data: z.array(ReviewEntry),
    waiting: z
      .array(z.object({ kind: ReviewKind, open: z.int(), overdue: z.int() }))
      .meta({ description: 'How much waits in the whole queue, whatever was asked for.' }),
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
      asOf: '2026-11-20T07:00:00Z',
      page: { nextCursor: null },
    },
  },
})

export const getReviewEntry = operation({
  name: 'getReviewEntry',
  method: 'get',
  path: '/api/v1/admin/review-queue/{id}',
  tag: 'Reviews',
  summary: 'One entry, with its subject',
  description:
    'The entry, what its subject says, what happened to it so far, and the reasons that a decision may have. It never says who sent the subject.',
  access: ADMIN,
  params: Id,
  reply: ReviewEntryDetail,
  errors: ['not_found'],
  cache: 'no-store',
  examples: {
    params: { id: exampleEntry.id },
    reply: {
      ...exampleEntry,
      subject: { category: 'robbery', note: 'Two men at the stage.' },
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
  tag: 'Reviews',
  summary: 'Take an entry',
  description:
    'Reserves the entry for you for 15 minutes; doing it again begins them anew. While a colleague has it the answer is 409 `entry_claimed`. The version stays as it is.',
  access: ADMIN,
  params: Id,
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

export const submitReviewDecision = operation({
  name: 'submitReviewDecision',
  method: 'post',
  path: '/api/v1/admin/review',
  tag: 'Reviews',
  summary: 'Decide',
  description:
    'Decides on an entry; one that nobody has claimed is claimed by this. The decision and what becomes of the subject happen together or not at all. It needs the version that you were shown, a reason for anything but an approval, and somebody who did not send the subject. The same decision sent again is answered with what it did. If the author took the subject back meanwhile: 409 `invalid_transition` with `currentState` `withdrawn`.',
  access: ADMIN,
  body: ReviewBody,
  reply: ReviewEntry,
  errors: ['not_found', 'own_submission', 'own_escalation', 'entry_claimed', 'version_conflict', 'invalid_transition'],
  cache: 'no-store',
  examples: {
    body: { entryId: exampleEntry.id, decision: 'rejected', version: 1, reasonCode: 'not_transport' },
    reply: {
      ...exampleEntry,
      state: 'rejected',
      version: 2,
      decidedAt: '2026-11-20T07:02:00Z',
      decidedBy: exampleAdmin,
      reasonCode: 'not_transport',
    },
  },
})
