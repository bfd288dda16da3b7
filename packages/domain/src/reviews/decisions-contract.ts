import { z } from 'zod'
import { exampleEntry, ReviewDecision, ReviewEntry } from '../review-entries/contract.ts'
import { MAX_WORDS } from '../shared/limits.ts'
import { forReviewers, operation } from '../shared/operation.ts'
import { byId, Reason, Text, Version } from '../shared/shapes.ts'
import { exampleAdmin } from './contract.ts'

/** In JSON notation: NUL and a lone surrogate, which PostgreSQL stores in no text. */
const UNSTORABLE = /\\u(0000|d[89a-f])/

export const ReasonCode = Text.max(40).optional()
export const Note = Text.trim().min(1).max(MAX_WORDS).optional()

const acceptsEdits = (decision: string, edits: object | undefined) =>
  decision === 'approved_with_edits' ? edits !== undefined : decision === 'changes_requested' || edits === undefined

export const ReviewBody = z
  .strictObject({
    entryId: z.uuid(),
    decision: ReviewDecision,
    version: Version.min(1).describe('The version that you saw.'),
    reasonCode: ReasonCode.describe('One of the `reasons` of the entry. Optional only for an approval.'),
    note: Note.describe(
      'For colleagues, and for the author depending on the kind. For `changes_requested` of a report it is the question to the reporter, and required.',
    ),
    edits: z
      .record(z.string(), z.unknown())
      .refine((edits) => !UNSTORABLE.test(JSON.stringify(edits)), 'Not readable as text.')
      .optional()
      .describe(
        'With `approved_with_edits`: the new values by field of the subject. With `changes_requested` of a collection entry: the facts to check again, `{"facts": ["plate"]}`.',
      ),
    duplicateOf: z.uuid().optional().describe('With `duplicate`: the original subject.'),
  })
  .refine((body) => ['approved', 'approved_with_edits'].includes(body.decision) || body.reasonCode !== undefined, {
    path: ['reasonCode'],
    error: 'A reason is required, except for an approval.',
  })
  .refine((body) => acceptsEdits(body.decision, body.edits), {
    path: ['edits'],
    error: '`edits` is required with `approved_with_edits`, and allowed with `changes_requested`.',
  })
  .refine((body) => (body.decision === 'duplicate') === (body.duplicateOf !== undefined), {
    path: ['duplicateOf'],
    error: '`duplicateOf` is required with `duplicate`, and allowed only there.',
  })
  .meta({
    id: 'ReviewBody',
    description:
      'A decision. All but an approval require a `reasonCode`; `approved_with_edits` requires `edits`, which `changes_requested` also accepts; only `duplicate` has `duplicateOf`.',
  })

export const exampleDecided = {
  ...exampleEntry,
  state: 'rejected',
  version: 2,
  decidedAt: '2026-11-20T07:02:00Z',
  decidedBy: exampleAdmin,
  undoUntil: '2026-11-21T07:02:00Z',
  reasonCode: 'not_transport',
}

export const submitReviewDecision = operation({
  name: 'submitReviewDecision',
  method: 'post',
  path: '/api/v1/admin/review',
  ...forReviewers,
  summary: 'Submit a review decision',
  description:
    'Decides on an entry, claiming it if it is unclaimed. The decision and its effects on the subject are applied in one transaction. Requires the version that you saw, a reason unless you approve, and a reviewer who did not submit the subject. Repeating the same decision returns the original result. It can be undone until `undoUntil`. If the author has withdrawn the subject, returns 409 `invalid_transition` with `currentState` `withdrawn`.',
  body: ReviewBody,
  reply: ReviewEntry,
  errors: ['not_found', 'own_submission', 'own_escalation', 'entry_claimed', 'version_conflict', 'invalid_transition'],
  examples: {
    body: { entryId: exampleEntry.id, decision: 'rejected', version: 1, reasonCode: 'not_transport' },
    reply: exampleDecided,
  },
})

