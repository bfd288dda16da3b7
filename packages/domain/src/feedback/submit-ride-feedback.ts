import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { useCase } from '../machinery/use-case.ts'
import type { InputOf } from '../shared/operation.ts'
import { identifierOf } from '../shared/shapes.ts'
import { submitRideFeedbackForm as form, submitRideFeedback as operation } from './contract.ts'

const submit = (caller: Caller, input: InputOf<typeof operation>) =>
  callRpc(caller, 'submit_ride_feedback', {
    p_id: input.id,
    p_vehicle: identifierOf(input.vehicle),
    p_stars: input.stars,
    p_tags: input.tags,
    p_comment: input.comment,
    p_rode_at: input.rodeAt,
    p_route_id: input.routeId,
  })

/**
 * Takes what one rider says of one ride. Safe to repeat with the same `id`.
 *
 * @throws {DomainError} `id_reused`, `already_rated`, `unknown_vehicle`, `rate_limited`
 */
export const submitRideFeedback = useCase(operation, submit)

/** The same for the rider app's own address, which also takes a plain form. */
export const submitRideFeedbackForm = useCase(form, submit)
