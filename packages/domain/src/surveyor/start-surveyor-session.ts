import { callRpc } from '../machinery/call-rpc.ts'
import { placeArgs } from '../machinery/place-args.ts'
import { useCase } from '../machinery/use-case.ts'
import { startSurveyorSession as operation } from './contract.ts'

/**
 * Opens a stretch of field work. Safe to repeat with the same `id`.
 *
 * @throws {DomainError} `id_reused`, `unknown_stop`; `session_already_open` with that `session`
 */
export const startSurveyorSession = useCase(operation, (caller, { id, startedAt, place }) =>
  callRpc(caller, 'start_surveyor_session', { p_id: id, p_started_at: startedAt, ...placeArgs(place) }),
)