export const UndoBody = z
  .strictObject({
    version: Version.min(1).describe('The version that you saw.'),
    reason: Reason.describe('The reason, stored in the history of the entry and in the audit log.'),
  })
  .meta({ id: 'UndoBody' })

export const undoReviewDecision = operation({
  name: 'undoReviewDecision',
  method: 'post',
  path: '/api/v1/admin/review-queue/{id}/undo',
  ...forReviewers,
  summary: 'Undo a decision',
  description:
    'Within 24 hours of a decision, returns the entry to the queue and restores its subject: a report with its photos and incident, a rating, a collection entry with the vehicle’s facts, or a disputed incident. An incident that was removed by the decision is available again under its own id, a coarse one from the next full hour. The decision stays in the history and the audit log, with who undid it and why. An escalation can be undone while no other admin has claimed the entry. Repeating the request returns the original result. Otherwise returns 409 `invalid_transition`, with `because`: `not_decided`, `too_late`, `decided_again` (the subject returned to the queue since), `subject_changed` (its author withdrew or replaced it), `incident_changed` (the incident was merged, split or retracted since) or `vehicle_changed` (a newer version of the facts depends on it).',
  params: byId('review entry'),
  body: UndoBody,
  reply: ReviewEntry,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  examples: {
    params: { id: exampleEntry.id },
    body: { version: 2, reason: 'I meant the report below it.' },
    reply: { ...exampleEntry, version: 3 },
  },
})

const reversal = '/api/v1/admin/review-queue/{id}/reversal'
const BECAUSE =
  'as for an undo, or `can_be_undone` (within 24 hours), `can_be_reopened` (rejected or a duplicate), `already_asked`, `not_asked` (withdrawn, expired or agreed to), `asked_by_you` or `asked_by_other`'

export const askReviewReversal = operation({
  name: 'askReviewReversal',
  method: 'post',
  path: reversal,
  ...forReviewers,
  summary: 'Ask a colleague to agree to a reversal',
  description: `Asks that a decision which is older than 24 hours is reversed. Another admin agrees within seven days, or you withdraw it; admins get an alert. Repeating the request changes nothing. Otherwise returns 409 \`invalid_transition\`, with \`because\`: ${BECAUSE}.`,
  params: byId('review entry'),
  body: UndoBody,
  reply: ReviewEntry,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  examples: {
    params: { id: exampleEntry.id },
    body: { version: 2, reason: 'Its author wrote that it was another vehicle.' },
    reply: { ...exampleEntry, version: 2, state: 'approved' },
  },
})

export const withdrawReviewReversal = operation({
  name: 'withdrawReviewReversal',
  method: 'delete',
  path: reversal,
  ...forReviewers,
  summary: 'Withdraw a request for a reversal',
  description:
    'Ends your request, so that nobody can agree to it any more. Without one nothing changes. That of a colleague returns 409 `invalid_transition`, with `because`: `asked_by_other`.',
  params: byId('review entry'),
  reply: ReviewEntry,
  errors: ['not_found', 'invalid_transition'],
  examples: { params: { id: exampleEntry.id }, reply: { ...exampleEntry, version: 2, state: 'approved' } },
})

export const agreeToReviewReversal = operation({
  name: 'agreeToReviewReversal',
  method: 'post',
  path: `${reversal}/agreement`,
  ...forReviewers,
  summary: 'Agree to a reversal',
  description: `Reverses the decision that a colleague asked to reverse: the entry is in the queue again with its subject, and a week that counted it is corrected with the next publication. Both reasons are in the history and the audit log. Of two who agree the second gets 409 \`version_conflict\`. Otherwise returns 409 \`invalid_transition\`, with \`because\`: ${BECAUSE}.`,
  params: byId('review entry'),
  body: UndoBody,
  reply: ReviewEntry,
  errors: ['not_found', 'own_submission', 'version_conflict', 'invalid_transition'],
  examples: {
    params: { id: exampleEntry.id },
    body: { version: 2, reason: 'I have read the letter, too.' },
    reply: { ...exampleEntry, version: 3 },
  },
})
