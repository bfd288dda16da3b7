import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { touchSurveyorSession as operation } from './contract.ts'

/** Keeps a session open and renews the lease of the slot that its surveyor holds. @throws {DomainError} `not_found`, `invalid_transition` */
export const touchSurveyorSession = useCase(operation, (caller, { id }) =>
  callRpc(caller, 'touch_surveyor_session', { p_id: id }),
)
