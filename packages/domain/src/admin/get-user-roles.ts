import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getUserRoles as operation } from './contract.ts'

/** One person with their roles. @throws {DomainError} `not_found` */
export const getUserRoles = useCase(operation, (caller, { userId }) =>
  callRpc(caller, 'get_user_roles', { p_user_id: userId }),
)
