import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { useCase } from '../machinery/use-case.ts'
import { releaseSlotInApp as inApp, releaseAssignmentSlot as operation } from './contract.ts'

const release = (
  caller: Caller,
  assignmentId: string,
  { token, blocked }: { token: number; blocked?: string | undefined },
) => callRpc(caller, 'release_assignment_slot', { p_assignment_id: assignmentId, p_token: token, p_blocked: blocked })

/** Gives a claimed slot back, or says why nobody can do it. @throws {DomainError} `not_found`, `invalid_transition` */
export const releaseAssignmentSlot = useCase(operation, (caller, { id, ...body }) => release(caller, id, body))

/** The same for the field app's own route, which has the assignment in the body. */
export const releaseSlotInApp = useCase(inApp, (caller, { assignmentId, ...body }) =>
  release(caller, assignmentId, body),
)
