import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getAssignment as operation } from './admin-contract.ts'

/** One piece of field work with its slots. @throws {DomainError} `not_found` */
export const getAssignment = useCase(operation, (caller, { id }) => callRpc(caller, 'get_assignment', { p_id: id }))
