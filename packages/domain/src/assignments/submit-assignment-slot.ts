import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { useCase } from '../machinery/use-case.ts'
import { submitSlotInApp as inApp, submitAssignmentSlot as operation } from './contract.ts'

const submit = (caller: Caller, assignmentId: string, { token }: { token: number }) =>
  callRpc(caller, 'submit_assignment_slot', { p_assignment_id: assignmentId, p_token: token })

/** Hands a claimed slot in. @throws {DomainError} `not_found`, `nothing_recorded`, `invalid_transition` */
export const submitAssignmentSlot = useCase(operation, (caller, { id, ...body }) => submit(caller, id, body))

/** The same for the field app's own route, which has the assignment in the body. */
export const submitSlotInApp = useCase(inApp, (caller, { assignmentId, ...body }) => submit(caller, assignmentId, body))
