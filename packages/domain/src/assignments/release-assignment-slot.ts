import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { releaseAssignmentSlot as operation } from './contract.ts'

/** Gives a claimed slot back, or says why nobody can do it. @throws {DomainError} `not_found`, `invalid_transition` */
export const releaseAssignmentSlot = useCase(operation, (caller, { id, token, blocked }) =>
  callRpc(caller, 'release_assignment_slot', { p_assignment_id: id, p_token: token, p_blocked: blocked }),
)
