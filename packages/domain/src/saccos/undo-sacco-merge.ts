import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { undoSaccoMerge as operation } from './contract.ts'

/** Takes a merge of operator groups back. @throws {DomainError} `not_found`, `invalid_transition` */
export const undoSaccoMerge = useCase(operation, (caller, { id, reason }) =>
  callRpc(caller, 'undo_sacco_merge', { p_from: id, p_reason: reason }),
)
