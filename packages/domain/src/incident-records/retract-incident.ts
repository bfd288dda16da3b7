import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { retractIncident as operation } from './contract.ts'

/**
 * Takes an incident back: its id answers 410 from now on.
 * @throws {DomainError} `not_found`, `own_submission`, `version_conflict`, `invalid_transition`
 */
export const retractIncident = useCase(operation, (caller, { id, version, reason }) =>
  callRpc(caller, 'retract_incident', { p_id: id, p_version: version, p_reason: reason }),
)
