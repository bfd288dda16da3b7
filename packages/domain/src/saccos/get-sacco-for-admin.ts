import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getSaccoForAdmin as operation } from './contract.ts'

/** An operator group as admins see it. @throws {DomainError} `not_found` */
export const getSaccoForAdmin = useCase(operation, (caller, { id }) =>
  callRpc(caller, 'get_sacco_for_admin', { p_sacco: id }),
)
