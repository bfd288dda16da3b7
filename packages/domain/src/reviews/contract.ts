import { z } from 'zod'
import { Category } from '../incidents/contract.ts'
import { exampleEntry, ReviewEntry, ReviewEntryDetail, ReviewKind, ReviewState } from '../review-entries/contract.ts'
import { exampleSubject } from '../review-subjects/contract.ts'
import { MAX_COUNTED, REVIEW_SORTS } from '../shared/choices.ts'
import { forReviewers, operation } from '../shared/operation.ts'
import {
  byId,
  Instant,
  Page,
  PageQuery,
  queryFlag,
  queryNumber,
  Reason,
  RequestDay,
  Searched,
} from '../shared/shapes.ts'

export const exampleAdmin = {
  id: '0a000000-0000-4000-8000-000000000004',
  email: 'dalmas@salama.test',
  displayName: null,
}

export const listReviewQueue = operation({
  name: 'listReviewQueue',
  method: 'get',
  path: '/api/v1/admin/review-queue',
  ...forReviewers,
  summary: 'List the review queue',
  description:
    'Returns entries of all kinds. Without `state`, or with `open`: open entries by due time, including those whose claim has expired. With `closed` or a decision: decided entries, latest first. For sensitive subjects (not public as a point, or of a category that is always reviewed first) the author’s times are rounded to the full hour.',
  query: PageQuery.extend({
    kind: ReviewKind.optional(),
    state: z
      .enum(['open', 'closed', 'accepted', ...ReviewState.options])
      .default('open')
      .describe(
        '`open`: open entries; `closed`: decided entries; `accepted`: approved ones, also with edits; or one state.',
      ),
    category: Category.optional().describe('Filter by category of reports and disputes.'),
    mine: queryFlag.describe('Only entries claimed by or assigned to you; of decided entries, your decisions.'),
    unassigned: queryFlag.describe('Only entries that are neither claimed nor assigned.'),
    q: Searched.trim()
      .min(2)
      .max(80)
      .optional()
      .describe('Search in the note, plate, operator and stop; for a collection entry also in the surveyor’s name.'),
    photos: queryFlag.describe('Only with photos.'),
    overdue: queryFlag.describe('Only open entries that are overdue.'),
    odd: queryFlag.describe('Only with `oddities`.'),
    sort: z
      .enum(REVIEW_SORTS)
      .default('due')
      .describe('Order of open entries. `record`: by the author’s record, the poorest first.'),
    from: RequestDay.optional().describe('First day of the decision. Withdrawn entries were not decided.'),
    to: RequestDay.optional().describe('Last day of the decision.'),
    late: queryFlag.describe('Only entries that were decided after they were due.'),
    targetS: queryNumber(z.int().min(1).max(604_800))
      .optional()
      .describe('The target in seconds, as on the dashboard.'),
    surveyorId: z.uuid().optional().describe('Only field entries of this surveyor. An unknown one matches nothing.'),
  }),
  reply: z.object({
    data: z.array(ReviewEntry),
    waiting: z
      .array(z.object({ kind: ReviewKind, open: z.int(), overdue: z.int() }))
      .describe('Number of open entries in the whole queue, regardless of filters.'),
    matching: z
      .int()
      .max(MAX_COUNTED + 1)
      .nullable()
      .describe(
        `On the first page of open entries, or of decided ones with a first day: number of matching entries; ${MAX_COUNTED + 1} means more than ${MAX_COUNTED}. Otherwise null.`,
      ),
    asOf: Instant,
    page: Page,
  }),
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
  ...forReviewers,
  summary: 'Get a review entry',
  description:
    'Returns the entry with its subject, related records, history and the available reasons for a decision. The author’s identity is never included, only counts. If the subject is sensitive, all times are rounded to the full hour, except those of decisions and claims.',
  params: byId('review entry'),
  reply: ReviewEntryDetail,
  errors: ['not_found'],
  examples: {
    params: { id: exampleEntry.id },
    reply: {
      ...exampleEntry,
      subject: exampleSubject,
      author: { account: true, measures: [] },
      canReopen: false,
      reversal: { cannot: 'not_decided', asked: null, earlier: [] },
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
  ...forReviewers,
  summary: 'Claim an entry',
  description:
    'Reserves the entry for you for 15 minutes; repeating the request renews the claim. While a colleague has claimed it, returns 409 `entry_claimed`. The version does not change.',
  params: byId('review entry'),
  reply: ReviewEntry,
  errors: ['not_found', 'own_submission', 'own_escalation', 'entry_claimed', 'invalid_transition'],
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
  ...forReviewers,
  summary: 'Release an entry',
  description: 'Ends your claim early. Without a claim nothing changes.',
  params: byId('review entry'),
  reply: ReviewEntry,
  errors: ['not_found', 'entry_claimed'],
  examples: { params: { id: exampleEntry.id }, reply: exampleEntry },
})

export const watchReviewEntry = operation({
  name: 'watchReviewEntry',
  method: 'post',
  path: '/api/v1/admin/review-queue/{id}/watch',
  ...forReviewers,
  summary: 'Mark an entry as open',
  description:
    'Shows you to colleagues among its `viewers` for 45 seconds, without blocking anyone. Returns the current entry; if its version differs, read it again.',
  params: byId('review entry'),
  reply: ReviewEntry,
  errors: ['not_found'],
  examples: { params: { id: exampleEntry.id }, reply: { ...exampleEntry, viewers: [exampleAdmin] } },
})

export const assignReviewEntry = operation({
  name: 'assignReviewEntry',
  method: 'put',
  path: '/api/v1/admin/review-queue/{id}/assignee',
  ...forReviewers,
  summary: 'Assign an entry to an admin',
  description:
    'Assigns an open entry to an admin, or to nobody with null. An assignment blocks nobody; only a claim does. Returns 422 if the person is not an admin or cannot decide on the entry.',
  params: byId('review entry'),
  body: z.strictObject({ to: z.uuid().nullable() }).meta({ id: 'AssigneeBody' }),
  reply: ReviewEntry,
  errors: ['not_found', 'invalid_transition'],
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
  ...forReviewers,
  summary: 'Reopen an entry',
  description:
    'Returns a rejected or duplicate subject to the queue as a new entry, also after the 24 hours in which its decision can be undone. The earlier decision stays in the history and the audit log. Otherwise returns 409 `invalid_transition`, with `because`: `not_rejected`, `decided_again` or `subject_changed`. Repeating the request returns the same new entry.',
  params: byId('review entry'),
  body: z.strictObject({ reason: Reason }).meta({ id: 'ReopenBody' }),
  reply: ReviewEntry,
  errors: ['not_found', 'own_submission', 'invalid_transition'],
  examples: {
    params: { id: exampleEntry.id },
    body: { reason: 'A photo shows that it did happen.' },
    reply: { ...exampleEntry, id: '6c1f3b55-1e4d-4b62-8a40-1f7a5c9a3d21', reason: 'reopened' },
  },
})
