import { z } from 'zod'
import { MAX_BLOCKED_NOTE, MAX_CLAIMS } from '../shared/limits.ts'
import { forSurveyors, operation } from '../shared/operation.ts'
import { byId, orNull, Text } from '../shared/shapes.ts'
import { BlockedReason, Claim, exampleAssignment, exampleClaim } from './contract.ts'

const ClaimBody = z
  .strictObject({
    sessionId: z.uuid().optional().describe('Your open session, if any.'),
    offline: z.boolean().default(false).describe('Claim the slot for 12 hours at once, to work offline.'),
  })
  .meta({ id: 'ClaimBody', description: 'Options of a claim.' })

const ClaimAnswer = Claim.extend({
  repeated: z.boolean().describe('True if you already held the slot.'),
}).meta({ id: 'ClaimAnswer', description: 'The updated claim.' })

/** The surveyor app has the assignment in the body, where the API has it in the path. */
const ofAssignment = { assignmentId: z.uuid() }

const withId = <Body extends { assignmentId: string }>({ assignmentId, ...body }: Body) => ({
  ...body,
  id: assignmentId,
})

const exampleClaimed = { ...exampleClaim, repeated: false }

export const claimAssignmentSlot = operation({
  ...forSurveyors,
  name: 'claimAssignmentSlot',
  method: 'post',
  path: '/api/v1/surveyor/assignments/{id}/claim',
  inApp: { path: '/api/assignments/claim', params: undefined, body: ClaimBody.extend(ofAssignment).transform(withId) },
  summary: 'Claim a slot',
  description:
    'Claims an available slot for two hours; touching your session renews it, up to 12 hours in total. Up to five slots at a time, each of another assignment (409 `claim_limit`). If you already hold a slot of the assignment, it is returned, and its lease becomes an offline one if requested. If another surveyor was faster, returns 409 `slot_taken`. Requires the course "Surveyor basics"; otherwise 403 `not_eligible` with `course`.',
  params: byId('assignment'),
  body: ClaimBody,
  reply: ClaimAnswer,
  errors: ['not_eligible', 'not_found', 'session_required', 'claim_limit', 'slot_taken'],
  examples: {
    params: { id: exampleAssignment.id },
    body: { offline: false },
    reply: exampleClaimed,
  },
})

export const claimAssignmentSlots = operation({
  ...forSurveyors,
  name: 'claimAssignmentSlots',
  method: 'post',
  path: '/api/v1/surveyor/assignments/claims',
  summary: 'Claim slots of several assignments',
  description:
    'Claims a slot of each assignment in one transaction, in the order given, as `claimAssignmentSlot` does. Returns what was claimed, and for each other assignment why it was not.',
  body: ClaimBody.extend({
    assignmentIds: z.array(z.uuid()).min(1).max(MAX_CLAIMS).describe('The assignments to claim a slot of, in order.'),
  }).meta({
    id: 'ClaimsBody',
    description: 'Several assignments to claim.',
  }),
  reply: z
    .object({
      claimed: z.array(ClaimAnswer).describe('The slots that were claimed, in the same order.'),
      refused: z.array(
        z.object({
          assignmentId: z.uuid(),
          code: z.enum(['not_found', 'claim_limit', 'slot_taken', 'rate_limited']),
        }),
      ),
    })
    .meta({ id: 'Claims', description: 'What was claimed, and what was not.' }),
  errors: ['not_eligible', 'session_required'],
  examples: {
    body: { assignmentIds: [exampleAssignment.id], offline: false },
    reply: {
      claimed: [exampleClaimed],
      refused: [{ assignmentId: '9d1e7c55-2b60-4a3f-8f27-0c4b8e5d6a71', code: 'slot_taken' }],
    },
  },
})

const ReleaseBody = z
  .strictObject({
    token: z.int().min(1).describe('The token of the claim.'),
    blocked: BlockedReason.optional(),
    note: Text.trim()
      .min(1)
      .max(MAX_BLOCKED_NOTE)
      .optional()
      .describe('A note for admins about why the work is blocked. Only with `blocked`.'),
  })
  .meta({ id: 'ReleaseBody', description: 'A slot to release, with the reason if the work cannot be done.' })

const exampleRelease = { token: 412, blocked: 'unsafe', note: 'A group asks for money at the entrance.' } as const

const exampleReleased = {
  assignmentId: exampleAssignment.id,
  slotId: exampleClaim.slotId,
  token: 412,
  state: 'blocked',
  reason: 'unsafe',
  repeated: false,
} as const

export const releaseAssignmentSlot = operation({
  ...forSurveyors,
  name: 'releaseAssignmentSlot',
  method: 'post',
  path: '/api/v1/surveyor/assignments/{id}/release',
  inApp: {
    path: '/api/assignments/release',
    params: undefined,
    body: ReleaseBody.extend(ofAssignment).transform(withId),
  },
  summary: 'Release a slot',
  description:
    'Releases the slot that you claimed under the token for others to claim; with `blocked` it records why the work cannot be done, and the slot is not offered again. Repeating the request returns the stored slot.',
  params: byId('assignment'),
  body: ReleaseBody,
  reply: z
    .object({
      assignmentId: z.uuid(),
      slotId: z.uuid(),
      token: z.int(),
      state: z.enum(['released', 'blocked']),
      reason: orNull(BlockedReason),
      repeated: z.boolean(),
    })
    .meta({ id: 'Release', description: 'The released slot.' }),
  errors: ['not_found', 'invalid_transition'],
  examples: { params: { id: exampleAssignment.id }, body: exampleRelease, reply: exampleReleased },
})

const SubmitSlotBody = z
  .strictObject({ token: z.int().min(1).describe('The token of the claim.') })
  .meta({ id: 'SubmitSlotBody', description: 'A slot to submit.' })

const exampleSubmission = {
  assignmentId: exampleAssignment.id,
  slotId: exampleClaim.slotId,
  token: 412,
  state: 'submitted',
  entries: 12,
  counts: 0,
  repeated: false,
} as const

export const submitAssignmentSlot = operation({
  ...forSurveyors,
  name: 'submitAssignmentSlot',
  method: 'post',
  path: '/api/v1/surveyor/assignments/{id}/submit',
  inApp: {
    path: '/api/assignments/submit',
    params: undefined,
    body: SubmitSlotBody.extend(ofAssignment).transform(withId),
  },
  summary: 'Submit a slot',
  description:
    'Marks the slot that you claimed under the token as finished, so that you can claim another one. Send it after the entries and stop counts; without any it returns 409 `nothing_recorded`. Possible also after the lease has ended, as long as nobody else has claimed the slot. When a lease ends, what was recorded is submitted automatically. Repeating the request returns the stored slot.',
  params: byId('assignment'),
  body: SubmitSlotBody,
  reply: z
    .object({
      assignmentId: z.uuid(),
      slotId: z.uuid(),
      token: z.int(),
      state: z.literal('submitted'),
      entries: z.int().describe('Number of vehicles recorded under the claim.'),
      counts: z.int().describe('Number of stop counts under the claim.'),
      repeated: z.boolean(),
    })
    .meta({ id: 'SlotSubmission', description: 'The submitted slot.' }),
  errors: ['not_found', 'nothing_recorded', 'invalid_transition'],
  examples: { params: { id: exampleAssignment.id }, body: { token: 412 }, reply: exampleSubmission },
})
