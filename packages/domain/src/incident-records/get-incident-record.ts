import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getIncidentRecord as operation } from './contract.ts'

/** An incident with everything that reviewers may see. @throws {DomainError} `not_found` */
export const getIncidentRecord = useCase(operation, (caller, { id }) =>
  callRpc(caller, 'get_incident_record', { p_id: id }),
)
