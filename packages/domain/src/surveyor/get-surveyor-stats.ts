import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getSurveyorStats as operation } from './contract.ts'

/** The caller's entries and hours by day of Nairobi. */
export const getSurveyorStats = useCase(operation, (caller, { from, to }) =>
  callRpc(caller, 'get_surveyor_stats', { p_from: from, p_to: to }),
)
