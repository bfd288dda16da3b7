import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { endSurveyorSession as operation } from './contract.ts'

/** Ends a session, also in the past and also an abandoned one. The first end stands. @throws {DomainError} `not_found` */
export const endSurveyorSession = useCase(operation, (caller, { id, endedAt }) =>
  callRpc(caller, 'end_surveyor_session', { p_id: id, p_ended_at: endedAt }),
)
