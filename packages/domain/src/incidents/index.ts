import { useCase } from '../machinery/use-case.ts'
import * as changesContract from './changes-contract.ts'
import * as contract from './contract.ts'

export { IncidentDetail } from './contract.ts'
export { listIncidents } from './list-incidents.ts'
export { voteOnIncident } from './vote-on-incident.ts'

export const getIncident = useCase(contract.getIncident)
export const getReporterIncidentVotes = useCase(contract.getReporterIncidentVotes)
export const listIncidentChanges = useCase(changesContract.listIncidentChanges)
export const listNearbyIncidents = useCase(contract.listNearbyIncidents)
