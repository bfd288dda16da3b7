import { withReady } from '../machinery/ready.ts'
import { useCase } from '../machinery/use-case.ts'
import * as changesContract from './changes-contract.ts'
import * as contract from './contract.ts'
import { listIncidents as listFromDatabase } from './list-incidents.ts'
import { incidentFromMemory, latestFromMemory, nearbyFromMemory } from './memory-feed/answers.ts'

export { IncidentDetail } from './contract.ts'
export { voteOnIncident, voteWithoutAccount } from './vote-on-incident.ts'

export const getIncident = withReady(useCase(contract.getIncident), incidentFromMemory)
export const getReporterIncidentVotes = useCase(contract.getReporterIncidentVotes)
export const listIncidentChanges = useCase(changesContract.listIncidentChanges)
export const listIncidents = withReady(listFromDatabase, latestFromMemory)
export const listNearbyIncidents = withReady(useCase(contract.listNearbyIncidents), nearbyFromMemory)
