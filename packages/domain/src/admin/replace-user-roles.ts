import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { replaceUserRoles as operation } from './contract.ts'

/** Gives a person exactly these roles. @throws {DomainError} `own_roles`, `not_found`, `version_conflict`, `last_admin` */
export const replaceUserRoles = useCase(operation, (caller, { userId, roles, reason, version }) =>
  callRpc(caller, 'replace_user_roles', { p_user_id: userId, p_roles: roles, p_reason: reason, p_version: version }),
)
