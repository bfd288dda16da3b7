import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getIncident as operation } from './contract.ts'

/** One incident as far as it is public. @throws {DomainError} `not_found`, `incident_gone` */
export const getIncident = useCase(operation, (caller, { id }) =>
  callRpc(caller, 'get_incident_feed_detail', { p_id: id }),
)
