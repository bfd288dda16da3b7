import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { removeSaccoAlias as operation } from './contract.ts'

/** Takes a name from an operator group. @throws {DomainError} `not_found`, `role_required` */
export const removeSaccoAlias = useCase(operation, (caller, { id, alias }) =>
  callRpc(caller, 'remove_sacco_alias', { p_sacco: id, p_alias: alias }),
)
