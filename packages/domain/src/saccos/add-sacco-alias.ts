import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { addSaccoAlias as operation } from './contract.ts'

/** Gives an operator group another name. @throws {DomainError} `not_found`, `alias_taken`, `role_required` */
export const addSaccoAlias = useCase(operation, (caller, { id, alias }) =>
  callRpc(caller, 'add_sacco_alias', { p_sacco: id, p_alias: alias }),
)
