import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getOwnReport as operation } from './contract.ts'

/** One of the caller's own reports. @throws {DomainError} `not_found` */
export const getOwnReport = useCase(operation, (caller, { id }) => callRpc(caller, 'get_own_report', { p_id: id }))
