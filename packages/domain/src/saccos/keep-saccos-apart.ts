import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { keepSaccosApart as operation } from './contract.ts'

/** Stops suggesting two operator groups as one. Safe to repeat. @throws {DomainError} `not_found`, `invalid_request` */
export const keepSaccosApart = useCase(operation, (caller, { id, from, reason }) =>
  callRpc(caller, 'keep_saccos_apart', { p_sacco: id, p_other: from, p_reason: reason }),
)
