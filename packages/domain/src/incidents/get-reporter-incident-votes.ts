import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getReporterIncidentVotes as operation } from './contract.ts'

/** The caller's own votes on the incidents of a list. */
export const getReporterIncidentVotes = useCase(operation, async (caller, { ids }) => ({
  data: await callRpc(caller, 'get_reporter_incident_votes', { p_incidents: ids }),
  page: { nextCursor: null },
}))
