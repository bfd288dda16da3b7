import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { withdrawReport as operation } from './contract.ts'

/** Takes back one of the caller's own reports. Doing it again changes nothing. @throws {DomainError} `not_found` */
export const withdrawReport = useCase(operation, async (caller, { id }) => {
  await callRpc(caller, 'withdraw_report', { p_id: id })
  return null
})
