import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { mergeIncident as operation } from './contract.ts'

/**
 * Makes an incident part of another one.
 * @throws {DomainError} `not_found`, `own_submission`, `version_conflict`, `invalid_transition`
 */
export const mergeIncident = useCase(operation, (caller, { id, into, version, intoVersion, reason }) =>
  callRpc(caller, 'merge_incident', {
    p_id: id,
    p_into: into,
    p_version: version,
    p_into_version: intoVersion,
    p_reason: reason,
  }),
)
