import { z } from 'zod'
import { MAX_BLOCKED_NOTE } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import { byId, orNull, Text } from '../shared/shapes.ts'
import { BlockedReason, Claim, exampleAssignment, exampleClaim } from './contract.ts'

const forSurveyors = { tag: 'Surveyor', access: { role: 'surveyor' }, cache: 'no-store' } as const

const ClaimBody = z
  .strictObject({
    sessionId: z.uuid().optional().meta({ description: 'Your open session, if you have one.' }),
    offline: z.boolean().default(false).meta({ description: 'Take the 12 hours at once, to work without signal.' }),
  })
  .meta({ id: 'ClaimBody', description: 'How a slot is claimed.' })

/** The surveyor app's own routes have the assignment in the body, where the API has it in the path. */
const ofAssignment = { assignmentId: z.uuid() }

const withId = <Body extends { assignmentId: string }>({ assignmentId, ...body }: Body) => ({
  ...body,
  id: assignmentId,
})

const claim = {
  ...forSurveyors,
  method: 'post',
  rpc: 'claim_assignment_slot',
  summary: 'Claim a slot',
  description:
    'Takes a free slot for two hours; touching your session renews it, for 12 hours in all. One slot at a time (409 `claim_limit`). Claiming again where you hold a slot answers with that one, and makes its lease an offline one if you ask for it. If somebody else was faster, 409 `slot_taken`. Needs the course "Surveyor basics": else 403 `not_eligible` with `course`.',
  reply: Claim.extend({
    repeated: z.boolean().meta({ description: 'You held it already.' }),
  }).meta({ id: 'ClaimAnswer', description: 'The claim as it is after the step.' }),
  errors: ['not_eligible', 'not_found', 'session_required', 'claim_limit', 'slot_taken'],
} as const

export const claimAssignmentSlot = operation({
  ...claim,
  name: 'claimAssignmentSlot',
  path: '/api/v1/surveyor/assignments/{id}/claim',
  params: byId('assignment'),
  body: ClaimBody,
  examples: {
    params: { id: exampleAssignment.id },
    body: { offline: false },
    reply: { ...exampleClaim, repeated: false },
  },
})

/** The field app's own route: the same, with the assignment in the body. */
export const claimSlotInApp = operation({
  ...claim,
  name: 'claimSlotInApp',
  path: '/api/assignments/claim',
  body: ClaimBody.extend(ofAssignment).transform(withId),
  examples: { body: { assignmentId: exampleAssignment.id }, reply: { ...exampleClaim, repeated: false } },
})

const ReleaseBody = z
  .strictObject({
    token: z.int().min(1).meta({ description: 'Of the claim.' }),
    blocked: BlockedReason.optional(),
    note: Text.trim().min(1).max(MAX_BLOCKED_NOTE).optional().meta({
      description: 'What admins should know about why it is blocked. Only with `blocked`; only admins read it.',
    }),
  })
  .meta({ id: 'ReleaseBody', description: 'A slot to give back, and why if nobody could do it now.' })

const release = {
  ...forSurveyors,
  method: 'post',
  rpc: 'release_assignment_slot',
  summary: 'Give a slot back',
  description:
    'Gives back the slot that you claimed under the token, for others to claim; with `blocked` it says why nobody can do it, and the slot is not given out again. The same again answers with what is stored.',
  reply: z
    .object({
      assignmentId: z.uuid(),
      slotId: z.uuid(),
      token: z.int(),
      state: z.enum(['released', 'blocked']),
      reason: orNull(BlockedReason),
      repeated: z.boolean(),
    })
    .meta({ id: 'Release', description: 'The slot after it was given back.' }),
  errors: ['not_found', 'invalid_transition'],
} as const

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
  ...release,
  name: 'releaseAssignmentSlot',
  path: '/api/v1/surveyor/assignments/{id}/release',
  params: byId('assignment'),
  body: ReleaseBody,
  examples: { params: { id: exampleAssignment.id }, body: exampleRelease, reply: exampleReleased },
})

/** The field app's own route: the same, with the assignment in the body. */
export const releaseSlotInApp = operation({
  ...release,
  name: 'releaseSlotInApp',
  path: '/api/assignments/release',
  body: ReleaseBody.extend(ofAssignment).transform(withId),
  examples: { body: { ...exampleRelease, assignmentId: exampleAssignment.id }, reply: exampleReleased },
})

const SubmitSlotBody = z
  .strictObject({ token: z.int().min(1).meta({ description: 'Of the claim.' }) })
  .meta({ id: 'SubmitSlotBody', description: 'A slot to hand in.' })

const submit = {
  ...forSurveyors,
  method: 'post',
  rpc: 'submit_assignment_slot',
  summary: 'Hand a slot in',
  description:
    'You are finished with the slot that you claimed under the token: what you recorded under it is all of it, and you are free for another. Send it after the entries and stage counts. With none yet 409 `nothing_recorded`. Also after the lease has run out, as long as nobody else has the slot. The end of a lease hands in by itself what was recorded. The same again answers with what is stored.',
  reply: z
    .object({
      assignmentId: z.uuid(),
      slotId: z.uuid(),
      token: z.int(),
      state: z.literal('submitted'),
      entries: z.int().meta({ description: 'How many vehicles were recorded under the claim.' }),
      counts: z.int().meta({ description: 'How many stage counts there are under it.' }),
      repeated: z.boolean(),
    })
    .meta({ id: 'SlotSubmission', description: 'The slot after it was handed in.' }),
  errors: ['not_found', 'nothing_recorded', 'invalid_transition'],
} as const

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
  ...submit,
  name: 'submitAssignmentSlot',
  path: '/api/v1/surveyor/assignments/{id}/submit',
  params: byId('assignment'),
  body: SubmitSlotBody,
  examples: { params: { id: exampleAssignment.id }, body: { token: 412 }, reply: exampleSubmission },
})

/** The field app's own route: the same, with the assignment in the body. */
export const submitSlotInApp = operation({
  ...submit,
  name: 'submitSlotInApp',
  path: '/api/assignments/submit',
  body: SubmitSlotBody.extend(ofAssignment).transform(withId),
  examples: { body: { token: 412, assignmentId: exampleAssignment.id }, reply: exampleSubmission },
})
