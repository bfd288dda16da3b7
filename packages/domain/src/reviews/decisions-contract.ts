import { z } from 'zod'
import { exampleEntry, ReviewDecision, ReviewEntry } from '../review-entries/contract.ts'
import { operation } from '../shared/operation.ts'
import { byId, Reason, Text, Version } from '../shared/shapes.ts'
import { exampleAdmin } from './contract.ts'

const ADMIN = { role: 'admin' } as const
/** In JSON notation: NUL and a lone surrogate, which PostgreSQL stores in no text. */
const UNSTORABLE = /\\u(0000|d[89a-f])/

export const ReasonCode = Text.max(40).optional()
export const Note = Text.trim().min(1).max(1000).optional()

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
