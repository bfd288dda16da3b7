import { z } from 'zod'
import { exampleEntry, ReviewBatch, ReviewEntry, ReviewReason } from '../review-entries/contract.ts'
import { forAdmins, operation } from '../shared/operation.ts'
import { Instant, orNull, Point } from '../shared/shapes.ts'
import { AdminAssignment, exampleForAdmin, slotParams } from './admin-contract.ts'

export const AssignmentSlotReview = z
  .object({
    assignment: AdminAssignment,
    n: z.int(),
    record: orNull(z.object({ decided: z.int(), accepted: z.int() })).describe(
      'How the last hundred entries of the surveyor were decided.',
    ),
    sampling: z
      .object({
        decided: z.int(),
        good: z.int().describe('How many of these were accepted as they were; 95 of 100 are needed.'),
        failed: z.boolean().describe('An entry of this slot was not accepted as it was.'),
        entries: z
          .array(z.uuid())
          .describe('The plain open entries of the queue in the order in which they are sampled; none if not offered.'),
      })
      .meta({ id: 'SlotSampling' })
      .describe(
        'Whether a sample of the entries may stand for the rest, by the surveyor’s last hundred field entries.',
      ),
    reasons: z.array(ReviewReason),
    entries: z.array(
      z.object({
        id: z.uuid(),
        capturedAt: Instant,
        plate: z.string(),
        state: z.string().describe('The state of the collection entry.'),
        place: orNull(Point),
        distanceM: z.int().nullable().describe('Metres to the place or area of the assignment, beyond the accuracy.'),
        notCounted: z.array(z.string()).describe('Why it does not count for the quota, as codes.'),
        photos: z.int(),
        review: ReviewEntry,
      }),
    ),
  })
  .meta({ id: 'AssignmentSlotReview', description: 'What was recorded under the present claim of a slot.' })

export type AssignmentSlotReview = z.infer<typeof AssignmentSlotReview>

export const getAssignmentSlot = operation({
  ...forAdmins,
  name: 'getAssignmentSlot',
  method: 'get',
  path: '/api/v1/admin/assignments/{id}/slots/{n}',
  summary: 'Get a slot for review',
  description:
    'Returns the entries recorded under the present claim of a slot, in order of time, each with its entry of the review queue. Decide on them with “Submit review decisions in bulk”. Reading it is noted in the audit log.',
  params: slotParams,
  reply: AssignmentSlotReview,
  errors: ['not_found'],
  examples: {
    params: { id: exampleForAdmin.id, n: 1 },
    reply: {
      assignment: exampleForAdmin,
      n: 1,
      record: { decided: 100, accepted: 96 },
      sampling: { decided: 100, good: 96, failed: false, entries: [exampleEntry.id] },
      reasons: [],
      entries: [
        {
          id: exampleEntry.subjectId,
          capturedAt: '2026-11-20T06:12:00Z',
          plate: 'KZZ 101D',
          state: 'in_review',
          place: null,
          distanceM: null,
          notCounted: [],
          photos: 1,
          review: { ...exampleEntry, kind: 'collection_entry' },
        },
      ],
    },
  },
})

export const acceptSampledSlot = operation({
  ...forAdmins,
  name: 'acceptSampledSlot',
  method: 'post',
  path: '/api/v1/admin/assignments/{id}/slots/{n}/accept-sampled',
  summary: 'Accept a slot by a sample',
  description:
    'Accepts all plain open entries of a slot once a sample of them was looked at and found good: the first of `sampling.entries`, at least five or all. Entries with `oddities`, or that do not count, are not among them. Returns 409 `invalid_transition` if it is not offered or the entries have changed. Each batch can be undone as a bulk decision.',
  params: slotParams,
  body: z
    .strictObject({ looked: z.array(z.uuid()).min(1).max(600).describe('The entries of the queue that are good.') })
    .meta({ id: 'AcceptSampledBody' }),
  reply: z.object({
    id: z.uuid().describe('The assignment.'),
    batches: z.array(ReviewBatch).describe('What was accepted, 300 entries a batch.'),
    refused: z.int().describe('How many could not be accepted.'),
  }),
  errors: ['not_found', 'invalid_transition'],
  examples: {
    params: { id: exampleForAdmin.id, n: 1 },
    body: { looked: [exampleEntry.id] },
    reply: { id: exampleForAdmin.id, batches: [], refused: 0 },
  },
})
