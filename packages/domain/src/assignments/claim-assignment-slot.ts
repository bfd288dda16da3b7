import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { useCase } from '../machinery/use-case.ts'
import { claimSlotInApp as inApp, claimAssignmentSlot as operation } from './contract.ts'

const claim = (
  caller: Caller,
  assignmentId: string,
  { sessionId, offline }: { sessionId?: string | undefined; offline: boolean },
) =>
  callRpc(caller, 'claim_assignment_slot', {
    p_assignment_id: assignmentId,
    p_session_id: sessionId,
    p_offline: offline,
  })

/**
 * Takes a free slot of an assignment for the caller.
 *
 * @throws {DomainError} `not_found`, `not_eligible`, `session_required`, `claim_limit`, `slot_taken`
 */
export const claimAssignmentSlot = useCase(operation, (caller, { id, ...body }) => claim(caller, id, body))

/** The same for the field app's own route, which has the assignment in the body. */
export const claimSlotInApp = useCase(inApp, (caller, { assignmentId, ...body }) => claim(caller, assignmentId, body))
