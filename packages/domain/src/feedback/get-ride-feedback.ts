import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getRideFeedback as operation } from './contract.ts'

/** One of the caller's own ratings. @throws {DomainError} `not_found` */
export const getRideFeedback = useCase(operation, (caller, { id }) =>
  callRpc(caller, 'get_ride_feedback', { p_id: id }),
)
