import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { splitIncident as operation } from './contract.ts'

/**
 * Undoes a merge: the incident is one of its own again.
 * @throws {DomainError} `not_found`, `own_submission`, `version_conflict`, `invalid_transition`
 */
export const splitIncident = useCase(operation, (caller, { id, version, reason }) =>
  callRpc(caller, 'split_incident', { p_id: id, p_version: version, p_reason: reason }),
)
