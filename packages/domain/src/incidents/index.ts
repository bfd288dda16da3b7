import { withCachedReplies } from '../machinery/memory/cached-reply.ts'
import { withSnapshots } from '../machinery/memory/snapshots.ts'
import { useCase } from '../machinery/use-case.ts'
import { openChangeStream } from './change-stream.ts'
import * as changesContract from './changes-contract.ts'
import * as contract from './contract.ts'
import * as listContract from './list-contract.ts'
import { listIncidents as listFromDatabase, listPastIncidents as listPast } from './list-incidents.ts'
import { incidentFromMemory, latestFromMemory, nearbyFromMemory } from './memory-feed/answers.ts'
import * as statsContract from './stats-contract.ts'

export { openStreams } from './change-stream.ts'
export { IncidentDetail } from './contract.ts'
export { submitVoteForm, voteOnIncident, voteWithoutAccount } from './vote-on-incident.ts'

export const getIncident = withCachedReplies(useCase(contract.getIncident), incidentFromMemory)
export const getIncidentStory = withSnapshots(useCase(contract.getIncidentStory))
export const getStats = withSnapshots(useCase(statsContract.getStats))
export const getReporterIncidentVotes = useCase(contract.getReporterIncidentVotes)
export const listCategories = withSnapshots(useCase(listContract.listCategories))
export const listIncidentChanges = useCase(changesContract.listIncidentChanges)
export const listIncidents = withCachedReplies(listFromDatabase, latestFromMemory)
export const listNearbyIncidents = withCachedReplies(useCase(contract.listNearbyIncidents), nearbyFromMemory)
export const listPastIncidents = withSnapshots(listPast)
export const streamIncidentChanges = useCase(changesContract.streamIncidentChanges, openChangeStream)
