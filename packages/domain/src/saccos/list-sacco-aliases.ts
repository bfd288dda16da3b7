import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { listSaccoAliases as operation } from './contract.ts'

/** The other names of an operator group. @throws {DomainError} `not_found`, `role_required` */
export const listSaccoAliases = useCase(operation, (caller, { id }) =>
  callRpc(caller, 'list_sacco_aliases', { p_sacco: id }),
)
