import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { closeAssignment as operation } from './admin-contract.ts'

/** Gives out no more slots of an assignment. Safe to repeat. @throws {DomainError} `not_found` */
export const closeAssignment = useCase(operation, (caller, { id, reason }) =>
  callRpc(caller, 'close_assignment', { p_id: id, p_reason: reason }),
)
