import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { mergeSaccos as operation } from './contract.ts'

/** Merges an operator group into another. Safe to repeat. @throws {DomainError} `not_found`, `invalid_request` */
export const mergeSaccos = useCase(operation, (caller, { id, into, reason }) =>
  callRpc(caller, 'merge_saccos', { p_from: id, p_into: into, p_reason: reason }),
)
