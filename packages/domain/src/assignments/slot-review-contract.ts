import { z } from 'zod'
import { exampleEntry, ReviewEntry, ReviewReason } from '../review-entries/contract.ts'
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
