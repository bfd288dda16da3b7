import { z } from 'zod'
import { Category } from '../incidents/contract.ts'
import { exampleEntry, ReviewEntry, ReviewEntryDetail, ReviewKind, ReviewState } from '../review-entries/contract.ts'
import { exampleSubject } from '../review-subjects/contract.ts'
import { operation } from '../shared/operation.ts'
import { byId, Instant, Page, PageQuery, queryFlag, Reason, Text } from '../shared/shapes.ts'

const ADMIN = { role: 'admin' } as const

export const exampleAdmin = {
  id: '0a000000-0000-4000-8000-000000000004',
  email: 'dalmas@salama.test',
  displayName: null,
}

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
